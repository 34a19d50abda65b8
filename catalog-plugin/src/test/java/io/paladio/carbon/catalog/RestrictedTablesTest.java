package io.paladio.carbon.catalog;

import static io.paladio.carbon.catalog.RefusalAssertions.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.paladio.carbon.error.CarbonCondition;
import io.paladio.carbon.index.Access;
import io.paladio.carbon.index.TableAnswer;
import io.paladio.carbon.policy.Decision;
import io.paladio.carbon.policy.Securable;
import io.paladio.carbon.policy.resolve.PolicyResolver;
import io.paladio.carbon.policy.resolve.ReadSchema;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.iceberg.DataFiles;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.rest.responses.LoadViewResponse;
import org.apache.iceberg.spark.source.SparkTable;
import org.apache.iceberg.types.Types;
import org.apache.spark.sql.connector.catalog.Identifier;
import org.apache.spark.sql.connector.catalog.Table;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** S23: the restrictions that the face sends along with a table reach the decision about it, on every way to the table. */
class RestrictedTablesTest {
    private static final String MASKED =
            "{\"required-column-projections\":[{\"field-id\":2,\"action\":\"show-last-4\"}]}";
    private static final String FILTERED =
            "{\"required-row-filter\":{\"type\":\"eq\",\"left\":{\"type\":\"reference\",\"id\":2},\"right\":\"SECRET\"}}";

    private final FaceSession spark = new FaceSession();
    private final String name = "sent_" + UUID.randomUUID().toString().replace("-", "");
    private final Identifier table = Identifier.of(new String[] {"sales"}, name);
    private final FaceCatalog catalog = spark.catalog();
    private long snapshot;

    @BeforeEach
    void a_table_and_an_index_without_policies() {
        spark.governance.rule = RestrictedTablesTest::withoutPolicies;
        org.apache.iceberg.Table made = spark.face.create(
                name,
                new Schema(
                        Types.NestedField.required(1, "id", Types.LongType.get()),
                        Types.NestedField.optional(2, "ssn", Types.StringType.get())));
        made.newAppend()
                .appendFile(DataFiles.builder(PartitionSpec.unpartitioned())
                        .withPath("file:/nowhere/data.parquet")
                        .withFileSizeInBytes(10)
                        .withRecordCount(1)
                        .build())
                .commit();
        snapshot = made.currentSnapshot().snapshotId();
        made.manageSnapshots().createBranch("work").createTag("then", snapshot).commit();
    }

    @AfterEach
    void the_face_restricts_nothing() {
        spark.face.restrictions.clear();
    }

    private static Decision withoutPolicies(Securable asked, ReadSchema schema) {
        TableAnswer answer = new TableAnswer(asked, "etag", Access.UNKNOWN, Map.of(), Map.of(), List.of());
        return PolicyResolver.decide(answer, TestGovernance.ALICE, schema, Instant.EPOCH);
    }

    @Test
    void S23_a_restricted_table_comes_out_governed_by_what_was_sent() throws Exception {
        assertThat(catalog.loadTable(table)).isInstanceOf(SparkTable.class);
        spark.face.restrictions.put(name, MASKED);

        GovernedTable governed = (GovernedTable) catalog.loadTable(table);

        assertThat(governed.policy().masks()).singleElement().satisfies(mask -> {
            assertThat(mask.column().name()).isEqualTo("ssn");
            assertThat(mask.mask().kind()).isEqualTo("show-last-4");
            assertThat(mask.policies()).singleElement().satisfies(policy -> {
                assertThat(policy.id()).isEqualTo("read-restrictions");
                assertThat(policy.etag()).startsWith("sha256:");
            });
        });
        assertThat(governed.policy().rowFilter()).isEmpty();
        assertThat(spark.governance.asked.get(1).schema().restrictions().isNone())
                .isFalse();
    }

    @Test
    void S15_S23_so_does_every_state_of_it() throws Exception {
        spark.face.restrictions.put(name, FILTERED);
        List<Table> states = List.of(
                catalog.loadTable(table, Long.toString(snapshot)),
                catalog.loadTable(table, "then"),
                catalog.loadTable(selected("branch_work")),
                catalog.loadTable(selected("snapshot_id_" + snapshot)));

        assertThat(states)
                .allSatisfy(state ->
                        assertThat(((GovernedTable) state).policy().rowFilter()).isPresent());
    }

    @Test
    void S16_S23_metadata_tables_are_those_of_a_restricted_table() throws Exception {
        assertThat(catalog.loadTable(selected("files"))).isInstanceOf(SparkTable.class);
        spark.face.restrictions.put(name, FILTERED);

        assertThat(catalog.loadTable(selected("snapshots"))).isInstanceOf(GovernedMetadata.class);
        assertRefused(CarbonCondition.METADATA_DENIED, () -> catalog.loadTable(selected("files")));
        assertRefused(CarbonCondition.METADATA_DENIED, () -> catalog.loadTable(selected("changes")));
    }

