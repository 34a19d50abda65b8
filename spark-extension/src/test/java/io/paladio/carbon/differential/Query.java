package io.paladio.carbon.differential;

import io.paladio.carbon.differential.Scope.Out;
import java.util.List;

/**
 * A query.
 *
 * @param tree its text
 * @param columns what it yields
 * @param ordered whether its rows come in an order that is told by their values alone
 */
record Query(Tree tree, List<Out> columns, boolean ordered) {
    static final String SORT = "query";

    Query {
        columns = List.copyOf(columns);
    }

    Query(Tree tree, List<Out> columns) {
        this(tree, columns, false);
    }

    boolean isOrdered() {
        return columns.stream().allMatch(column -> Sorts.isOrdered(column.type()));
    }

    /** The same statement, smaller. */
    Query with(Tree smaller) {
        return new Query(smaller, columns, ordered);
    }
}
