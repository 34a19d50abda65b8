package io.paladio.carbon.differential;

import io.paladio.carbon.differential.Scope.Out;
import io.paladio.carbon.differential.SourceGenerator.Source;
import java.util.ArrayList;
import java.util.List;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;

/** Window functions, over orders in which only rows that are the same in all columns tie. Used by one thread. */
final class WindowGenerator {
    private static final Type INT = Types.IntegerType.get();

    private final Dice dice;
    private final ExpressionGenerator expressions;

    WindowGenerator(Dice dice, ExpressionGenerator expressions) {
        this.dice = dice;
        this.expressions = expressions;
    }

    Query windowed(Source from, Tree where) {
        List<Object> parts = new ArrayList<>(List.of("SELECT "));
        List<Out> columns = new ArrayList<>();
        int count = dice.between(1, 3);
        for (int i = 0; i < count; i++) {
            AggregateGenerator.Aggregate window =
                    i == 0 || dice.percent(50) ? function(from.scope()) : value(from.scope());
            columns.add(new Out("c" + (i + 1), window.type()));
            parts.add(SelectGenerator.item(window.tree(), i + 1));
        }
        parts.addAll(List.of(" FROM ", from.tree(), where));
        return new Query(new Tree(Query.SORT, parts), columns);
    }

    private AggregateGenerator.Aggregate value(Scope scope) {
        Type type = expressions.orderedType(scope);
        return new AggregateGenerator.Aggregate(expressions.value(type, scope, 1), type);
    }

    private AggregateGenerator.Aggregate function(Scope scope) {
        boolean total = scope.columns().stream().allMatch(column -> Sorts.isOrdered(column.type()));
        return total && dice.percent(65) ? ofPlaces(scope) : ofPeers(scope);
    }

    /** What depends on the place of each row. */
    private AggregateGenerator.Aggregate ofPlaces(Scope scope) {
        String order = String.join(
                ", ",
                scope.columns().stream()
                        .map(column -> column.name() + direction())
                        .toList());
        Type type = expressions.orderedType(scope);
        Tree over = over(scope, Tree.of("order", order), dice.one("", "", " ROWS BETWEEN 2 PRECEDING AND 1 FOLLOWING"));
        Tree plain = over(scope, Tree.of("order", order), "");
        return switch (dice.below(7)) {
            case 0 -> window(Tree.of("call", "row_number()"), plain, INT);
            case 1 -> window(Tree.of("call", "lag(", expressions.value(type, scope, 1), ")"), plain, type);
            case 2 -> window(Tree.of("call", "lead(", expressions.value(type, scope, 1), ", 2)"), plain, type);
            case 3 -> window(Tree.of("call", "ntile(3)"), plain, INT);
            case 4 -> window(Tree.of("call", "first_value(", expressions.value(type, scope, 1), ")"), over, type);
            case 5 ->
                window(Tree.of("call", "sum(", expressions.value(INT, scope, 1), ")"), over, Types.LongType.get());
            default -> window(Tree.of("call", "nth_value(", expressions.value(type, scope, 1), ", 2)"), over, type);
        };
    }

    /** What is the same for all rows that tie. */
    private AggregateGenerator.Aggregate ofPeers(Scope scope) {
        Tree order = Tree.of("order", expressions.value(expressions.orderedType(scope), scope, 1), direction());
        Tree over = over(scope, order, "");
        Type type = expressions.orderedType(scope);
        return switch (dice.below(6)) {
            case 0 -> window(Tree.of("call", "rank()"), over, INT);
            case 1 -> window(Tree.of("call", "dense_rank()"), over, INT);
            case 2 -> window(Tree.of("call", "percent_rank()"), over, Types.DoubleType.get());
            case 3 -> window(Tree.of("call", "cume_dist()"), over, Types.DoubleType.get());
            case 4 -> window(Tree.of("call", "max(", expressions.value(type, scope, 1), ")"), over, type);
            default -> window(Tree.of("call", "count(*)"), over, Types.LongType.get());
        };
    }

    private Tree over(Scope scope, Tree order, String frame) {
        Tree partition = dice.percent(60)
                ? Tree.optional("PARTITION BY ", expressions.leaf(expressions.orderedType(scope), scope))
                : Tree.of(Tree.OPTIONAL);
        return Tree.of("over", " OVER (", partition, " ORDER BY ", order, frame, ")");
    }

    private AggregateGenerator.Aggregate window(Tree call, Tree over, Type type) {
        return new AggregateGenerator.Aggregate(Tree.of(Sorts.of(type), call, over), type);
    }

    private String direction() {
        return dice.one("", " DESC", " ASC NULLS LAST", " DESC NULLS FIRST");
    }
}
