package io.paladio.carbon.policy.check;

import io.paladio.carbon.policy.Principal;
import io.paladio.carbon.policy.expression.BindingScope;
import io.paladio.carbon.policy.expression.Expression;
import io.paladio.carbon.policy.expression.Expression.ColumnReference;
import io.paladio.carbon.policy.expression.ExpressionBinder;
import io.paladio.carbon.policy.expression.ExpressionFault;
import io.paladio.carbon.policy.expression.Interpreter;
import io.paladio.carbon.policy.expression.ParsedExpression;
import io.paladio.carbon.policy.expression.Truth;
import io.paladio.carbon.policy.expression.ValueType;
import io.paladio.carbon.policy.expression.ValueType.Simple;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Whether a condition is always or never true. Where it compares columns with constants alone, a few values of each column stand for
 * all: each constant, and what lies between, below and above. Elsewhere it claims nothing. Used once, by one thread.
 */
public final class ConditionCheck {
    private static final int MOST_ROWS = 20_000;
    /** Dense types first: between two whole numbers a fraction may lie, and nothing is claimed that one type alone makes true. */
    private static final List<ValueType> TYPES =
            List.of(Simple.BOOLEAN, Simple.DOUBLE, Simple.STRING, Simple.DATE, Simple.TIMESTAMP, Simple.TIMESTAMP_NTZ);

    private final ParsedExpression parsed;
    private final Map<String, ColumnReference> columns = new HashMap<>();
    private boolean wasTrue;
    private boolean wasNotTrue;

    private ConditionCheck(ParsedExpression parsed) {
        this.parsed = parsed;
    }

    /** What a condition that is part of the language can be. */
    public static ConditionReach of(String sql) {
        try {
            ParsedExpression parsed = ParsedExpression.parse(sql);
            return parsed.lookups().isEmpty() ? new ConditionCheck(parsed).reach() : ConditionReach.UNDECIDED;
        } catch (ExpressionFault fault) {
            return ConditionReach.UNDECIDED;
        }
    }

    private ConditionReach reach() {
        Optional<List<Principal>> principals = SamplePrincipals.of(parsed);
        if (principals.isEmpty() || !haveTypes()) {
            return ConditionReach.UNDECIDED;
        }
        for (Principal principal : principals.get()) {
            if (!tried(principal)) {
                return ConditionReach.UNDECIDED;
            }
            if (wasTrue && wasNotTrue) {
                return ConditionReach.SOMETIMES_TRUE;
            }
        }
        return wasTrue ? ConditionReach.ALWAYS_TRUE : ConditionReach.NEVER_TRUE;
    }

    /** A type for each column: the first under which the rest, of any type, has a meaning. */
    private boolean haveTypes() {
        for (String name : parsed.names()) {
            Optional<ColumnReference> column = TYPES.stream()
                    .map(type -> new ColumnReference(columns.size(), name, type))
                    .filter(candidate -> bound(Map.of(name, candidate), SamplePrincipals.NOBODY)
                            .isPresent())
                    .findFirst();
            if (column.isEmpty()) {
                return false;
            }
            columns.put(name, column.get());
        }
        return true;
    }

    private Optional<Expression> bound(Map<String, ColumnReference> known, Principal principal) {
        Set<String> absent = new HashSet<>(parsed.names());
        absent.removeAll(known.keySet());
        try {
            return Optional.of(
                    ExpressionBinder.bind(parsed, new BindingScope(known, absent, principal), Simple.BOOLEAN));
        } catch (ExpressionFault misfit) {
            return Optional.empty();
        }
    }

    /** Evaluates all rows that matter for this principal; false where they would not stand for all. */
    private boolean tried(Principal principal) {
        Optional<Expression> condition = bound(columns, principal);
        Optional<Map<Integer, Set<Object>>> constants = condition.flatMap(ComparedConstants::of);
        if (constants.isEmpty()) {
            return false;
        }
        List<Map<Integer, Optional<Object>>> rows = List.of(Map.of());
        for (ColumnReference column : columns.values()) {
            Set<Object> compared = constants.get().getOrDefault(column.fieldId(), Set.of());
            rows = crossed(rows, column.fieldId(), SampleValues.of(column.type(), compared));
            if (rows.size() > MOST_ROWS) {
                return false;
            }
        }
        for (Map<Integer, Optional<Object>> row : rows) {
            boolean holds = Interpreter.test(condition.get(), row) == Truth.TRUE;
            wasTrue |= holds;
            wasNotTrue |= !holds;
        }
        return true;
    }

    private static List<Map<Integer, Optional<Object>>> crossed(
            List<Map<Integer, Optional<Object>>> rows, int fieldId, List<Optional<Object>> values) {
        List<Map<Integer, Optional<Object>>> crossed = new ArrayList<>();
        for (Map<Integer, Optional<Object>> row : rows) {
            for (Optional<Object> value : values) {
                Map<Integer, Optional<Object>> longer = new HashMap<>(row);
                longer.put(fieldId, value);
                crossed.add(longer);
            }
            if (crossed.size() > MOST_ROWS) {
                return crossed;
            }
        }
        return crossed;
    }
}
