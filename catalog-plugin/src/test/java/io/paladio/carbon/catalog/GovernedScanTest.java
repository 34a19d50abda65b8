package io.paladio.carbon.catalog;

import static io.paladio.carbon.catalog.RefusalAssertions.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import io.paladio.carbon.error.CarbonCondition;
import io.paladio.carbon.policy.Principal;
import io.paladio.carbon.policy.Securable;
import io.paladio.carbon.policy.resolve.ReadSchema;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.UUID;
import org.apache.iceberg.Schema;
import org.apache.iceberg.spark.source.SparkTable;
import org.apache.iceberg.types.Types;
import org.apache.spark.sql.connector.catalog.SupportsMetadataColumns;
import org.apache.spark.sql.connector.catalog.SupportsRowLevelOperations;
import org.apache.spark.sql.connector.catalog.SupportsWrite;
import org.apache.spark.sql.connector.catalog.TableCapability;
import org.apache.spark.sql.connector.read.Batch;
import org.apache.spark.sql.connector.read.InputPartition;
import org.apache.spark.sql.connector.read.PartitionReaderFactory;
import org.apache.spark.sql.connector.read.Scan;
import org.apache.spark.sql.connector.read.ScanBuilder;
import org.apache.spark.sql.connector.read.Statistics;
import org.apache.spark.sql.connector.read.SupportsPushDownAggregates;
import org.apache.spark.sql.connector.read.SupportsPushDownLimit;
import org.apache.spark.sql.connector.read.SupportsReportStatistics;
import org.apache.spark.sql.connector.write.LogicalWriteInfoImpl;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class GovernedScanTest {
    private final FaceSession spark = new FaceSession();
    private final Securable people = Securable.table("carbon", "sales", "people");
    private final SparkTable iceberg = new SparkTable(spark.face.create(
            "scan_" + UUID.randomUUID(), new Schema(Types.NestedField.required(1, "id", Types.LongType.get()))));

    @Test
    void an_unsealed_scan_gives_no_batch() {
        assertRefused(CarbonCondition.SEAL_BROKEN, () -> scan("alice", "etag-1").toBatch());
    }

    @Test
    void the_proof_of_its_own_policy_opens_it() {
        GovernedScan scan = scan("alice", "etag-1");
        scan.seal(SealProof.of(scan.table().policy()));
        assertThat(scan.toBatch()).isSameAs(StoredScan.BATCH);
    }

    @Test
    void T1_T32_no_other_proof_does() {
        GovernedScan scan = scan("alice", "etag-1");
        for (SealProof other : List.of(new SealProof("bob", "etag-1"), new SealProof("alice", "etag-2"))) {
            assertRefused(CarbonCondition.SEAL_BROKEN, () -> scan.seal(other));
        }
        assertRefused(CarbonCondition.SEAL_BROKEN, () -> scan.seal(null));
        assertRefused(CarbonCondition.SEAL_BROKEN, scan::toBatch);
    }

    @Test
    void T28_it_is_never_a_stream() {
        GovernedScan scan = scan("alice", "etag-1");
        scan.seal(SealProof.of(scan.table().policy()));
        assertRefused(CarbonCondition.NOT_GOVERNABLE, () -> scan.toMicroBatchStream("x"));
        assertRefused(CarbonCondition.NOT_GOVERNABLE, () -> scan.toContinuousStream("x"));
    }

    @Test
    void T20_T21_T22_it_tells_a_name_and_that_it_is_small_only() {
        GovernedScan scan = scan("alice", "etag-1");
        assertThat(scan.description()).isEqualTo("carbon.sales.people").isEqualTo(scan.toString());
        assertThat(scan.estimateStatistics().numRows()).isEmpty();
        assertThat(scan.estimateStatistics().sizeInBytes()).hasValue(1);
        assertThat(scan.estimateStatistics().columnStats()).isEmpty();
        assertThat(scan.supportedCustomMetrics()).isEmpty();
        assertThat(scan.reportDriverMetrics()).isEmpty();
    }

    @Test
    void T2_S17_scans_are_equal_for_one_principal_and_etag_only() {
        assertThat(scan("alice", "etag-1")).isEqualTo(scan("alice", "etag-1"));
        assertThat(scan("alice", "etag-1")).isNotEqualTo(scan("bob", "etag-1"));
        assertThat(scan("alice", "etag-1")).isNotEqualTo(scan("alice", "etag-2"));
    }

    @Test
    void T15_T20_T27_tables_and_builders_offer_reading_and_nothing_else() {
        GovernedRawTable inner = table("alice", "etag-1");
        GovernedTable outer = new GovernedTable(view("alice", "etag-1"));
        for (Object table : List.of(inner, outer)) {
            assertThat(table)
                    .isNotInstanceOf(SupportsMetadataColumns.class)
                    .isNotInstanceOf(SupportsRowLevelOperations.class);
        }
        assertThat(inner).isNotInstanceOf(SupportsWrite.class);
        assertThat(inner.capabilities()).containsExactly(TableCapability.BATCH_READ);
        assertThat(inner.newScanBuilder(CaseInsensitiveStringMap.empty()))
                .isNotInstanceOf(SupportsPushDownAggregates.class)
                .isNotInstanceOf(SupportsPushDownLimit.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "branch",
                "tag",
                "snapshot-id",
                "as-of-timestamp",
                "start-timestamp",
                "end-timestamp",
                "scan-task-set-id",
                "path",
                "Branch",
                "aggregate-push-down-enabled",
                "unheard-of"
            })
    void T36_options_that_select_what_is_read_are_refused(String option) {
        GovernedRawTable table = table("alice", "etag-1");
        assertRefused(
                CarbonCondition.NOT_GOVERNABLE,
                () -> table.newScanBuilder(new CaseInsensitiveStringMap(Map.of(option, "1"))));
    }

    @Test
    void T27_T28_a_stream_may_name_it_as_its_target_and_nothing_is_written_with_it() {
        GovernedTable outer = new GovernedTable(view("alice", "etag-1"));

        assertThat(outer.capabilities())
                .containsExactlyInAnyOrder(TableCapability.BATCH_READ, TableCapability.STREAMING_WRITE);
        assertRefused(
                CarbonCondition.SEAL_BROKEN,
                () -> outer.newWriteBuilder(new LogicalWriteInfoImpl(
                        "query",
                        new StructType(),
                        CaseInsensitiveStringMap.empty(),
                        Optional.empty(),
                        Optional.empty())));
    }

    @ParameterizedTest
    @CsvSource({"end-snapshot-id,1", "start-snapshot-id,1", "start-snapshot-id,latest", "Start-Snapshot-Id,-1"})
    void S15_T36_a_range_of_snapshots_that_the_table_does_not_have_is_refused(String option, String value) {
        GovernedRawTable table = table("alice", "etag-1");
        assertRefused(
                CarbonCondition.NOT_GOVERNABLE,
                () -> table.newScanBuilder(new CaseInsensitiveStringMap(Map.of(option, value))));
    }

    @Test
    void options_that_tune_a_read_pass() {
        ScanBuilder builder = table("alice", "etag-1")
                .newScanBuilder(new CaseInsensitiveStringMap(Map.of("batch-size", "1024", "Locality", "false")));
        assertThat(builder.build()).isInstanceOf(GovernedScan.class);
    }

    @Test
    void the_identifier_within_a_barrier_equals_no_other() {
        var plain = org.apache.spark.sql.connector.catalog.Identifier.of(new String[] {"sales"}, "people");
        assertThat(InsideBarrier.of(plain))
                .isEqualTo(InsideBarrier.of(InsideBarrier.of(plain)))
                .hasSameHashCodeAs(InsideBarrier.of(plain))
                .isNotEqualTo(plain);
        assertThat(plain).isNotEqualTo(InsideBarrier.of(plain));
    }

    private GovernedScan scan(String principal, String etag) {
        return new GovernedScan(table(principal, etag), new StoredScan());
    }

    private GovernedRawTable table(String principal, String etag) {
        return new GovernedRawTable(view(principal, etag));
    }

    private ReadView view(String principal, String etag) {
        Principal who = new Principal(principal, Set.of(), Map.of());
        return new ReadView(
                iceberg,
                TestGovernance.policy(who, people, etag, List.of()),
                ReadSchema.asIs(IcebergSchemas.of(iceberg.table().schema())));
    }

    /** Iceberg's part of a scan, that would hand out everything. */
    private static final class StoredScan implements Scan, SupportsReportStatistics {
        static final Batch BATCH = new Batch() {
            @Override
            public InputPartition[] planInputPartitions() {
                return new InputPartition[0];
            }

            @Override
            public PartitionReaderFactory createReaderFactory() {
                throw new UnsupportedOperationException();
            }
        };

        @Override
        public StructType readSchema() {
            return new StructType();
        }

        @Override
        public Batch toBatch() {
            return BATCH;
        }

        @Override
        public String description() {
            return "s3://secret/place filters=ssn = '1'";
        }

        @Override
        public Statistics estimateStatistics() {
            return new Statistics() {
                @Override
                public OptionalLong sizeInBytes() {
                    return OptionalLong.of(1000);
                }

                @Override
                public OptionalLong numRows() {
                    return OptionalLong.of(12);
                }
            };
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof StoredScan;
        }

        @Override
        public int hashCode() {
            return 1;
        }
    }
}
