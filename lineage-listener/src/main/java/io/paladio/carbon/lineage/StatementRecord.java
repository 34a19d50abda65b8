package io.paladio.carbon.lineage;

import io.paladio.carbon.policy.PolicyReference;
import io.paladio.carbon.policy.Securable;
import io.paladio.carbon.policy.ShadowEffect;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

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
 * @param columns column lineage, where a plan was analysed
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
        ColumnFlow columns,
        Optional<String> planShape,
        Outcome outcome) {
    public StatementRecord {
        groups = Set.copyOf(groups);
        reads = List.copyOf(reads);
        writes = List.copyOf(writes);
    }

    /** The id of the decision record: the same for the same principal and statement, another for another's (T40). */
    public UUID decisionId() {
        return derived("decision");
    }

    /** The id of the lineage run: as stable, and as much one principal's own. */
    public UUID runId() {
        return derived("run");
    }

    // Lengths keep one principal's name from running into the next field.
    private UUID derived(String purpose) {
        String source = purpose + ':' + principal.length() + ':' + principal + ':' + statementId;
        return UUID.nameUUIDFromBytes(source.getBytes(StandardCharsets.UTF_8));
    }

    /**
     * One table as it was read.
     *
     * @param snapshotId the Iceberg snapshot scanned; empty for a table without any
     * @param location where the table lies; for lineage's symlink only
     * @param etag effective etag
     * @param policies what bound: kind is row_filter or a mask kind; column for masks
     * @param filterColumns columns that the row filter reads
     * @param shadows what shadow policies would have done
     * @param lookups what its policies looked up
     */
    public record TableRead(
            Securable table,
            Optional<Long> snapshotId,
            Optional<String> location,
            String etag,
            List<AppliedPolicy> policies,
            List<PolicyReference> exemptions,
            List<String> filterColumns,
            List<ShadowEffect> shadows,
            List<LookupRead> lookups) {
        public TableRead {
            policies = List.copyOf(policies);
            exemptions = List.copyOf(exemptions);
            filterColumns = List.copyOf(filterColumns);
            shadows = List.copyOf(shadows);
            lookups = List.copyOf(lookups);
        }

        /** The same read, with what is known of its shadow policies now. */
        public TableRead with(List<ShadowEffect> known) {
            return new TableRead(
                    table, snapshotId, location, etag, policies, exemptions, filterColumns, known, lookups);
        }
    }

    /** A lookup table that policies read, in its state; empty for one without any. */
    public record LookupRead(Securable table, Optional<Long> snapshotId) {}

    /** One policy at work on a table. */
    public record AppliedPolicy(PolicyReference policy, String kind, Optional<String> column) {}

    /**
     * Where a statement's output comes from.
     *
     * @param outputs one entry for each output column, in order
     * @param influences columns that decide about whole rows: filters, joins, groupings, orders of the query
     * @param complete false where a plan was too large to follow to its end
     */
    public record ColumnFlow(List<OutputColumn> outputs, List<Source> influences, boolean complete) {
        /** A statement without columns. */
        public static final ColumnFlow NONE = new ColumnFlow(List.of(), List.of(), true);

        public ColumnFlow {
            outputs = List.copyOf(outputs);
            influences = List.copyOf(influences);
        }
    }

    /** A column of the result or of the written table and what it depends on. */
    public record OutputColumn(String name, List<Source> sources) {
        public OutputColumn {
            sources = List.copyOf(sources);
        }
    }

    /**
     * A column of a table that something depends on.
     *
     * @param masked the principal saw it masked
     */
    public record Source(Securable table, String column, Flow flow, boolean masked) {}

    /** How a value depends on a column, in OpenLineage's terms. */
    public enum Flow {
        IDENTITY(true),
        TRANSFORMATION(true),
        AGGREGATION(true),
        CONDITIONAL(false),
        WINDOW(false),
        FILTER(false),
        JOIN(false),
        GROUP_BY(false),
        SORT(false);

        private final boolean direct;

        Flow(boolean direct) {
            this.direct = direct;
        }

        /** By value; else by a condition, join, grouping or order. */
        public boolean isDirect() {
            return direct;
        }
    }

    /** An error as evidence names it: never its message, which may hold data. */
    public record ErrorName(String errorClass, String sqlState) {}

    /** How a statement ended. */
    public sealed interface Outcome {
        /** {@code completed}, {@code failed} or {@code refused}. */
        String status();

        /** What went wrong, if anything did. */
        Optional<ErrorName> error();

        /** Tables that a statement named and neither read nor wrote, because it was refused. */
        default List<Securable> asked() {
            return List.of();
        }

        /** It answered. */
        record Completed() implements Outcome {
            @Override
            public String status() {
                return "completed";
            }

            @Override
            public Optional<ErrorName> error() {
                return Optional.empty();
            }
        }

        /** It failed: error class and SQLSTATE only. */
        record Failed(String errorClass, String sqlState) implements Outcome {
            @Override
            public String status() {
                return "failed";
            }

            @Override
            public Optional<ErrorName> error() {
                return Optional.of(new ErrorName(errorClass, sqlState));
            }
        }

        /** We refused it. */
        record Refused(String errorClass, String sqlState, Optional<String> object, List<Securable> asked)
                implements Outcome {
            public Refused {
                asked = List.copyOf(asked);
            }

            /** A refusal of which no more is known than its class and its object. */
            public Refused(String errorClass, String sqlState, Optional<String> object) {
                this(errorClass, sqlState, object, List.of());
            }

            @Override
            public String status() {
                return "refused";
            }

            @Override
            public Optional<ErrorName> error() {
                return Optional.of(new ErrorName(errorClass, sqlState));
            }
        }
    }
}
