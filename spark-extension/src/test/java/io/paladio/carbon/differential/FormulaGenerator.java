package io.paladio.carbon.differential;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.apache.iceberg.Schema;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Type.TypeID;
import org.apache.iceberg.types.Types;
import org.apache.iceberg.types.Types.NestedField;

/** Conditions and values of policies, over the columns of one table. Used by one thread. */
final class FormulaGenerator {
    private static final List<TypeID> READABLE = List.of(
            TypeID.BOOLEAN,
            TypeID.INTEGER,
            TypeID.LONG,
            TypeID.FLOAT,
            TypeID.DOUBLE,
            TypeID.DECIMAL,
            TypeID.DATE,
            TypeID.TIMESTAMP,
            TypeID.STRING,
            TypeID.BINARY);
    private static final List<String> PATTERNS =
            List.of("%", "a%", "%b", "%a%", "_", "__%", "%-%", "%5%", "", "日%", "%😀%");

    private final Dice dice;
    private final ValueGenerator values;
    private final List<NestedField> columns;

    FormulaGenerator(Dice dice, Schema schema) {
        this.dice = dice;
        this.values = new ValueGenerator(dice);
        this.columns = schema.columns().stream()
                .filter(column -> READABLE.contains(column.type().typeId()))
                .toList();
    }

    Formula condition(int depth) {
        if (depth > 0 && dice.percent(45)) {
            return switch (dice.below(5)) {
                case 0, 1 -> Formula.and(condition(depth - 1), condition(depth - 1));
                case 2, 3 -> Formula.or(condition(depth - 1), condition(depth - 1));
                default -> Formula.not(condition(depth - 1));
            };
        }
        return leaf();
    }

    private Formula leaf() {
        NestedField column = dice.of(columns);
        Formula value = Formula.column(column.name());
        return switch (dice.below(10)) {
            case 0 -> Formula.absent(value, dice.percent(50));
            case 1 -> context();
            case 2 -> in(value, column.type());
            case 3 -> dice.percent(50) ? sameOrText(value, column.type()) : PolicyFunctions.textual(dice, text(1));
            case 4 -> comparison(value, other(column));
            case 5 ->
                Formula.compared(
                        PolicyFunctions.number(dice, text(1)), ">", order -> order > 0, Formula.constant("2", 2));
            default -> comparison(computed(value, column.type()), constant(column.type()));
        };
    }

    private Formula sameOrText(Formula value, Type type) {
        return type.typeId() == TypeID.STRING
                ? PolicyFunctions.like(value, dice.of(PATTERNS))
                : Formula.same(value, constant(type));
    }

    /** What is the same for every row, known only when the statement is. */
    private Formula context() {
        return dice.of(List.of(
                Formula.constant("current_principal() = 'bob'", true),
                Formula.constant("is_member('de')", true),
                Formula.constant("is_member('fr')", false),
                PolicyFunctions.attribute(text(0), "region", "EU"),
                PolicyFunctions.attribute(text(0), "none", null)));
    }

    private Formula in(Formula value, Type type) {
        List<Formula> constants = new ArrayList<>();
        int count = dice.between(1, 4);
        for (int i = 0; i < count; i++) {
            constants.add(dice.percent(8) ? Formula.constant("NULL", null) : constant(type));
        }
        Formula in = Formula.in(value, constants);
        return dice.percent(40) ? Formula.not(in) : in;
    }

    private Formula comparison(Formula left, Formula right) {
        return switch (dice.below(7)) {
            case 0 -> compared(left, "<", order -> order < 0, right);
            case 1 -> compared(left, "<=", order -> order <= 0, right);
            case 2 -> compared(left, ">", order -> order > 0, right);
            case 3 -> compared(left, ">=", order -> order >= 0, right);
            case 4 -> compared(left, "<>", order -> order != 0, right);
            case 5 -> Formula.same(left, right);
            default -> compared(left, "=", order -> order == 0, right);
        };
    }

    private static Formula compared(Formula left, String sign, Predicate<Integer> holds, Formula right) {
        return Formula.compared(left, sign, holds, right);
    }

    private Formula other(NestedField column) {
        List<NestedField> alike = columns.stream()
                .filter(candidate -> candidate.type().equals(column.type()))
                .toList();
        return Formula.column(dice.of(alike).name());
    }

    private Formula text(int depth) {
        List<NestedField> texts = columns.stream()
                .filter(candidate -> candidate.type().typeId() == TypeID.STRING)
                .toList();
        Formula value = texts.isEmpty()
                ? constant(Types.StringType.get())
                : Formula.column(dice.of(texts).name());
        return depth > 0 ? computed(value, Types.StringType.get()) : value;
    }

    /** A constant that can be written, of the type. */
    Formula constant(Type type) {
        for (int attempt = 0; attempt < 50; attempt++) {
            Object value = values.value(type);
            Optional<String> sql = Literals.sql(value);
            if (sql.isPresent()) {
                return Formula.constant(sql.get(), value);
            }
        }
        throw new IllegalStateException("no constant of " + type);
    }

    /** The value, or something of the same type made of it. */
    Formula computed(Formula value, Type type) {
        if (dice.percent(55)) {
            return value;
        }
        return switch (type.typeId()) {
            case STRING -> PolicyFunctions.text(dice, value, constant(type));
            case INTEGER, LONG, DOUBLE -> PolicyFunctions.arithmetic(dice, value, type, constant(type));
            case TIMESTAMP -> PolicyFunctions.truncated(dice, value);
            case BOOLEAN -> Formula.not(value);
            default ->
                dice.percent(50)
                        ? Formula.coalesce(value, constant(type))
                        : Formula.choice(leafOf(value, type), value, constant(type));
        };
    }

    private Formula leafOf(Formula value, Type type) {
        return comparison(value, constant(type));
    }

    /** An expression mask: something of the column's own type that reads it, or not. */
    Formula mask(Type type) {
        return switch (dice.below(4)) {
            case 0 -> Formula.choice(condition(1), Formula.masked(), constant(type));
            case 1 -> constant(type);
            case 2 -> Formula.coalesce(Formula.masked(), constant(type));
            default -> computed(Formula.masked(), type);
        };
    }
}
