package io.paladio.carbon.spark.catalyst;

import io.paladio.carbon.catalog.GovernedTarget;
import io.paladio.carbon.catalog.SealedWrite;
import io.paladio.carbon.policy.EffectivePolicy;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.plans.logical.AppendData;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.ReplaceData;
import org.apache.spark.sql.catalyst.plans.logical.Union;
import org.apache.spark.sql.catalyst.plans.logical.V2WriteCommand;
import org.apache.spark.sql.catalyst.plans.logical.WriteDelta;
import org.apache.spark.sql.execution.datasources.v2.DataSourceV2Relation;

/**
 * Holds every write of a plan to restricted tables against the forms of {@link GovernedWrites}, after analysis and again before
 * execution. What the optimizer may have made of a form is accepted: columns dropped, projections merged, an empty branch left out.
 * Used by one thread, once.
 */
public final class WriteProof {
    private final List<SealedWrite> writes = new ArrayList<>();
    private final Set<PolicyBarrier> proven = Collections.newSetFromMap(new IdentityHashMap<>());
    private Optional<GovernedTarget> broken = Optional.empty();
    private boolean found;

    private WriteProof() {}

    /** What the plan writes, and whether it may. */
    public static WriteProof of(LogicalPlan plan) {
        WriteProof proof = new WriteProof();
        PlanWalk.walkReads(plan, new PlanWalk.Visitor() {
            @Override
            public void node(LogicalPlan node, Optional<PolicyBarrier> barrier) {
                if (node instanceof V2WriteCommand write) {
                    proof.look(write);
                }
            }

            @Override
            public void expression(Expression expression, LogicalPlan owner) {}
        });
        return proof;
    }

    /** Whether the plan writes to a restricted table at all. */
    public boolean isOfWrites() {
        return found;
    }

    /** A restricted table that the plan would write in no proven form. */
    public Optional<GovernedTarget> broken() {
        return broken;
    }

    /** Whether the barrier gives stored values to a write that was proven. */
    public boolean holds(PolicyBarrier barrier) {
        return barrier.rows() == BarrierRows.SEEN || proven.contains(barrier);
    }

    /** The writes themselves, where Spark has made them. */
    public List<SealedWrite> writes() {
        return List.copyOf(writes);
    }

    private void look(V2WriteCommand write) {
        Optional<GovernedTarget> target = write.table() instanceof DataSourceV2Relation relation
                ? WriteTargets.governed(relation)
                : Optional.empty();
        if (target.isEmpty()) {
            return;
        }
        found = true;
        if (!isGoverned(write, target.get())) {
            broken = target;
        }
    }

    private boolean isGoverned(V2WriteCommand write, GovernedTarget target) {
        Optional<Object> made = made(write);
        if (made.isPresent()) {
            if (!(made.get() instanceof SealedWrite shut) || shut.target() != target) {
                return false;
            }
            writes.add(shut);
        }
        List<LogicalPlan> branches = branches(write.query());
        boolean hides =
                write instanceof ReplaceData && target.policy().rowFilter().isPresent();
        List<LogicalPlan> changed = branches.stream()
                .filter(branch -> !(hides && isKept(branch, target.policy())))
                .toList();
        int kept = branches.size() - changed.size();
        return changed.size() <= 1
                && kept == (hides ? 1 : 0)
                && changed.stream().allMatch(branch -> isChecked(branch, write, target))
                && (made.isPresent() || WriteForm.isAsCompiled(write, changed, target))
                && WriteForm.isProjectedByName(write)
                && keepsStored(write, branches, target)
                && NewValues.areKeptOut(write, target)
                && isCarried(write.query(), target);
    }

    /** What a write that replaces files is made of: the rows of its statement and the rows that it keeps. */
    private static List<LogicalPlan> branches(LogicalPlan query) {
        return PlacedRows.unplaced(query) instanceof Union union && PlacedRows.isInOrder(query, 0)
                ? ScalaInterop.list(union.children())
                : List.of(OwedRows.unmarked(query));
    }

    private static Optional<Object> made(V2WriteCommand write) {
        if (write instanceof AppendData append) {
            return ScalaInterop.optional(append.write()).map(Object.class::cast);
        }
        if (write instanceof ReplaceData replace) {
            return ScalaInterop.optional(replace.write()).map(Object.class::cast);
        }
        // Any other is of no form, whatever has been made of it.
        return write instanceof WriteDelta delta
                ? ScalaInterop.optional(delta.write()).map(Object.class::cast)
                : Optional.of(write);
    }

    private static boolean isKept(LogicalPlan branch, EffectivePolicy policy) {
        return PlacedRows.unplaced(branch) instanceof PolicyBarrier barrier
                && barrier.rows() == BarrierRows.KEPT
                && barrier.isOf(policy)
                && PlacedRows.isInOrder(branch, 1);
    }

    private static boolean isChecked(LogicalPlan branch, V2WriteCommand write, GovernedTarget target) {
        return !WriteForm.needsCheck(write, target)
                || PlacedRows.unplaced(branch) instanceof CheckedRows checked
                        && checked.isOf(target.policy())
                        && PlacedRows.isInOrder(branch, 0);
    }

    /** Whether stored values of masked columns go into their own columns, and nothing else is made of them. */
    private boolean isCarried(LogicalPlan query, GovernedTarget target) {
        CarriedValues carried = new CarriedValues(target, MaskedColumns.of(target));
        boolean own = ScalaInterop.list(query.output()).stream()
                .allMatch(column -> carried.of(query, column)
                        .filter(stored -> !stored.equals(column.name()))
                        .isEmpty());
        proven.addAll(carried.barriers());
        return own && !carried.isUsed();
    }

    /** Whether every row that an UPDATE stores, or a DELETE stores again, has the columns that it has to keep as they were. */
    private static boolean keepsStored(V2WriteCommand write, List<LogicalPlan> branches, GovernedTarget target) {
        Set<String> kept = new AssignableColumns(target).kept();
        return !WriteForm.storesRowsAgain(write)
                || branches.stream()
                        .filter(branch -> !PlacedRows.areNone(branch))
                        .allMatch(branch -> {
                            CarriedValues carried = new CarriedValues(target, kept);
                            return ScalaInterop.list(branch.output()).stream()
                                    .filter(column -> kept.contains(column.name()))
                                    .allMatch(
                                            column -> carried.of(branch, column).isPresent());
                        });
    }
}
