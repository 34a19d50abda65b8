package io.paladio.carbon.spark.catalyst;

import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.catalyst.analysis.Star;
import org.apache.spark.sql.catalyst.analysis.UnresolvedAttribute;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.NamedExpression;
import org.apache.spark.sql.catalyst.plans.logical.Aggregate;
import org.apache.spark.sql.catalyst.plans.logical.CTERelationDef;
import org.apache.spark.sql.catalyst.plans.logical.CTERelationRef;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.Pivot;
import org.apache.spark.sql.catalyst.plans.logical.Project;
import org.apache.spark.sql.catalyst.plans.logical.Unpivot;
import org.apache.spark.sql.catalyst.plans.logical.WithCTE;

/**
 * How much Spark writes for what a statement says in a word: each column for a star, a column for each value of a pivot and each of its
 * aggregates, all columns for each grouping set, and for a column without a name the names of all that it is made of. Before anything
 * is resolved: of a table nothing is known, and it counts for one column. Used by one thread, once.
 */
public final class SpelledOut {
    private static final long MOST = 1L << 40;
    private static final long OF_A_NAME = 64;
    /** Nobody writes many stars in one list; each stands for as many columns as a wide table has. */
    private static final int FEW_STARS = 4;

    private static final long OF_A_STAR = 1_000;

    /** What a node gives out: how many columns, and the characters of their names. */
    private record Given(long width, long names) {
        static final Given ONE = new Given(1, OF_A_NAME);
    }

    private final Map<Long, Given> commonTables = new HashMap<>();
    private final Map<LogicalPlan, Given> known = new IdentityHashMap<>();
    private long names;
    private long cells;
    private long stars;

    private SpelledOut() {}

    /** Of a plan that may not be resolved. */
    public static SpelledOut of(LogicalPlan plan) {
        SpelledOut spelled = new SpelledOut();
        spelled.given(plan);
        return spelled;
    }

    /** The characters of names that a part of the plan gives out. */
    public long names() {
        return names;
    }

    /** The expressions that a part of the plan is written out to. */
    public long cells() {
        return Math.max(cells, stars);
    }

    private Given given(LogicalPlan node) {
        Given given = known.get(node);
        if (given == null) {
            given = looked(node);
            names = Math.max(names, given.names());
            known.put(node, given);
        }
        return given;
    }

    private Given looked(LogicalPlan node) {
        if (node instanceof WithCTE common) {
            for (CTERelationDef definition : ScalaInterop.list(common.cteDefs())) {
                commonTables.put(definition.id(), given(definition.child()));
            }
            return given(common.plan());
        }
        if (node instanceof CTERelationRef reference) {
            return commonTables.getOrDefault(reference.cteId(), Given.ONE);
        }
        long width = 0;
        long letters = 0;
        for (LogicalPlan plan : PlanTree.below(node)) {
            Given below = given(plan);
            width = Math.min(MOST, width + below.width());
            letters = Math.min(MOST, letters + below.names());
        }
        Given below = width == 0 ? Given.ONE : new Given(width, letters);
        cells = Math.max(cells, cells(node, below));
        return node instanceof Project || node instanceof Aggregate ? selected(node, below) : below;
    }

    private Given selected(LogicalPlan node, Given below) {
        long width = 0;
        long letters = 0;
        long found = 0;
        for (Expression expression : ScalaInterop.list(node.expressions())) {
            long within = stars(expression);
            found += within;
            boolean isStar = expression instanceof Star;
            width = Math.min(MOST, width + (isStar ? below.width() : 1));
            letters = Math.min(MOST, letters + letters(expression, within, below));
        }
        cells = Math.max(cells, found * below.width());
        stars += OF_A_STAR * Math.max(0, found - FEW_STARS);
        return new Given(Math.max(1, width), letters);
    }

    private static long letters(Expression expression, long stars, Given below) {
        if (expression instanceof UnresolvedAttribute column) {
            List<String> parts = ScalaInterop.list(column.nameParts());
            return parts.get(parts.size() - 1).length();
        }
        if (expression instanceof NamedExpression named && !(expression instanceof Star) && expression.resolved()) {
            return named.name().length();
        }
        return stars == 0 ? OF_A_NAME : stars * below.names();
    }

    private static long stars(Expression expression) {
        long stars = expression instanceof Star ? 1 : 0;
        for (Expression part : ScalaInterop.list(expression.children())) {
            stars += stars(part);
        }
        return stars;
    }

    /** The expressions that take the node's place. */
    private static long cells(LogicalPlan node, Given below) {
        if (node instanceof Pivot pivot) {
            long aggregates = ScalaInterop.list(pivot.aggregates()).stream()
                    .mapToLong(TreeSize::written)
                    .sum();
            return aggregates * pivot.pivotValues().size();
        }
        if (node instanceof Unpivot unpivot) {
            long ids = ScalaInterop.optional(unpivot.ids())
                    .map(given -> (long) given.size())
                    .orElse(below.width());
            long values = ScalaInterop.optional(unpivot.values())
                    .map(given -> (long) given.size())
                    .orElse(below.width());
            return values * (ids + 1 + unpivot.valueColumnNames().size());
        }
        long sets = PlanWidth.groupings(node);
        return sets == 1 ? 0 : sets * (below.width() + node.expressions().size());
    }
}
