package io.paladio.carbon.differential;

import io.paladio.carbon.differential.Scope.Out;
import io.paladio.carbon.differential.SourceGenerator.Source;
import java.util.ArrayList;
import java.util.List;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;

/** Queries of every form over the tables of a world, as bob sees their columns. Used by one thread. */
final class QueryGenerator implements ExpressionGenerator.Subqueries {
    private static final Type INT = Types.IntegerType.get();

    private final Dice dice;
    private final ExpressionGenerator expressions;
    private final SourceGenerator sources;
    private final SelectGenerator selects;
    private final AggregateGenerator aggregates;
    private final WindowGenerator windows;
    private final SpecialQueries specials;

    private QueryGenerator(Dice dice, List<StoredTable> seen) {
        this.dice = dice;
        this.expressions = new ExpressionGenerator(dice, dice.percent(20) ? 8 : 0, this);
        this.sources = new SourceGenerator(dice, seen, expressions, this::query);
        this.selects = new SelectGenerator(dice, expressions);
        this.aggregates = new AggregateGenerator(dice, expressions);
        this.windows = new WindowGenerator(dice, expressions);
        this.specials = new SpecialQueries(dice, expressions, sources);
    }

    /** @param seen the tables as the principal sees them: what is denied is not there */
    static Query generated(Dice dice, List<StoredTable> seen) {
        return new QueryGenerator(dice, seen).statement();
    }

    private Query statement() {
        Query query = query(dice.one(0, 1, 1, 2));
        return query.isOrdered() && !query.ordered() && dice.percent(35) ? ordered(query) : query;
    }

    private Query query(int depth) {
        return switch (dice.below(20)) {
            case 0, 1, 2, 3, 4 -> grouped(depth);
            case 5, 6 -> windowed(depth);
            case 7, 8 -> setOperation(depth);
            case 9 -> depth > 0 ? commonTable(depth - 1) : grouped(0);
            case 10 -> specials.pivot();
            case 11 -> specials.unpivot();
            case 12 -> specials.piped(depth);
            default -> selects.plain(sources.joined(depth));
        };
    }

    private Query grouped(int depth) {
        Source from = sources.joined(depth);
        return aggregates.grouped(from, selects.where(from.scope()));
    }

    private Query windowed(int depth) {
        Source from = sources.joined(depth);
        return windows.windowed(from, selects.where(from.scope()));
    }

    private Query setOperation(int depth) {
        Source left = sources.joined(depth);
        Source right = sources.joined(depth);
        List<Type> types = new ArrayList<>();
        int count = dice.between(1, 3);
        for (int i = 0; i < count; i++) {
            types.add(dice.of(ExpressionGenerator.TYPES));
        }
        Query first = selects.ofTypes(left, types, "SELECT ");
        Query second = selects.ofTypes(right, types, "SELECT ");
        String operation =
                dice.one("UNION ALL", "UNION ALL", "UNION", "INTERSECT", "INTERSECT ALL", "EXCEPT", "EXCEPT ALL");
        Tree tree = Tree.of(Query.SORT, first.tree(), " " + operation + " ", second.tree());
        return new Query(tree, first.columns());
    }

    private Query commonTable(int depth) {
        Query common = query(depth);
        String name = "w_" + sources.alias();
        Source twice = twice(name, common.columns());
        Query user = dice.percent(50) ? selects.plain(twice) : aggregates.grouped(twice, selects.where(twice.scope()));
        Tree tree = Tree.of(Query.SORT, "WITH " + name + " AS (", common.tree(), ") ", user.tree());
        return new Query(tree, user.columns());
    }

    private Source twice(String name, List<Out> columns) {
        String left = sources.alias();
        Scope scope = Scope.of(left, columns);
        if (dice.percent(50)) {
            return new Source(Tree.of("source", name + " " + left), scope);
        }
        String right = sources.alias();
        Out column = dice.of(columns);
        String on = Sorts.isOrdered(column.type())
                ? " ON " + left + "." + column.name() + " = " + right + "." + column.name()
                : " ON true";
        Tree tree = Tree.of("source", name + " " + left + " LEFT JOIN " + name + " " + right + on);
        return new Source(tree, scope.and(Scope.of(right, columns)));
    }

    /** All rows, or some of them, in an order that ties only what is the same. */
    private Query ordered(Query query) {
        List<String> order = new ArrayList<>();
        for (Out column : query.columns()) {
            order.add("z." + column.name() + dice.one("", " DESC", " NULLS LAST", " DESC NULLS FIRST"));
        }
        Tree limit = dice.percent(60)
                ? Tree.optional(" LIMIT " + dice.between(0, 12), Tree.optional(dice.one("", " OFFSET 2")))
                : Tree.of(Tree.OPTIONAL);
        Tree tree =
                Tree.of(Query.SORT, "SELECT * FROM (", query.tree(), ") z ORDER BY " + String.join(", ", order), limit);
        return new Query(tree, query.columns(), true);
    }

    @Override
    public Tree scalar(Type type, Scope outer) {
        Source inner = sources.table();
        Tree value = expressions.value(type, inner.scope(), 0);
        String aggregate = Sorts.isOrdered(type) && type.isPrimitiveType() ? dice.one("max(", "min(") : "max(";
        return Tree.of(
                Sorts.of(type),
                "(SELECT ",
                aggregate,
                value,
                ") FROM ",
                inner.tree(),
                Tree.optional(" WHERE ", dice.percent(60) ? correlation(outer, inner) : condition(inner)),
                ")");
    }

    private Tree condition(Source inner) {
        return expressions.condition(inner.scope(), 0);
    }

    /** An equality between what is outside and what is inside. */
    private Tree correlation(Scope outer, Source inner) {
        Type type = outer.of(INT).isEmpty() || dice.percent(50) ? Types.StringType.get() : INT;
        return Tree.of(
                Sorts.VALUE + "BOOLEAN",
                "(",
                expressions.leaf(type, inner.scope()),
                " = ",
                expressions.leaf(type, outer),
                ")");
    }

    @Override
    public Tree condition(Scope outer) {
        Source inner = sources.table();
        if (dice.percent(50)) {
            return Tree.of(
                    Sorts.VALUE + "BOOLEAN",
                    dice.one("(EXISTS (SELECT 1 FROM ", "(NOT EXISTS (SELECT 1 FROM "),
                    inner.tree(),
                    Tree.optional(" WHERE ", correlation(outer, inner), Tree.optional(" AND ", condition(inner))),
                    "))");
        }
        Type type = dice.one(INT, Types.StringType.get());
        return Tree.of(
                Sorts.VALUE + "BOOLEAN",
                "(",
                expressions.leaf(type, outer),
                dice.one(" IN (SELECT ", " IN (SELECT ", " NOT IN (SELECT "),
                expressions.value(type, inner.scope(), 0),
                " FROM ",
                inner.tree(),
                Tree.optional(" WHERE ", dice.percent(30) ? correlation(outer, inner) : condition(inner)),
                "))");
    }
}
