package io.paladio.carbon.spark.catalyst;

import io.paladio.carbon.catalog.AppendedRange;
import io.paladio.carbon.catalog.GovernedMetadata;
import io.paladio.carbon.catalog.GovernedRawTable;
import io.paladio.carbon.policy.Decision;
import io.paladio.carbon.policy.Securable;
import io.paladio.carbon.spark.catalyst.PlanReads.PlanRead;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.spark.source.SparkTable;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;

/** Finds what an analysed plan reads of governed tables, sub-queries included, in the order of the plan. Stateless. */
public final class GovernedReads {
    private GovernedReads() {}

    /** The plan's governed reads, views with a policy of their own last, on the thread that analysed it. Writes' targets are not among them. */
    public static List<GovernedRead> of(LogicalPlan plan) {
        Stream<GovernedRead> tables =
                PlanReads.of(plan).stream().filter(read -> !read.isWritten()).flatMap(GovernedReads::of);
        return Stream.concat(tables, ViewProof.of(plan).barriers().stream().map(GovernedReads::view))
                .toList();
    }

    private static GovernedRead view(ViewBarrier barrier) {
        return new GovernedRead(
                barrier.table(),
                new Decision.Restricted(barrier.policy()),
                Optional.empty(),
                Optional.empty(),
                columns(ScalaInterop.list(barrier.output()), barrier::masks));
    }

    private static Stream<GovernedRead> of(PlanRead read) {
        if (read.metadata().isPresent()) {
            return Stream.of(metadata(read, read.metadata().orElseThrow()));
        }
        return read.barrier().isPresent() ? restricted(read) : unrestricted(read);
    }

    private static GovernedRead metadata(PlanRead read, GovernedMetadata table) {
        return new GovernedRead(
                table.securable(),
                new Decision.Restricted(table.policy()),
                Optional.empty(),
                Optional.empty(),
                columns(ScalaInterop.list(read.relation().output()), column -> false));
    }

    private static Stream<GovernedRead> restricted(PlanRead read) {
        return read.raw().stream()
                .map(raw -> new GovernedRead(
                        raw.securable(),
                        new Decision.Restricted(raw.policy()),
                        lastOfRange(read).or(raw::snapshotId),
                        raw.location(),
                        columns(read.barrier().orElseThrow(), raw)));
    }

    private static List<GovernedRead.Column> columns(PolicyBarrier barrier, GovernedRawTable raw) {
        Set<String> masked = MaskedColumns.of(raw);
        return columns(
                ScalaInterop.list(barrier.output()),
                column -> !barrier.carries(column) && masked.contains(column.name()));
    }

    private static Stream<GovernedRead> unrestricted(PlanRead read) {
        Optional<Securable> table = GovernedRelations.table(read.relation());
        Optional<Decision> decision = table.flatMap(CurrentDecisions::about);
        if (table.isEmpty() || decision.isEmpty() || !(read.relation().table() instanceof SparkTable iceberg)) {
            return Stream.empty();
        }
        return Stream.of(new GovernedRead(
                table.get(),
                decision.get(),
                lastOfRange(read).or(() -> snapshot(iceberg)),
                Optional.ofNullable(iceberg.table().location()),
                columns(ScalaInterop.list(read.relation().output()), column -> false)));
    }

    /** Where rows are read as a range of snapshots appended them, the last of these. */
    private static Optional<Long> lastOfRange(PlanRead read) {
        return AppendedRange.last(read.relation().options());
    }

    private static Optional<Long> snapshot(SparkTable table) {
        return Optional.ofNullable(table.snapshotId())
                .or(() -> Optional.ofNullable(table.table().currentSnapshot()).map(Snapshot::snapshotId));
    }

    private static List<GovernedRead.Column> columns(
            List<? extends Attribute> attributes, Predicate<Attribute> masked) {
        return attributes.stream()
                .map(attribute -> new GovernedRead.Column(attribute.exprId(), attribute.name(), masked.test(attribute)))
                .toList();
    }
}
