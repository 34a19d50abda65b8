package io.paladio.carbon.lineage;

import io.paladio.carbon.policy.PolicyReference;
import io.paladio.carbon.policy.Securable;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The truth about one statement, as our own rules and catalog saw it: never guessed from an optimized plan. Holds no data, no
 * literal of a policy and no secret. Immutable.
 *
 * @param statementId the id that the face, the decision record and lineage share
 * @param operationId Spark Connect's operation id, where there is one
 * @param principal who asked
 * @param actor who asked on the principal's behalf
 * @param groups the principal's groups as Index had them
 * @param kind what was asked, e.g. SELECT, INSERT, CREATE TABLE AS SELECT
 * @param reads tables read
 * @param writes tables written
 * @param columns column lineage: one entry for each output column
 * @param planShape hash of the governed plan's shape, without literals
 * @param outcome how it ended
 */
public record StatementRecord(
        String statementId,
        Optional<String> operationId,
        String principal,
        Optional<String> actor,
        Set<String> groups,
        String kind,
        Instant started,
        Instant ended,
        List<TableRead> reads,
        List<Securable> writes,
        List<OutputColumn> columns,
        Optional<String> planShape,
        Outcome outcome) {
    public StatementRecord {
        groups = Set.copyOf(groups);
        reads = List.copyOf(reads);
        writes = List.copyOf(writes);
        columns = List.copyOf(columns);
    }

    /**
     * One table as it was read.
     *
     * @param snapshotId the Iceberg snapshot scanned; empty for a table without any
     * @param location where the table lies; for lineage's symlink only
     * @param etag effective etag
     * @param policies what bound: kind is row_filter or a mask kind; column for masks
     * @param filterColumns columns that the row filter reads
     */
    public record TableRead(
            Securable table,
            Optional<Long> snapshotId,
            Optional<String> location,
            String etag,
            List<AppliedPolicy> policies,
            List<PolicyReference> exemptions,
            List<String> filterColumns) {
        public TableRead {
            policies = List.copyOf(policies);
            exemptions = List.copyOf(exemptions);
            filterColumns = List.copyOf(filterColumns);
        }
    }

    /** One policy at work on a table. */
    public record AppliedPolicy(PolicyReference policy, String kind, Optional<String> column) {}

    /** A column of the result or of the written table and where it comes from. */
    public record OutputColumn(String name, List<Source> sources) {
        public OutputColumn {
            sources = List.copyOf(sources);
        }
    }

    /**
     * A column that an output depends on.
     *
     * @param direct by value; else by a condition, join, grouping or order
     * @param transformed not passed through as it is
     * @param masked the principal saw it masked
     */
    public record Source(Securable table, String column, boolean direct, boolean transformed, boolean masked) {}

    /** How a statement ended. */
    public sealed interface Outcome {
        /** It answered. */
        record Completed() implements Outcome {}

        /** It failed: error class and SQLSTATE only. */
        record Failed(String errorClass, String sqlState) implements Outcome {}

        /** We refused it. */
        record Refused(String errorClass, String sqlState, Optional<String> object) implements Outcome {}
    }
}
