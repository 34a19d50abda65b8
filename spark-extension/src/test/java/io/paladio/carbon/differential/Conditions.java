package io.paladio.carbon.differential;

import java.util.List;
import java.util.Set;
import java.util.function.Function;

/** Conditions and values of policies that are written by hand, each as its text and as its meaning. */
final class Conditions {
    private Conditions() {}

    static Formula constant(Object value) {
        return Formula.constant(Literals.sql(value).orElseThrow(), value);
    }

    /** A column compared with a constant. */
    static Formula is(String column, String sign, Object constant) {
        Formula left = Formula.column(column);
        Formula right = constant(constant);
        return switch (sign) {
            case "=" -> Formula.compared(left, sign, order -> order == 0, right);
            case "<>" -> Formula.compared(left, sign, order -> order != 0, right);
            case "<" -> Formula.compared(left, sign, order -> order < 0, right);
            case "<=" -> Formula.compared(left, sign, order -> order <= 0, right);
            case ">" -> Formula.compared(left, sign, order -> order > 0, right);
            case ">=" -> Formula.compared(left, sign, order -> order >= 0, right);
            default -> throw new IllegalArgumentException(sign);
        };
    }

    static Formula in(String column, Object... constants) {
        return Formula.in(
                Formula.column(column),
                List.of(constants).stream().map(Conditions::constant).toList());
    }

    static Formula like(String column, String pattern) {
        return PolicyFunctions.like(Formula.column(column), pattern);
    }

    /** A column that is listed for bob in a lookup. */
    static Formula listed(String column, String values, Set<?> listed) {
        return new Formula(
                "`" + column + "` IN (SELECT " + values + " FROM lookup('" + Lookups.of(values)
                        + "') WHERE who = current_principal())",
                (row, masked) -> row.getField(column) == null ? null : listed.contains(row.getField(column)));
    }

    /** The same by EXISTS, which is never NULL. */
    static Formula found(String column, String values, Set<?> listed) {
        return new Formula(
                "EXISTS (SELECT 1 FROM lookup('" + Lookups.of(values) + "') WHERE who = 'bob' AND " + values + " = `"
                        + column + "`)",
                (row, masked) -> row.getField(column) != null && listed.contains(row.getField(column)));
    }

    /** What a function makes of the masked value, NULL of NULL. */
    static Formula value(String sql, Function<Object, Object> function) {
        return new Formula(sql, (row, masked) -> masked == null ? null : function.apply(masked));
    }
}
