package io.paladio.carbon.differential;

import io.paladio.carbon.differential.Scope.Out;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;

/** What stands in FROM: tables, sub-queries, constants, joins of all kinds. Used by one thread. */
final class SourceGenerator {
    private static final String SORT = "source";

    private final Dice dice;
    private final List<StoredTable> seen;
    private final ExpressionGenerator expressions;
    private final IntFunction<Query> queries;
    private int aliases;

    /** A part of FROM and what it offers. */
    record Source(Tree tree, Scope scope) {}

    SourceGenerator(Dice dice, List<StoredTable> seen, ExpressionGenerator expressions, IntFunction<Query> queries) {
        this.dice = dice;
        this.seen = List.copyOf(seen);
        this.expressions = expressions;
        this.queries = queries;
    }

    String alias() {
        aliases++;
        return "q" + aliases;
    }

    Source table() {
        StoredTable table = dice.of(seen);
        List<Out> columns = table.schema().columns().stream()
                .map(column -> new Out("`" + column.name() + "`", Sorts.shown(column.type())))
                .toList();
        String alias = alias();
        return new Source(Tree.of(SORT, Worlds.SCHEMA + "." + table.name() + " " + alias), Scope.of(alias, columns));
    }

    Source of(Query query) {
        String alias = alias();
        return new Source(Tree.of(SORT, "(", query.tree(), ") " + alias), Scope.of(alias, query.columns()));
    }

    Source one(int depth) {
        if (depth > 0 && dice.percent(25)) {
            return of(queries.apply(depth - 1));
        }
        return dice.percent(4) ? constants() : table();
    }

    private Source constants() {
        String alias = alias();
        Type text = Types.StringType.get();
        Type number = Types.IntegerType.get();
        Tree rows = Tree.of(
                SORT,
                "(VALUES (1, 'a'), (2, NULL), (",
                expressions.constant(number),
                ", ",
                expressions.constant(text),
                ")) AS " + alias + "(v1, v2)");
        return new Source(rows, Scope.of(alias, List.of(new Out("v1", number), new Out("v2", text))));
    }

    /** One source, or some joined. */
    Source joined(int depth) {
        Source all = one(depth);
        int joins = dice.of(List.of(0, 0, 1, 1, 2));
        for (int i = 0; i < joins; i++) {
            all = switch (dice.below(12)) {
                case 0 -> lateral(all);
                case 1 -> exploded(all);
                default -> join(all, one(depth));
            };
        }
        return all;
    }

    private Source join(Source left, Source right) {
        String kind = dice.one(
                "JOIN",
                "JOIN",
                "LEFT JOIN",
                "LEFT JOIN",
                "RIGHT JOIN",
                "FULL JOIN",
                "LEFT SEMI JOIN",
                "LEFT ANTI JOIN",
                "CROSS JOIN");
        Scope both = left.scope().and(right.scope());
        List<Object> parts = new ArrayList<>(List.of(left.tree()));
        Object joined = kind.equals("CROSS JOIN") ? "" : Tree.of("on", " ON ", on(left.scope(), right.scope()));
        parts.add(Tree.optional(" " + kind + " ", right.tree(), joined));
        return new Source(new Tree(SORT, parts), kind.contains("SEMI") || kind.contains("ANTI") ? left.scope() : both);
    }

    private Tree on(Scope left, Scope right) {
        Scope both = left.and(right);
        List<Type> common = left.columns().stream()
                .map(Out::type)
                .filter(type -> Sorts.isOrdered(type) && !right.of(type).isEmpty())
                .toList();
        if (common.isEmpty() || dice.percent(10)) {
            return expressions.condition(both, 1);
        }
        Type type = dice.of(common);
        Tree equal = Tree.of(
                Sorts.VALUE + "BOOLEAN",
                "(",
                dice.percent(75) ? expressions.leaf(type, left) : expressions.value(type, left, 1),
                dice.percent(85) ? " = " : " <=> ",
                dice.of(right.of(type)).name(),
                ")");
        return dice.percent(75)
                ? equal
                : Tree.of(Sorts.VALUE + "BOOLEAN", "(", equal, " AND ", expressions.condition(both, 1), ")");
    }

    private Source lateral(Source left) {
        String alias = alias();
        Type first = expressions.orderedType(left.scope());
        Tree right = Tree.of(
                SORT,
                "LATERAL (SELECT ",
                expressions.value(first, left.scope(), 1),
                " AS l1, ",
                expressions.value(Types.IntegerType.get(), left.scope(), 1),
                " AS l2",
                Tree.optional(" WHERE ", expressions.condition(left.scope(), 1)),
                ") " + alias);
        Scope scope = Scope.of(alias, List.of(new Out("l1", first), new Out("l2", Types.IntegerType.get())));
        return new Source(
                Tree.of(
                        SORT,
                        left.tree(),
                        dice.one(", ", " LEFT JOIN ").equals(", ")
                                ? Tree.optional(" CROSS JOIN ", right)
                                : Tree.optional(" LEFT JOIN ", right)),
                left.scope().and(scope));
    }

    /** The elements of a list, each a row of its own. */
    private Source exploded(Source left) {
        List<Out> lists = left.scope().columns().stream()
                .filter(column -> column.type().isListType())
                .toList();
        if (lists.isEmpty()) {
            return lateral(left);
        }
        Out list = dice.of(lists);
        String alias = alias();
        Type element = Sorts.shown(list.type().asListType().elementType());
        Tree all = Tree.of(
                SORT,
                left.tree(),
                Tree.optional(" CROSS JOIN LATERAL explode(" + list.name() + ") AS " + alias + "(x)"));
        return new Source(all, left.scope().and(Scope.of(alias, List.of(new Out("x", element)))));
    }
}
