package io.paladio.carbon.differential;

import io.paladio.carbon.differential.Scope.Out;
import io.paladio.carbon.differential.SourceGenerator.Source;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import org.apache.iceberg.types.Type;

/** SELECT without grouping: projections, DISTINCT, stars, windows. Used by one thread. */
final class SelectGenerator {
    private final Dice dice;
    private final ExpressionGenerator expressions;

    SelectGenerator(Dice dice, ExpressionGenerator expressions) {
        this.dice = dice;
        this.expressions = expressions;
    }

    /** One item of a list after SELECT, but the first one may be left out. */
    static Tree item(Tree value, int number) {
        return number == 1 ? Tree.of("item", value, " AS c1") : Tree.optional(", ", value, " AS c" + number);
    }

    Tree where(Scope scope) {
        return dice.percent(30)
                ? Tree.optional(" WHERE ", expressions.condition(scope, dice.between(0, 2)))
                : Tree.of(Tree.OPTIONAL);
    }

    /** Columns of any types. */
    Query plain(Source from) {
        if (dice.percent(20) && hasPlainNames(from.scope())) {
            return star(from);
        }
        boolean distinct = dice.percent(15);
        List<Type> types = new ArrayList<>();
        int count = dice.between(1, 4);
        for (int i = 0; i < count; i++) {
            types.add(distinct ? expressions.orderedType(from.scope()) : expressions.type(from.scope()));
        }
        return ofTypes(from, types, distinct ? "SELECT DISTINCT " : "SELECT ");
    }

    Query ofTypes(Source from, List<Type> types, String select) {
        List<Object> parts = new ArrayList<>(List.of(select));
        List<Out> columns = new ArrayList<>();
        for (Type type : types) {
            columns.add(new Out("c" + (columns.size() + 1), type));
            parts.add(item(expressions.value(type, from.scope(), 2), columns.size()));
        }
        parts.add(" FROM ");
        parts.add(from.tree());
        parts.add(where(from.scope()));
        return new Query(new Tree(Query.SORT, parts), columns);
    }

    private static boolean hasPlainNames(Scope scope) {
        return scope.columns().stream().map(SelectGenerator::bare).distinct().count()
                        == scope.columns().size()
                && new HashSet<>(scope.columns()).size() == scope.columns().size();
    }

    private static String bare(Out column) {
        return column.name().substring(column.name().indexOf('.') + 1);
    }

    private Query star(Source from) {
        List<Out> columns = from.scope().columns().stream()
                .map(column -> new Out(bare(column), column.type()))
                .toList();
        Tree tree = Tree.of(Query.SORT, "SELECT * FROM ", from.tree(), where(from.scope()));
        return new Query(tree, columns);
    }
}
