package io.paladio.carbon.policy.document;

import io.paladio.carbon.policy.Principal;
import io.paladio.carbon.policy.document.TestRow.Misfit;
import io.paladio.carbon.policy.expression.BindingScope;
import io.paladio.carbon.policy.expression.Expression;
import io.paladio.carbon.policy.expression.Expression.ColumnReference;
import io.paladio.carbon.policy.expression.Expression.Literal;
import io.paladio.carbon.policy.expression.ExpressionBinder;
import io.paladio.carbon.policy.expression.ExpressionFault;
import io.paladio.carbon.policy.expression.Interpreter;
import io.paladio.carbon.policy.expression.Truth;
import io.paladio.carbon.policy.expression.ValueType;
import io.paladio.carbon.policy.expression.ValueType.Simple;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A test's row whose values have types: what expressions are evaluated on. Immutable.
 *
 * @param values by the row's own names; what is named and has none is NULL of any type
 */
record TypedRow(Names names, Map<String, Literal> values, Principal principal) {
    /** The names in the expressions, and under which of its own names the row has each. */
    record Names(Set<String> all, Map<String, String> places) {}

    Truth truth(String sql) throws Misfit {
        return Truth.of(value(sql, Simple.BOOLEAN).value());
    }

    /** What an expression of this type gives. */
    Literal value(String sql, ValueType type) throws Misfit {
        try {
            Expression bound = ExpressionBinder.bind(sql, scope(), type);
            return new Literal(Interpreter.evaluate(bound, byField()), type);
        } catch (ExpressionFault fault) {
            throw new Misfit("At character " + (fault.position() + 1) + ": " + fault.problem());
        }
    }

    /** Whether a condition holds whatever the row, for this principal. */
    boolean isAlways(String sql) throws Misfit {
        try {
            Expression bound = ExpressionBinder.bind(sql, scope(), Simple.BOOLEAN);
            return bound instanceof Literal literal && Truth.of(literal.value()) == Truth.TRUE;
        } catch (ExpressionFault fault) {
            throw new Misfit("At character " + (fault.position() + 1) + ": " + fault.problem());
        }
    }

    /** The row's value under a name. */
    Literal literal(String name) throws Misfit {
        return Optional.ofNullable(names.places().get(name))
                .flatMap(key -> Optional.ofNullable(values.get(key)))
                .orElseThrow(() -> new Misfit("The masked column has no value."));
    }

    private BindingScope scope() {
        List<String> keys = keys();
        Map<String, ColumnReference> columns = new HashMap<>();
        Set<String> absent = new HashSet<>();
        for (String name : names.all()) {
            String key = names.places().getOrDefault(name, "");
            Optional<Literal> value = Optional.ofNullable(values.get(key));
            value.ifPresentOrElse(
                    known -> columns.put(name, new ColumnReference(keys.indexOf(key), name, known.type())),
                    () -> absent.add(name));
        }
        return new BindingScope(columns, absent, principal);
    }

    private Map<Integer, Optional<Object>> byField() {
        List<String> keys = keys();
        Map<Integer, Optional<Object>> row = new HashMap<>();
        values.forEach((key, literal) -> row.put(keys.indexOf(key), literal.value()));
        return row;
    }

    private List<String> keys() {
        return values.keySet().stream().sorted().toList();
    }
}
