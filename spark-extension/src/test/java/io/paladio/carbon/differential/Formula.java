package io.paladio.carbon.differential;

import java.util.List;
import java.util.function.Predicate;
import org.apache.iceberg.data.GenericRecord;

/**
 * An expression of a policy, as its text and as what that text means: two accounts by two hands, one of which is under test.
 *
 * @param sql as the policy says it
 * @param meaning as the oracle reckons it; null is NULL
 * @param parts conditions within that may stand in its place, when a difference is made smaller
 */
record Formula(String sql, Meaning meaning, List<Formula> parts) {
    /** What an expression comes to on a row. */
    interface Meaning {
        Object of(GenericRecord row, Object masked);
    }

    Formula(String sql, Meaning meaning) {
        this(sql, meaning, List.of());
    }

    /** Of a condition: three-valued, so that NULL is neither. */
    boolean holds(GenericRecord row) {
        return Boolean.TRUE.equals(meaning.of(row, null));
    }

    static Formula constant(String sql, Object value) {
        return new Formula(sql, (row, masked) -> value);
    }

    static Formula column(String name) {
        return new Formula("`" + name + "`", (row, masked) -> row.getField(name));
    }

    static Formula masked() {
        return new Formula("value", (row, masked) -> masked);
    }

    static Formula compared(Formula left, String sign, Predicate<Integer> holds, Formula right) {
        return new Formula(left.sql + " " + sign + " " + right.sql, (row, masked) -> {
            Object a = left.meaning.of(row, masked);
            Object b = right.meaning.of(row, masked);
            return a == null || b == null ? null : holds.test(Values.compare(a, b));
        });
    }

    static Formula same(Formula left, Formula right) {
        return new Formula(left.sql + " <=> " + right.sql, (row, masked) -> {
            Object a = left.meaning.of(row, masked);
            Object b = right.meaning.of(row, masked);
            return a == null || b == null ? a == b : Values.compare(a, b) == 0;
        });
    }

    static Formula absent(Formula of, boolean wanted) {
        return new Formula(
                of.sql + (wanted ? " IS NULL" : " IS NOT NULL"),
                (row, masked) -> (of.meaning.of(row, masked) == null) == wanted);
    }

    static Formula not(Formula of) {
        return new Formula(
                "(NOT (" + of.sql + "))",
                (row, masked) -> of.meaning.of(row, masked) instanceof Boolean truth ? !truth : null,
                List.of(of));
    }

    static Formula and(Formula left, Formula right) {
        return new Formula(
                "(" + left.sql + ") AND (" + right.sql + ")", junction(left, right, false), List.of(left, right));
    }

    static Formula or(Formula left, Formula right) {
        return new Formula(
                "(" + left.sql + ") OR (" + right.sql + ")", junction(left, right, true), List.of(left, right));
    }

    /** Either side decides if it is the deciding value; else NULL on a side is NULL. */
    private static Meaning junction(Formula left, Formula right, boolean deciding) {
        return (row, masked) -> {
            Object a = left.meaning.of(row, masked);
            Object b = right.meaning.of(row, masked);
            if (a instanceof Boolean one && one == deciding || b instanceof Boolean other && other == deciding) {
                return deciding;
            }
            return a == null || b == null ? null : !deciding;
        };
    }

    static Formula in(Formula of, List<Formula> constants) {
        String list = String.join(", ", constants.stream().map(Formula::sql).toList());
        return new Formula(of.sql + " IN (" + list + ")", (row, masked) -> {
            Object value = of.meaning.of(row, masked);
            return value == null ? null : found(value, constants, row);
        });
    }

    private static Object found(Object value, List<Formula> constants, GenericRecord row) {
        boolean unknown = false;
        for (Formula constant : constants) {
            Object candidate = constant.meaning.of(row, null);
            if (candidate != null && Values.compare(value, candidate) == 0) {
                return true;
            }
            unknown |= candidate == null;
        }
        return unknown ? null : false;
    }

    static Formula choice(Formula condition, Formula yes, Formula no) {
        return new Formula(
                "CASE WHEN " + condition.sql + " THEN " + yes.sql + " ELSE " + no.sql + " END",
                (row, masked) -> Boolean.TRUE.equals(condition.meaning.of(row, masked))
                        ? yes.meaning.of(row, masked)
                        : no.meaning.of(row, masked));
    }

    static Formula coalesce(Formula first, Formula second) {
        return new Formula("coalesce(" + first.sql + ", " + second.sql + ")", (row, masked) -> {
            Object value = first.meaning.of(row, masked);
            return value == null ? second.meaning.of(row, masked) : value;
        });
    }
}