    @Test
    void S12_S23_nobody_restricted_changes_it() {
        spark.face.restrictions.put(name, MASKED);
        assertRefused(CarbonCondition.WRITE_DENIED, () -> catalog.dropTable(table));
        assertThat(spark.face.tables.tableExists(TableIdentifier.of("sales", name)))
                .isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"required-column-projections\":[{\"field-id\":2,\"action\":\"rot13-SECRET\"}]}",
                "{\"required-column-projections\":[{\"field-id\":1,\"action\":\"mask-alphanum\"}]}",
                "{\"required-row-filter\":{\"type\":\"like\",\"left\":{\"type\":\"reference\",\"id\":2},\"right\":\"SECRET\"}}",
                "{\"required-row-filter\":{\"type\":\"eq\",\"left\":{\"type\":\"reference\",\"id\":2},\"right\":7}}",
                "{\"columns\":[]}",
                "\"SECRET\"",
                "[]"
            })
    void S23_what_can_not_be_applied_refuses_the_table_by_its_name(String sent) {
        spark.face.restrictions.put(name, sent);

        for (Identifier way : List.of(table, selected("files"), selected("branch_work"))) {
            SparkRefusal refusal = assertRefused(CarbonCondition.POLICY_UNENFORCEABLE, () -> catalog.loadTable(way));
            assertThat(refusal.getMessage())
                    .contains("carbon.sales." + name, "`read-restrictions`", "`alice`")
                    .doesNotContain("SECRET");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"null", "{}", "{\"required-column-projections\":[]}", "{\"required-row-filter\":true}"})
    void S23_what_restricts_nothing_leaves_the_table_as_it_is(String sent) throws Exception {
        spark.face.restrictions.put(name, sent);
        assertThat(catalog.loadTable(table)).isInstanceOf(SparkTable.class);
    }

    @Test
    void S23_an_answer_that_says_a_thing_twice_is_none() {
        spark.face.restrictions.put(name, MASKED + ",\"read-restrictions\":{}");
        assertRefused(CarbonCondition.FACE_UNAVAILABLE, () -> catalog.loadTable(table));
        spark.face.restrictions.put(
                name,
                "{\"required-row-filter\":" + "{\"type\":\"not\",\"child\":".repeat(250) + "true" + "}".repeat(251));
        assertRefused(CarbonCondition.POLICY_UNENFORCEABLE, () -> catalog.loadTable(table));
    }

    @Test
    void S17_S21_S23_other_restrictions_make_another_table() throws Exception {
        spark.face.restrictions.put(name, MASKED);
        GovernedTable masked = (GovernedTable) catalog.loadTable(table);
        spark.face.restrictions.put(name, FILTERED);
        GovernedTable filtered = (GovernedTable) catalog.loadTable(table);
        spark.face.restrictions.put(name, MASKED);

        assertThat(filtered).isNotEqualTo(masked);
        assertThat(filtered.id()).isNotEqualTo(masked.id());
        assertThat(catalog.loadTable(table)).isEqualTo(masked);
    }

    @Test
    void S22_S23_a_face_that_has_iceberg_remember_tables_is_asked_for_each_anew() throws Exception {
        assertThat(catalog.loadTable(table)).isInstanceOf(SparkTable.class);
        spark.face.restrictions.put(name, MASKED);
        assertThat(catalog.loadTable(table)).isInstanceOf(GovernedTable.class);
        spark.face.restrictions.remove(name);
        assertThat(catalog.loadTable(table)).isInstanceOf(SparkTable.class);
    }

    @Test
    void S23_a_table_that_is_looked_at_again_under_other_restrictions_is_refused() {
        org.apache.iceberg.Table free = load();
        free.refresh();
        spark.face.restrictions.put(name, MASKED);
        assertRefused(CarbonCondition.POLICY_UNENFORCEABLE, free::refresh);

        org.apache.iceberg.Table masked = load();
        assertThatCode(masked::refresh).doesNotThrowAnyException();
        spark.face.restrictions.put(name, FILTERED);
        assertRefused(CarbonCondition.POLICY_UNENFORCEABLE, masked::refresh);
    }

    @Test
    void S13_S23_a_view_that_comes_with_restrictions_is_not_read() {
        String view = "{\"read-restrictions\":%s,\"metadata-location\":\"nowhere\",\"metadata\":{}}";
        assertThatThrownBy(() -> FaceMessages.mapper().readValue(view.formatted(MASKED), LoadViewResponse.class))
                .isInstanceOf(UnknownRestrictions.class);
        assertThatThrownBy(() -> FaceMessages.mapper().readValue(view.formatted("null"), LoadViewResponse.class))
                .isNotInstanceOf(UnknownRestrictions.class);
    }

    private org.apache.iceberg.Table load() {
        return catalog.iceberg().rest().loadTable(TableIdentifier.of("sales", name));
    }

    private Identifier selected(String selector) {
        return Identifier.of(new String[] {"sales", name}, selector);
    }
}
