package io.paladio.carbon.spark.catalyst;

import io.paladio.carbon.catalog.GovernedMetadata;
import io.paladio.carbon.catalog.GovernedRawTable;
import io.paladio.carbon.catalog.GovernedTable;
import io.paladio.carbon.catalog.GovernedTarget;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.plans.logical.CommandResult;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.connector.catalog.Table;
import org.apache.spark.sql.connector.read.Scan;
import org.apache.spark.sql.execution.adaptive.LogicalQueryStage;
import org.apache.spark.sql.execution.columnar.InMemoryRelation;
import org.apache.spark.sql.execution.datasources.v2.DataSourceV2Relation;
import org.apache.spark.sql.execution.datasources.v2.DataSourceV2ScanRelation;

/**
 * Everything of Spark's connector API that a plan reads or holds, with the barrier that it stands under. Whoever checks a plan
 * asks this, so that analysis and planning can't see different things.
 */
public final class PlanReads {
    private PlanReads() {}

    /**
     * One relation, before or after Spark has made its scan.
     *
     * @param isWritten whether it is the target of a command, and not read
     */
    public record PlanRead(
            DataSourceV2Relation relation, Optional<Scan> scan, Optional<PolicyBarrier> barrier, boolean isWritten) {
        /** The restricted table with its raw columns, if it is one. */
        public Optional<GovernedRawTable> raw() {
            if (relation.table() instanceof GovernedRawTable raw) {
                return Optional.of(raw);
            }
            return isWritten ? Optional.empty() : target().map(GovernedTarget::inner);
        }

        /** The restricted table that a write in its governed form changes, whether this is what it writes or what it reads of it. */
        public Optional<GovernedTarget> target() {
            return WriteTargets.governed(relation);
        }

        /** The metadata table as a restricted principal gets it, if it is one. */
        public Optional<GovernedMetadata> metadata() {
            return relation.table() instanceof GovernedMetadata metadata ? Optional.of(metadata) : Optional.empty();
        }

        /** Whether it is a restricted table that no rule has put under its policy. */
        public boolean isBare() {
            Table table = relation.table();
            return table instanceof GovernedTable
                    || raw().filter(raw -> barrier.filter(above -> above.isOf(raw.policy()))
                                    .isEmpty())
                            .isPresent();
        }
    }

    /** All reads, those of sub-queries, caches and commands included. */
    public static List<PlanRead> of(LogicalPlan plan) {
        Collector collector = new Collector();
        PlanWalk.walkReads(plan, collector);
        return List.copyOf(collector.reads);
    }

    /**
     * The reads that start when the plan is planned. Spark plans an adaptive query again while it runs, and then what it takes from
     * a cache has started.
     */
    public static List<PlanRead> starting(LogicalPlan plan) {
        Beginning beginning = new Beginning();
        PlanWalk.walkReads(plan, beginning);
        return beginning.isRunning ? List.copyOf(beginning.uncached.reads) : of(plan);
    }

    /** All barriers of the plan. */
    public static List<Barrier> barriers(LogicalPlan plan) {
        List<Barrier> barriers = new ArrayList<>();
        PlanWalk.walkReads(plan, new PlanWalk.Visitor() {
            @Override
            public void node(LogicalPlan node, Optional<PolicyBarrier> barrier) {
                if (node instanceof Barrier found) {
                    barriers.add(found);
                }
            }

            @Override
            public void expression(Expression expression, LogicalPlan owner) {}
        });
        return List.copyOf(barriers);
    }

    /** Whether a barrier stands in the plan or in anything that it holds, the query of a view that it defines included. */
    static boolean holdBarrier(LogicalPlan plan) {
        BarrierSearch search = new BarrierSearch();
        PlanWalk.walk(plan, search);
        return search.found;
    }

    /** What the plan counts for shadow filters. Commands that change rows where they lie are not counted. */
    static List<ShadowCounter> counters(LogicalPlan plan) {
        if (ShadowWrap.changesRows(PlanTargets.root(plan))) {
            return List.of();
        }
        Set<ShadowCounter> counters = new LinkedHashSet<>();
        PlanWalk.walkReads(plan, new PlanWalk.Visitor() {
            @Override
            public void node(LogicalPlan node, Optional<PolicyBarrier> barrier) {
                if (node instanceof ShadowRows counted) {
                    counters.addAll(counted.counters());
                }
            }

            @Override
            public void expression(Expression expression, LogicalPlan owner) {}
        });
        return List.copyOf(counters);
    }

    /** The plans of the commands that ran while the plan was analysed. */
    static List<LogicalPlan> commandsRun(LogicalPlan plan) {
        List<LogicalPlan> commands = new ArrayList<>();
        PlanWalk.walk(plan, new PlanWalk.Visitor() {
            @Override
            public void node(LogicalPlan node, Optional<PolicyBarrier> barrier) {
                if (node instanceof CommandResult result) {
                    commands.add(result.commandLogicalPlan());
                }
            }

            @Override
            public void expression(Expression expression, LogicalPlan owner) {}
        });
        return List.copyOf(commands);
    }

    private static final class BarrierSearch implements PlanWalk.Visitor {
        private boolean found;

        @Override
        public void node(LogicalPlan node, Optional<PolicyBarrier> barrier) {
            found |= node instanceof Barrier;
        }

        @Override
        public void expression(Expression expression, LogicalPlan owner) {}
    }

    /** Finds out whether the plan is of a running query, and what it reads outside caches. */
    private static final class Beginning implements PlanWalk.Visitor {
        private final Collector uncached = new Collector();
        private boolean isRunning;

        @Override
        public void node(LogicalPlan node, Optional<PolicyBarrier> barrier) {
            isRunning |= node instanceof LogicalQueryStage;
            uncached.node(node, barrier);
        }

        @Override
        public void expression(Expression expression, LogicalPlan owner) {}

        @Override
        public boolean enters(LogicalPlan node) {
            return !(node instanceof InMemoryRelation);
        }
    }

    private static final class Collector implements PlanWalk.Visitor {
        private final List<PlanRead> reads = new ArrayList<>();
        private final Set<LogicalPlan> targets = Collections.newSetFromMap(new IdentityHashMap<>());

        @Override
        public void node(LogicalPlan node, Optional<PolicyBarrier> barrier) {
            targets.addAll(WriteTargets.relations(node));
            if (node instanceof DataSourceV2Relation relation) {
                reads.add(new PlanRead(relation, Optional.empty(), barrier, targets.contains(node)));
            } else if (node instanceof DataSourceV2ScanRelation scanned) {
                reads.add(new PlanRead(scanned.relation(), Optional.of(scanned.scan()), barrier, false));
            }
        }

        @Override
        public void expression(Expression expression, LogicalPlan owner) {}
    }
}
