package io.paladio.carbon.differential;

import io.paladio.carbon.differential.Scope.Out;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Type.TypeID;
import org.apache.iceberg.types.Types;

/** Values of a wanted type, over what a scope offers. Used by one thread. */
final class ExpressionGenerator {
    static final List<Type> TYPES = List.of(
            Types.BooleanType.get(),
            Types.IntegerType.get(),
            Types.IntegerType.get(),
            Types.LongType.get(),
            Types.DoubleType.get(),
            Types.DecimalType.of(9, 2),
            Types.StringType.get(),
            Types.StringType.get(),
            Types.DateType.get(),
            Types.TimestampType.withZone(),
            Types.TimestampType.withoutZone(),
            Types.BinaryType.get());

    private final Dice dice;
    private final ValueGenerator values;
    private final int failing;
    private final Subqueries subqueries;

    /** Queries within expressions. */
    interface Subqueries {
        Tree scalar(Type type, Scope outer);

        Tree condition(Scope outer);
    }

    /** @param failing how many of a hundred calls may fail on a value */
    ExpressionGenerator(Dice dice, int failing, Subqueries subqueries) {
        this.dice = dice;
        this.values = new ValueGenerator(dice);
        this.failing = failing;
        this.subqueries = subqueries;
    }

    /** A type that values are made for, mostly one that the scope has columns of. */
    Type type(Scope scope) {
        List<Out> columns = scope.columns();
        return columns.isEmpty() || dice.percent(40)
                ? dice.of(TYPES)
                : dice.of(columns).type();
    }

    Type orderedType(Scope scope) {
        Type type = type(scope);
        return Sorts.isOrdered(type) ? type : dice.of(TYPES);
    }

    Tree value(Type type, Scope scope, int depth) {
        if (type.typeId() == TypeID.BOOLEAN && dice.percent(50)) {
            return condition(scope, depth);
        }
        if (depth > 0 && dice.percent(4) && type.isPrimitiveType()) {
            return subqueries.scalar(type, scope);
        }
        List<String> calls = dice.percent(failing) ? Templates.PARTIAL.of(type) : Templates.TOTAL.of(type);
        if (depth > 0 && !calls.isEmpty() && dice.percent(55)) {
            return call(dice.of(calls), type, scope, depth - 1);
        }
        return depth > 0 && dice.percent(10) ? choice(type, scope, depth - 1) : leaf(type, scope);
    }

    private Tree choice(Type type, Scope scope, int depth) {
        return Tree.of(
                Sorts.of(type),
                "CASE WHEN ",
                condition(scope, depth),
                " THEN ",
                value(type, scope, depth),
                " ELSE ",
                value(type, scope, depth),
                " END");
    }

    private Tree call(String template, Type type, Scope scope, int depth) {
        List<Object> parts = new ArrayList<>();
        int at = 0;
        for (int open = template.indexOf('{'); open >= 0; open = template.indexOf('{', at)) {
            int close = template.indexOf('}', open);
            parts.add(template.substring(at, open));
            parts.add(hole(template.substring(open + 1, close), scope, depth));
            at = close + 1;
        }
        parts.add(template.substring(at));
        parts.add(0, "(");
        parts.add(")");
        return new Tree(Sorts.of(type), parts);
    }

    private Object hole(String name, Scope scope, int depth) {
        return name.equals("n") ? String.valueOf(dice.between(0, 6)) : value(Templates.TYPES.get(name), scope, depth);
    }

    /** A column, something within a column, or a constant. */
    Tree leaf(Type type, Scope scope) {
        List<Out> columns = scope.opened().of(type);
        if (!columns.isEmpty() && dice.percent(85)) {
            return Tree.of(Sorts.of(type), dice.of(columns).name());
        }
        return type.isPrimitiveType() ? constant(type) : absent(type, columns);
    }

    private Tree absent(Type type, List<Out> columns) {
        if (columns.isEmpty()) {
            throw new IllegalStateException("no column of " + type);
        }
        return Tree.of(Sorts.of(type), dice.of(columns).name());
    }

    Tree constant(Type type) {
        String cast = " AS " + Sorts.name(type) + ")";
        if (dice.percent(8)) {
            return Tree.of(Sorts.of(type), "CAST(NULL" + cast);
        }
        for (int attempt = 0; attempt < 50; attempt++) {
            Optional<String> sql = Literals.sql(values.value(type));
            if (sql.isPresent()) {
                boolean loose = type.typeId() == TypeID.DECIMAL || type.typeId() == TypeID.FLOAT;
                return Tree.of(Sorts.of(type), loose ? "CAST(" + sql.get() + cast : sql.get());
            }
        }
        return Tree.of(Sorts.of(type), "CAST(NULL" + cast);
    }

    Tree condition(Scope scope, int depth) {
        Type bool = Types.BooleanType.get();
        if (depth > 0 && dice.percent(35)) {
            return switch (dice.below(5)) {
                case 0, 1 -> joined(" AND ", scope, depth - 1);
                case 2, 3 -> joined(" OR ", scope, depth - 1);
                default -> Tree.of(Sorts.of(bool), "(NOT ", condition(scope, depth - 1), ")");
            };
        }
        if (depth > 0 && dice.percent(12)) {
            return subqueries.condition(scope);
        }
        return dice.percent(25) ? value(bool, scope, Math.min(depth, 0)) : comparison(scope, depth);
    }

    private Tree joined(String by, Scope scope, int depth) {
        return Tree.of(Sorts.VALUE + "BOOLEAN", "(", condition(scope, depth), by, condition(scope, depth), ")");
    }

    private Tree comparison(Scope scope, int depth) {
        Type type = orderedType(scope);
        String sign = dice.one("=", "=", "<", "<=", ">", ">=", "<>", "<=>", "IN", "BETWEEN", "IS");
        Tree left = value(type, scope, depth - 1);
        return switch (sign) {
            case "IN" ->
                Tree.of(
                        Sorts.VALUE + "BOOLEAN",
                        "(",
                        left,
                        dice.one(" IN (", " NOT IN ("),
                        value(type, scope, 0),
                        Tree.optional(", ", leaf(type, scope)),
                        "))");
            case "BETWEEN" ->
                Tree.of(
                        Sorts.VALUE + "BOOLEAN",
                        "(",
                        left,
                        " BETWEEN ",
                        leaf(type, scope),
                        " AND ",
                        leaf(type, scope),
                        ")");
            case "IS" -> Tree.of(Sorts.VALUE + "BOOLEAN", "(", left, dice.one(" IS NULL", " IS NOT NULL"), ")");
            default ->
                Tree.of(Sorts.VALUE + "BOOLEAN", "(", left, " " + sign + " ", value(type, scope, depth - 1), ")");
        };
    }
}
