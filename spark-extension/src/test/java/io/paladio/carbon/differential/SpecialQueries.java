package io.paladio.carbon.differential;

import io.paladio.carbon.differential.Scope.Out;
import io.paladio.carbon.differential.SourceGenerator.Source;
import java.util.List;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;

/** PIVOT, UNPIVOT and the pipe syntax. Used by one thread. */
final class SpecialQueries {
    private static final Type INT = Types.IntegerType.get();
    private static final Type LONG = Types.LongType.get();
    private static final Type STRING = Types.StringType.get();

    private final Dice dice;
    private final ExpressionGenerator expressions;
    private final SourceGenerator sources;

    SpecialQueries(Dice dice, ExpressionGenerator expressions, SourceGenerator sources) {
        this.dice = dice;
        this.expressions = expressions;
        this.sources = sources;
    }

    Query pivot() {
        Source from = sources.table();
        Type key = expressions.orderedType(from.scope());
        Tree tree = Tree.of(
                Query.SORT,
                "SELECT * FROM (SELECT ",
                expressions.leaf(key, from.scope()),
                " AS k, ",
                expressions.leaf(STRING, from.scope()),
                " AS s, ",
                expressions.value(INT, from.scope(), 1),
                " AS v FROM ",
                from.tree(),
                ") PIVOT (" + dice.one("max", "sum", "count")
                        + "(v) FOR s IN ('a' AS p1, 'EU' AS p2, 'XXXXXXXX' AS p3))");
        boolean wide = !tree.sql().contains("PIVOT (max(");
        Type value = wide ? LONG : INT;
        return new Query(
                tree, List.of(new Out("k", key), new Out("p1", value), new Out("p2", value), new Out("p3", value)));
    }

    Query unpivot() {
        Source from = sources.table();
        Type type = expressions.orderedType(from.scope());
        Tree tree = Tree.of(
                Query.SORT,
                "SELECT * FROM (SELECT ",
                expressions.leaf(INT, from.scope()),
                " AS k, ",
                expressions.value(type, from.scope(), 1),
                " AS a, ",
                expressions.value(type, from.scope(), 1),
                " AS b FROM ",
                from.tree(),
                ") UNPIVOT " + dice.one("", "INCLUDE NULLS ") + "(v FOR n IN (a, b))");
        return new Query(tree, List.of(new Out("k", INT), new Out("n", STRING), new Out("v", type)));
    }

    Query piped(int depth) {
        Source from = sources.joined(depth);
        Type type = expressions.orderedType(from.scope());
        Tree tree = Tree.of(
                Query.SORT,
                "FROM ",
                from.tree(),
                Tree.optional(" |> WHERE ", expressions.condition(from.scope(), 1)),
                " |> SELECT ",
                expressions.value(type, from.scope(), 1),
                " AS c1, ",
                expressions.value(INT, from.scope(), 1),
                " AS v |> AGGREGATE sum(v) AS c2, count(*) AS c3 GROUP BY c1");
        return new Query(tree, List.of(new Out("c1", type), new Out("c2", LONG), new Out("c3", LONG)));
    }
}
