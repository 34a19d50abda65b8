package io.paladio.carbon.differential;

import io.paladio.carbon.differential.Scope.Out;
import io.paladio.carbon.differential.SourceGenerator.Source;
import java.util.ArrayList;
import java.util.List;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;

/** Grouping of all kinds, with aggregates whose result does not depend on the order of rows. Used by one thread. */
final class AggregateGenerator {
    private static final Type LONG = Types.LongType.get();
    private static final Type INT = Types.IntegerType.get();
    private static final Type STRING = Types.StringType.get();

    private final Dice dice;
    private final ExpressionGenerator expressions;

    /** An aggregate and the type of its result. */
    record Aggregate(Tree tree, Type type) {}

    AggregateGenerator(Dice dice, ExpressionGenerator expressions) {
        this.dice = dice;
        this.expressions = expressions;
    }

    Query grouped(Source from, Tree where) {
        List<Type> keys = new ArrayList<>();
        int count = dice.of(List.of(0, 1, 1, 2));
        for (int i = 0; i < count; i++) {
            keys.add(expressions.orderedType(from.scope()));
        }
        List<Tree> groups = keys.stream()
                .map(type -> dice.percent(70)
                        ? expressions.leaf(type, from.scope())
                        : expressions.value(type, from.scope(), 1))
                .toList();
        List<Object> parts = new ArrayList<>(List.of("SELECT "));
        List<Out> columns = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            columns.add(new Out("c" + (i + 1), keys.get(i)));
            parts.add(SelectGenerator.item(groups.get(i), i + 1));
        }
        int aggregates = dice.between(1, 3);
        for (int i = 0; i < aggregates; i++) {
            Aggregate aggregate = aggregate(from.scope());
            columns.add(new Out("c" + (columns.size() + 1), aggregate.type()));
            parts.add(SelectGenerator.item(aggregate.tree(), columns.size()));
        }
        parts.addAll(List.of(" FROM ", from.tree(), where));
        if (count > 0) {
            parts.add(grouping(groups));
        }
        if (dice.percent(20)) {
            parts.add(Tree.optional(" HAVING ", having(from.scope())));
        }
        return new Query(new Tree(Query.SORT, parts), columns);
    }

    private Tree grouping(List<Tree> keys) {
        Tree list = Tree.joined("groups", ", ", keys);
        String first = keys.get(0).sql();
        return switch (dice.below(8)) {
            case 0 -> Tree.of("grouping", " GROUP BY ROLLUP (", list, ")");
            case 1 -> Tree.of("grouping", " GROUP BY CUBE (", list, ")");
            case 2 -> Tree.of("grouping", " GROUP BY GROUPING SETS ((", list, "), (" + first + "), ())");
            default -> Tree.of("grouping", " GROUP BY ", list);
        };
    }

    private Tree having(Scope scope) {
        return dice.percent(50)
                ? Tree.of(Sorts.VALUE + "BOOLEAN", "count(*) > " + dice.below(4))
                : Tree.of(
                        Sorts.VALUE + "BOOLEAN",
                        "max(",
                        expressions.value(INT, scope, 1),
                        ") >= ",
                        expressions.constant(INT));
    }

    Aggregate aggregate(Scope scope) {
        Aggregate plain = plain(scope);
        return dice.percent(15)
                        && !plain.tree().sql().contains("array")
                        && !plain.tree().sql().contains("listagg")
                ? new Aggregate(
                        Tree.of(
                                plain.tree().sort(),
                                plain.tree(),
                                Tree.optional(" FILTER (WHERE ", expressions.condition(scope, 1), ")")),
                        plain.type())
                : plain;
    }

    private Aggregate plain(Scope scope) {
        Type ordered = expressions.orderedType(scope);
        return switch (dice.below(16)) {
            case 0, 1 -> new Aggregate(Tree.of("aggregate", "count(*)"), LONG);
            case 2 -> of("count", expressions.type(scope), LONG, scope);
            case 3 -> of("count(DISTINCT ", ordered, scope, ")", LONG);
            case 4, 5 -> of("sum", INT, LONG, scope);
            case 6 -> of("min", ordered, ordered, scope);
            case 7 -> of("max", ordered, ordered, scope);
            case 8 -> of("sum", Types.DecimalType.of(9, 2), Types.DecimalType.of(19, 2), scope);
            case 9 -> of("avg", INT, Types.DoubleType.get(), scope);
            case 10 -> of("bool_or", Types.BooleanType.get(), Types.BooleanType.get(), scope);
            case 11 -> of("bit_xor", INT, INT, scope);
            case 12 -> of("sort_array(collect_list(", ordered, scope, "))", Types.ListType.ofRequired(1, ordered));
            case 13 -> of("array_sort(collect_set(", ordered, scope, "))", Types.ListType.ofRequired(1, ordered));
            case 14 -> listed(scope);
            default -> floating(scope);
        };
    }

    private Aggregate of(String function, Type from, Type to, Scope scope) {
        return of(function + "(", from, scope, ")", to);
    }

    private Aggregate of(String before, Type from, Scope scope, String after, Type to) {
        return new Aggregate(Tree.of("aggregate", before, expressions.value(from, scope, 1), after), to);
    }

    private Aggregate listed(Scope scope) {
        Tree value = expressions.value(STRING, scope, 1);
        return new Aggregate(
                Tree.of("aggregate", "listagg(", value, ", ',') WITHIN GROUP (ORDER BY ", value, ")"), STRING);
    }

    /** Only of columns as they are: their values sum up exactly, in whatever order. */
    private Aggregate floating(Scope scope) {
        Type type = Types.DoubleType.get();
        List<Out> columns = scope.of(type);
        return columns.isEmpty()
                ? of("approx_count_distinct", STRING, LONG, scope)
                : new Aggregate(
                        Tree.of(
                                "aggregate",
                                dice.one("sum(", "avg("),
                                dice.of(columns).name(),
                                ")"),
                        type);
    }
}
