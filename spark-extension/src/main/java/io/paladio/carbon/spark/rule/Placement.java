package io.paladio.carbon.spark.rule;

import io.paladio.carbon.catalog.SparkRefusal;
import io.paladio.carbon.error.CarbonCondition;
import io.paladio.carbon.error.RefusalBuilder;
import io.paladio.carbon.spark.catalyst.Barrier;
import io.paladio.carbon.spark.catalyst.PartitionDependence;
import io.paladio.carbon.spark.catalyst.PlanReads;
import io.paladio.carbon.spark.catalyst.PlanRewrite;
import io.paladio.carbon.spark.catalyst.PlanWalk;
import io.paladio.carbon.spark.catalyst.PolicyBarrier;
import io.paladio.carbon.spark.catalyst.RowPlacement;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;

/**
 * Keeps what a statement can say about a row's place from telling of hidden rows: where a plan looks at partitions, every
 * barrier in it places its rows by their visible values; where it looks at files it is refused. Stateless but for its session.
 */
final class Placement {
    private static final AllowList OF_PLACES = AllowList.shipped("place-expressions.txt");
    private static final AllowList OF_FILES = AllowList.shipped("file-expressions.txt");

    private static final PlanRewrite PLACED =
            new PlanRewrite(Placement::byVisibleValues, expression -> Optional.empty());

    private final SparkSession session;

    Placement(SparkSession session) {
        this.session = session;
    }

    /** The plan, with its barriers as it needs them. */
    LogicalPlan placed(LogicalPlan plan) {
        if (PlanReads.barriers(plan).isEmpty() || !looksAtPlaces(plan)) {
            return plan;
        }
        return PLACED.apply(plan);
    }

    /** Refuses a plan that could count what its barriers hide. */
    void require(LogicalPlan plan) {
        List<Barrier> barriers = PlanReads.barriers(plan);
        if (barriers.isEmpty()) {
            return;
        }
        String principal = barriers.get(0).policy().principal().name();
        PlanWalk.walk(plan, new FilesRefused(principal));
        boolean asStored = barriers.stream().anyMatch(barrier -> barrier.placement() == RowPlacement.AS_STORED);
        if (asStored && looksAtPlaces(plan)) {
            throw refuse(CarbonCondition.METADATA_DENIED
                    .refusal()
                    .object("the partitions of a row")
                    .principal(principal));
        }
    }

    private boolean looksAtPlaces(LogicalPlan plan) {
        Search search = new Search(plan);
        PlanWalk.walk(plan, search);
        return search.found;
    }

    private static Optional<LogicalPlan> byVisibleValues(LogicalPlan node) {
        if (!(node instanceof Barrier barrier) || barrier.placement() != RowPlacement.AS_STORED) {
            return Optional.empty();
        }
        // Below that of a view stand those of its tables.
        return Optional.of(PLACED.below(barrier.placed(RowPlacement.BY_VISIBLE_VALUES)));
    }

    private SparkRefusal refuse(RefusalBuilder refusal) {
        return Refusals.refuse(session, refusal);
    }

    /** Whether anything of a plan depends on partitions. */
    private final class Search implements PlanWalk.Visitor {
        private final LogicalPlan root;
        private boolean found;

        private Search(LogicalPlan root) {
            this.root = root;
        }

        @Override
        public void node(LogicalPlan node, Optional<PolicyBarrier> barrier) {
            boolean round = node == root && PartitionDependence.isRoundOfRecursion(session, node);
            found |= PartitionDependence.of(node) && !round;
        }

        @Override
        public void expression(Expression expression, LogicalPlan owner) {
            found |= OF_PLACES.allows(expression.getClass().getName());
        }
    }

    private final class FilesRefused implements PlanWalk.Visitor {
        private final String principal;

        private FilesRefused(String principal) {
            this.principal = principal;
        }

        @Override
        public void node(LogicalPlan node, Optional<PolicyBarrier> barrier) {}

        @Override
        public void expression(Expression expression, LogicalPlan owner) {
            if (OF_FILES.allows(expression.getClass().getName())) {
                throw refuse(CarbonCondition.METADATA_DENIED
                        .refusal()
                        .object(expression.prettyName())
                        .principal(principal));
            }
        }
    }
}
