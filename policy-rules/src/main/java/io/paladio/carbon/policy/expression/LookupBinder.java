package io.paladio.carbon.policy.expression;

import io.paladio.carbon.policy.expression.Expression.Literal;
import io.paladio.carbon.policy.expression.ValueType.Simple;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * Puts what a lookup finds in the lookup's place (S9): a list of values for IN, and for EXISTS, which may compare one column
 * with the row. Used by one thread.
 *
 * <p>Names within the brackets mean the lookup's columns first, then what they mean outside, as in SQL.
 */
final class LookupBinder {
    private static final Literal FALSE = new Literal(Optional.of(false), Simple.BOOLEAN);

    private final Syntax.Lookup lookup;
    private final Syntax.Visitor<Operand> outside;
    private final LookupTable table;
    private final Map<String, Literal> where = new HashMap<>();
    private Optional<Correlation> correlation = Optional.empty();
    private boolean findsNothing;

    /** A column of the lookup that must equal something of the row. */
    private record Correlation(String column, Expression ofRow) {}

    LookupBinder(Syntax.Lookup lookup, Syntax.Visitor<Operand> outside, LookupTable table) {
        this.lookup = lookup;
        this.outside = outside;
        this.table = table;
    }

    Expression bound() throws ExpressionFault, LookupFault {
        for (Syntax.Equality equality : lookup.where()) {
            take(equality);
        }
        return lookup.operand().isPresent() ? membership(lookup.operand().get()) : existence();
    }

    private Expression membership(Syntax operand) throws ExpressionFault, LookupFault {
        if (correlation.isPresent()) {
            throw fault("Behind IN, a lookup compares its columns with constants alone. Write EXISTS.");
        }
        String column = column(lookup.column())
                .orElseThrow(() -> fault("The lookup has no such column that expressions can read."));
        Expression tested = Typing.as(operand.accept(outside), type(column));
        List<Literal> values = values(column);
        return values.isEmpty() ? FALSE : new Expression.In(tested, values);
    }

    private Expression existence() throws ExpressionFault, LookupFault {
        if (correlation.isEmpty()) {
            String any = table.columns().keySet().stream()
                    .sorted()
                    .findFirst()
                    .orElseThrow(() -> fault("The lookup has no column that expressions can read."));
            return new Literal(Optional.of(!values(any).isEmpty()), Simple.BOOLEAN);
        }
        Correlation with = correlation.get();
        List<Literal> values = values(with.column()).stream()
                .filter(value -> value.value().isPresent())
                .toList();
        return values.isEmpty()
                ? FALSE
                : new Expression.Coalesce(List.of(new Expression.In(with.ofRow(), values), FALSE));
    }

    private List<Literal> values(String column) throws LookupFault {
        return findsNothing ? List.of() : table.values(column, where);
    }

    private void take(Syntax.Equality equality) throws ExpressionFault {
        Optional<String> left = column(equality.left());
        Optional<String> right = column(equality.right());
        if (left.isPresent() == right.isPresent()) {
            throw fault("Each equality of a lookup has one of the lookup's columns on one side, and only there.");
        }
        String column = left.or(() -> right).orElseThrow();
        Operand other = (left.isPresent() ? equality.right() : equality.left()).accept(outside);
        Expression value = ConstantFolding.fold(Typing.as(other, type(column)));
        if (value instanceof Literal constant) {
            requireEqual(column, constant);
        } else if (correlation.isPresent()) {
            throw fault("A lookup compares one column with the row. Write one policy for each.");
        } else {
            correlation = Optional.of(new Correlation(column, value));
        }
    }

    /** NULL equals nothing. */
    private void requireEqual(String column, Literal constant) throws ExpressionFault {
        if (where.put(column, constant) != null) {
            throw fault("A lookup compares a column once. Leave one of the equalities out.");
        }
        findsNothing |= constant.value().isEmpty();
    }

    private ValueType type(String column) {
        return Objects.requireNonNull(table.columns().get(column));
    }

    /** The lookup's column that a name means: the one written so, else the only one that differs in case alone. */
    private Optional<String> column(Syntax syntax) throws ExpressionFault {
        if (!(syntax instanceof Syntax.Name name)) {
            return Optional.empty();
        }
        if (table.columns().containsKey(name.text())) {
            return Optional.of(name.text());
        }
        List<String> similar = table.columns().keySet().stream()
                .filter(name.text()::equalsIgnoreCase)
                .toList();
        if (similar.size() > 1) {
            throw fault("A name fits several columns of the lookup. Write it in the case of one.");
        }
        return similar.stream().findFirst();
    }

    private ExpressionFault fault(String problem) {
        return new ExpressionFault(lookup.position(), problem);
    }
}
