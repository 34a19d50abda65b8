package io.paladio.carbon.catalog;

import static io.paladio.carbon.catalog.RefusalAssertions.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.paladio.carbon.error.CarbonCondition;
import io.paladio.carbon.policy.Decision;
import io.paladio.carbon.policy.Principal;
import io.paladio.carbon.policy.Securable;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.apache.iceberg.DataFiles;
import org.apache.iceberg.MetadataTableType;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.spark.PathIdentifier;
import org.apache.iceberg.spark.source.SparkTable;
import org.apache.iceberg.types.Types;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.analysis.NoSuchTableException;
import org.apache.spark.sql.catalyst.analysis.NonEmptyNamespaceException;
import org.apache.spark.sql.catalyst.analysis.TableAlreadyExistsException;
import org.apache.spark.sql.connector.catalog.Identifier;
import org.apache.spark.sql.connector.catalog.Table;
import org.apache.spark.sql.connector.catalog.TableChange;
import org.apache.spark.sql.connector.catalog.TableInfo;
import org.apache.spark.sql.connector.catalog.TableWritePrivilege;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class FaceCatalogTest {
    private static final Schema PEOPLE = new Schema(
            Types.NestedField.required(1, "id", Types.LongType.get()),
            Types.NestedField.optional(2, "ssn", Types.StringType.get()),
            Types.NestedField.optional(3, "region", Types.StringType.get()));

    private static final Set<MetadataTableType> OPEN = EnumSet.of(
            MetadataTableType.SNAPSHOTS,
            MetadataTableType.HISTORY,
            MetadataTableType.REFS,
            MetadataTableType.METADATA_LOG_ENTRIES);

    private final FaceSession spark = new FaceSession();
    private final String name = "people_" + UUID.randomUUID().toString().replace("-", "");
    private final Identifier people = Identifier.of(new String[] {"sales"}, name);
    private final Securable securable = Securable.table("carbon", "sales", name);
    private org.apache.iceberg.Table table;
    private long firstSnapshot;

    @BeforeEach
    void a_table_whose_masked_column_was_renamed_and_its_name_taken_anew() {
        table = spark.face.create(name, PEOPLE);
        append(1);
        firstSnapshot = table.currentSnapshot().snapshotId();
        table.manageSnapshots()
                .createBranch("work")
                .createTag("then", firstSnapshot)
                .commit();
        table.updateSchema().renameColumn("ssn", "nat_id").commit();
        table.updateSchema().addColumn("ssn", Types.StringType.get()).commit();
        append(2);
    }

    @Test
    void an_unrestricted_principal_gets_icebergs_own_table() throws Exception {
        assertThat(spark.catalog().loadTable(people)).isInstanceOf(SparkTable.class);
        assertThat(spark.governance.asked)
                .extracting(TestGovernance.Asked::table)
                .containsOnly(securable);
    }

    @Test
    void a_restricted_principal_gets_a_table_that_can_only_be_named() throws Exception {
        spark.governance.rule = TestGovernance::restricted;

        GovernedTable governed = (GovernedTable) spark.catalog().loadTable(people);

        assertThat(governed.securable()).isEqualTo(securable);
        assertThat(governed.fieldIds()).isEqualTo(Map.of("id", 1, "nat_id", 2, "region", 3, "ssn", 4));
        assertThat(governed.snapshotId()).contains(table.currentSnapshot().snapshotId());
        assertThat(governed.properties()).isEqualTo(Map.of("provider", "iceberg"));
        assertThat(governed.toString()).doesNotContain("/");
        assertRefused(
                CarbonCondition.SEAL_BROKEN,
                () -> governed.newScanBuilder(CaseInsensitiveStringMap.empty())
                        .build()
                        .toBatch());
    }

    @Test
    void S6_a_denied_column_is_left_out_and_stays_readable_within_the_barrier() throws Exception {
        spark.governance.rule = TestGovernance::ssnDenied;

        GovernedTable governed = (GovernedTable) spark.catalog().loadTable(people);

        assertThat(governed.deniedColumns()).containsExactly("ssn");
        assertThat(names(governed)).containsExactly("id", "nat_id", "region");
        assertThat(governed.schema().fieldNames()).containsExactly("id", "nat_id", "region");
        assertThat(names(governed.inner())).containsExactly("id", "nat_id", "region", "ssn");
    }

    @Test
    void S10_S15_T16_time_travel_is_bound_to_the_schema_of_then() throws Exception {
        spark.governance.rule = TestGovernance::restricted;
        FaceCatalog catalog = spark.catalog();
        long committed = table.snapshot(firstSnapshot).timestampMillis();
        List<Table> older = List.of(
                catalog.loadTable(people, Long.toString(firstSnapshot)),
                catalog.loadTable(people, "then"),
                catalog.loadTable(people, committed * 1000),
                catalog.loadTable(selected("snapshot_id_" + firstSnapshot)),
                catalog.loadTable(selected("tag_then")),
                catalog.loadTable(selected("at_timestamp_" + committed)));

        assertThat(older).allSatisfy(then -> {
            assertThat(((GovernedTable) then).fieldIds()).isEqualTo(Map.of("id", 1, "ssn", 2, "region", 3));
            assertThat(((GovernedTable) then).snapshotId()).contains(firstSnapshot);
            assertThat(((GovernedTable) then).securable()).isEqualTo(securable);
        });
    }

    @Test
    void T16_a_branch_is_bound_to_the_schema_of_today() throws Exception {
        spark.governance.rule = TestGovernance::restricted;
        FaceCatalog catalog = spark.catalog();

        assertThat(List.of(catalog.loadTable(selected("branch_work")), catalog.loadTable(people, "work")))
                .allSatisfy(branch -> assertThat(((GovernedTable) branch).fieldIds())
                        .isEqualTo(Map.of("id", 1, "nat_id", 2, "region", 3, "ssn", 4)));
    }

    @ParameterizedTest
    @EnumSource(MetadataTableType.class)
    void S16_T14_a_metadata_table_but_four_needs_a_principal_without_restriction(MetadataTableType type)
            throws Exception {
        Identifier metadata = selected(type.name().toLowerCase(Locale.ROOT));
        assertThat(spark.catalog().loadTable(metadata)).isInstanceOf(SparkTable.class);
        assertThat(spark.governance.asked)
                .extracting(TestGovernance.Asked::table)
                .containsOnly(securable);

        spark.governance.rule = TestGovernance::restricted;
        if (OPEN.contains(type)) {
            assertThat(spark.catalog().loadTable(metadata)).isInstanceOf(GovernedMetadata.class);
            assertRefused(
                    CarbonCondition.METADATA_DENIED,
                    () -> spark.catalog().loadTable(metadata, Long.toString(firstSnapshot)));
        } else {
            assertRefused(CarbonCondition.METADATA_DENIED, () -> spark.catalog().loadTable(metadata));
        }
    }

    @Test
    void S16_T14_so_does_the_changelog() throws Exception {
        assertThat(spark.catalog().loadTable(selected("changes")).name()).endsWith(".changes");
        assertThat(spark.governance.asked)
                .extracting(TestGovernance.Asked::table)
                .containsOnly(securable);

        spark.governance.rule = TestGovernance::restricted;
        assertRefused(CarbonCondition.METADATA_DENIED, () -> spark.catalog().loadTable(selected("changes")));
    }

    @Test
    void S10_a_policy_that_cannot_be_enforced_refuses_data_and_metadata() {
        spark.governance.rule =
                (asked, schema) -> new Decision.Unenforceable(asked, "alice", "pol_1", "a column is gone");
        assertRefused(
                CarbonCondition.POLICY_UNENFORCEABLE, () -> spark.catalog().loadTable(people));
        assertRefused(
                CarbonCondition.POLICY_UNENFORCEABLE, () -> spark.catalog().loadTable(selected("files")));
    }

    @Test
    void S1_no_grant_refuses_data_and_metadata() {
        spark.governance.rule = (asked, schema) -> new Decision.Denied(asked, "alice");
        assertRefused(CarbonCondition.ACCESS_DENIED, () -> spark.catalog().loadTable(people));
        assertRefused(CarbonCondition.ACCESS_DENIED, () -> spark.catalog().loadTable(selected("files")));
    }

    @Test
    void T37_without_a_decision_about_this_table_and_caller_nothing_is_served() {
        Securable other = Securable.table("carbon", "sales", "other");
        Principal bob = new Principal("bob", Set.of(), Map.of());
        List<TestGovernance.Rule> strangers = List.of(
                (asked, schema) -> null,
                (asked, schema) -> TestGovernance.unrestricted(other, schema),
                (asked, schema) -> new Decision.Unrestricted(bob, asked, "e", false, List.of()),
                (asked, schema) -> TestGovernance.restricted(other, schema),
                (asked, schema) -> new Decision.Restricted(TestGovernance.policy(bob, asked, "e", List.of())));
        for (TestGovernance.Rule stranger : strangers) {
            spark.governance.rule = stranger;
            assertRefused(CarbonCondition.NOT_GOVERNABLE, () -> spark.catalog().loadTable(people));
        }
    }

    @Test
    void S24_whatever_the_catalog_refuses_while_a_statement_is_analysed_is_told() {
        FaceCatalog catalog = spark.catalog();
        Identifier procedure = Identifier.of(new String[] {"system"}, "add_files");
        Map<String, ThrowingCallable> calls = Map.of(
                "denied", () -> catalog.loadTable(people),
                "denied, in another state", () -> catalog.loadTable(people, "then"),
                "denied, to be written", () -> catalog.loadTable(people, Set.of(TableWritePrivilege.INSERT)),
                "denied, by a part of it", () -> catalog.loadTable(selected("files")),
                "a path", () -> catalog.loadTable(new PathIdentifier("s3://bucket/table")),
                "a view that is none", () -> catalog.loadView(new PathIdentifier("s3://bucket/table")),
                "a procedure", () -> catalog.loadProcedure(procedure));
        spark.governance.rule = (asked, schema) -> new Decision.Denied(asked, "alice");
        calls.forEach((which, call) -> {
            spark.governance.told.clear();

            Throwable thrown = catchThrowable(call);

            assertThat(spark.governance.told).as(which).isNotEmpty().allMatch(told -> told == thrown);
        });
    }

    @Test
    void S24_so_is_the_write_that_a_policy_denies_and_nothing_that_is_served() throws Exception {
        spark.catalog().loadTable(people, Set.of(TableWritePrivilege.INSERT));
        assertThat(spark.governance.told).isEmpty();

        spark.governance.rule = TestGovernance::restricted;
        Throwable thrown = catchThrowable(() -> spark.catalog().loadTable(people, Set.of(TableWritePrivilege.INSERT)));
        assertThat(spark.governance.told).hasSize(1).allMatch(told -> told == thrown);
    }

    @Test
    void T31_a_session_without_the_extension_reads_nothing() {
        SparkSession.setActiveSession(spark.session.newSession());
        assertRefused(CarbonCondition.NOT_GOVERNABLE, spark::catalog);
    }

    @Test
    void T32_the_table_within_a_barrier_is_loaded_as_such_and_only_while_it_is_restricted() throws Exception {
        spark.governance.rule = TestGovernance::restricted;
        FaceCatalog catalog = spark.catalog();
        GovernedTable outside = (GovernedTable) catalog.loadTable(people);
        assertThat(catalog.loadTable(InsideBarrier.of(people)))
                .isEqualTo(outside.inner())
                .extracting(Table::id)
                .isEqualTo(outside.id());

        spark.governance.rule = (asked, schema) -> TestGovernance.restrictedWith(asked, "etag-2", List.of());
        assertThat(catalog.loadTable(InsideBarrier.of(people)).id()).isNotEqualTo(outside.id());

        spark.governance.rule = TestGovernance::unrestricted;
        assertRefused(CarbonCondition.NOT_GOVERNABLE, () -> catalog.loadTable(InsideBarrier.of(people)));
    }

    @Test
    void T2_tables_are_equal_only_for_the_same_etag_and_catalogs_never() throws Exception {
        spark.governance.rule = TestGovernance::restricted;
        Table first = spark.catalog().loadTable(people);
        Table again = spark.catalog().loadTable(people);
        spark.governance.rule = (asked, schema) -> TestGovernance.restrictedWith(asked, "etag-2", List.of());
        Table changed = spark.catalog().loadTable(people);

        assertThat(again).isEqualTo(first).hasSameHashCodeAs(first);
        assertThat(changed).isNotEqualTo(first);
        assertThat(spark.catalog()).isNotEqualTo(spark.catalog());
        assertThat(FaceCatalog.class.getMethod("equals", Object.class).getDeclaringClass())
                .isEqualTo(Object.class);
    }

    @Test
    void T13_paths_are_refused_in_every_call() {
        FaceCatalog catalog = spark.catalog();
        Identifier path = new PathIdentifier("s3://bucket/table");
        assertRefused(CarbonCondition.PATH_DENIED, () -> catalog.loadTable(path));
        assertRefused(CarbonCondition.PATH_DENIED, () -> catalog.loadTable(InsideBarrier.of(path)));
        assertRefused(CarbonCondition.PATH_DENIED, () -> catalog.loadTable(path, "1"));
        assertRefused(CarbonCondition.PATH_DENIED, () -> catalog.loadTable(path, 1L));
        assertRefused(CarbonCondition.PATH_DENIED, () -> catalog.tableExists(path));
        assertRefused(CarbonCondition.PATH_DENIED, () -> catalog.createTable(path, info(Map.of())));
        assertRefused(CarbonCondition.PATH_DENIED, () -> catalog.stageCreate(path, info(Map.of())));
        assertRefused(CarbonCondition.PATH_DENIED, () -> catalog.stageCreateOrReplace(path, info(Map.of())));
        assertRefused(CarbonCondition.PATH_DENIED, () -> catalog.dropTable(path));
        assertRefused(CarbonCondition.PATH_DENIED, () -> catalog.renameTable(people, path));
        assertRefused(CarbonCondition.PATH_DENIED, () -> catalog.loadView(path));
    }

    @Test
    void no_table_and_no_view_lies_in_no_schema() throws Exception {
        FaceCatalog catalog = spark.catalog();
        assertThat(catalog.listTables(new String[0])).isEmpty();
        assertThat(catalog.listTableSummaries(new String[0])).isEmpty();
        assertThat(catalog.listViews()).isEmpty();
        assertThat(catalog.listTables(new String[] {"sales"})).contains(people);
    }

    @Test
    void a_missing_table_is_missing() {
        FaceCatalog catalog = spark.catalog();
        assertThatThrownBy(() -> catalog.loadTable(Identifier.of(new String[] {"sales"}, "nothing")))
                .isInstanceOf(NoSuchTableException.class);
        assertThatThrownBy(() -> catalog.loadTable(Identifier.of(new String[] {"none", "such"}, "nothing")))
                .isInstanceOf(NoSuchTableException.class);
        assertThatThrownBy(() -> catalog.loadTable(Identifier.of(new String[0], "nothing")))
                .isInstanceOf(NoSuchTableException.class);
        assertThat(catalog.tableExists(Identifier.of(new String[] {"sales"}, "nothing")))
                .isFalse();
        assertThat(catalog.tableExists(people)).isTrue();
    }

    @Test
    void T16_a_table_in_a_schema_of_two_levels_is_not_governed() {
        spark.face.tables.createNamespace(org.apache.iceberg.catalog.Namespace.of("sales", name));
        spark.face.tables.createTable(org.apache.iceberg.catalog.TableIdentifier.of("sales", name, "deep"), PEOPLE);
        assertRefused(CarbonCondition.NOT_GOVERNABLE, () -> spark.catalog().loadTable(selected("deep")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"with.dots", "with`tick", "Ünicode 表", "a/b", "a%2Fb", "UPPER"})
    void T16_T39_odd_names_stay_one_name(String odd) throws Exception {
        String unique = odd + name;
        spark.face.create(unique, PEOPLE);
        spark.catalog().loadTable(Identifier.of(new String[] {"sales"}, unique));
        assertThat(spark.governance.asked.get(0).table()).isEqualTo(Securable.table("carbon", "sales", unique));
    }

    @Test
    void S12_T27_a_restricted_principal_changes_nothing() {
        spark.governance.rule = TestGovernance::restricted;
        FaceCatalog catalog = spark.catalog();
        Identifier elsewhere = Identifier.of(new String[] {"sales"}, name + "_2");
        assertRefused(
                CarbonCondition.WRITE_DENIED, () -> catalog.loadTable(people, Set.of(TableWritePrivilege.INSERT)));
        assertRefused(CarbonCondition.WRITE_DENIED, () -> catalog.dropTable(people));
        assertRefused(CarbonCondition.WRITE_DENIED, () -> catalog.purgeTable(people));
        assertRefused(CarbonCondition.WRITE_DENIED, () -> catalog.renameTable(people, elsewhere));
        assertRefused(
                CarbonCondition.WRITE_DENIED,
                () -> catalog.alterTable(people, TableChange.setProperty("comment", "x")));
        assertRefused(CarbonCondition.WRITE_DENIED, () -> catalog.stageReplace(people, info(Map.of())));
        assertRefused(CarbonCondition.WRITE_DENIED, () -> catalog.stageCreateOrReplace(people, info(Map.of())));
        assertThat(spark.face.seen).extracting(TestFace.Seen::method).containsOnly("GET");
    }

    @Test
    void a_purge_is_refused_before_anything_is_dropped() throws Exception {
        FaceCatalog catalog = spark.catalog();
        assertRefused(CarbonCondition.NOT_GOVERNABLE, () -> catalog.purgeTable(people));
        assertThat(catalog.loadTable(people)).isNotNull();
    }

    @Test
    void a_table_is_renamed_with_and_without_the_name_of_its_catalog() throws Exception {
        FaceCatalog catalog = spark.catalog();
        Identifier other = Identifier.of(new String[] {"sales"}, name + "_renamed");
        catalog.renameTable(people, Identifier.of(new String[] {"carbon", "sales"}, other.name()));
        catalog.renameTable(other, people);
        assertThat(catalog.tableExists(people)).isTrue();
    }

    @Test
    void S14_what_a_table_owes_is_on_record_under_its_new_name_first() throws Exception {
        FaceCatalog catalog = spark.catalog();
        Identifier other = Identifier.of(new String[] {"sales"}, name + "_renamed");

        catalog.renameTable(people, other);
        assertThatThrownBy(() -> catalog.renameTable(people, other)).isInstanceOf(NoSuchTableException.class);
        catalog.renameTable(other, people);
        assertThatThrownBy(() -> catalog.renameTable(people, people)).isInstanceOf(TableAlreadyExistsException.class);

        String old = "carbon.sales." + name;
        assertThat(spark.governance.renamed)
                .containsExactly(
                        "recorded " + old + " as " + old + "_renamed", "recorded " + old + "_renamed as " + old);
    }

    @Test
    void an_unrestricted_principal_writes_and_drops() throws Exception {
        FaceCatalog catalog = spark.catalog();
        assertThat(catalog.loadTable(people, Set.of(TableWritePrivilege.INSERT)))
                .isInstanceOf(SparkTable.class);
        assertThat(catalog.dropTable(people)).isTrue();
        assertThat(catalog.dropTable(people)).isFalse();
    }

    @Test
    void T25_properties_that_reach_past_the_face_are_refused() {
        FaceCatalog catalog = spark.catalog();
        Map<String, CarbonCondition> properties = Map.of(
                "location", CarbonCondition.PATH_DENIED,
                "option.path", CarbonCondition.PATH_DENIED,
                "Write.Data.Path", CarbonCondition.PATH_DENIED,
                "write.location-provider.impl", CarbonCondition.CODE_DENIED,
                "openlineage.dataset.name", CarbonCondition.CONFIG_PROTECTED);
        properties.forEach((property, condition) -> {
            Map<String, String> set = Map.of(property, "x");
            assertRefused(condition, () -> catalog.createTable(people, info(set)));
            assertRefused(condition, () -> catalog.stageCreate(people, info(set)));
            assertRefused(condition, () -> catalog.stageReplace(people, info(set)));
            assertRefused(condition, () -> catalog.stageCreateOrReplace(people, info(set)));
            assertRefused(condition, () -> catalog.alterTable(people, TableChange.setProperty(property, "x")));
            assertRefused(condition, () -> catalog.createNamespace(new String[] {"new"}, set));
        });
    }

    @Test
    void T23_a_schema_tells_neither_the_account_of_the_server_nor_how_much_it_holds() throws Exception {
        FaceCatalog catalog = spark.catalog();
        String made = "made_" + name;
        catalog.createNamespace(new String[] {made}, Map.of("owner", "root", "comment", "x"));
        assertThat(spark.face.tables.loadNamespaceMetadata(org.apache.iceberg.catalog.Namespace.of(made)))
                .containsEntry("comment", "x")
                .doesNotContainKey("owner");
        assertThatThrownBy(() -> catalog.dropNamespace(new String[] {"sales"}, false))
                .as("Spark makes SCHEMA_NOT_EMPTY of it")
                .isInstanceOf(NonEmptyNamespaceException.class)
                .hasMessageNotContaining("secret")
                .hasNoCause();
        assertRefused(CarbonCondition.NOT_GOVERNABLE, () -> catalog.dropNamespace(new String[] {"sales"}, true));
    }

    @Test
    void T5_options_of_the_session_do_not_count() throws Exception {
        FaceCatalog catalog =
                spark.catalog(Map.of("uri", "http://198.51.100.1/", "warehouse", "other", "cache-enabled", "true"));
        catalog.loadTable(people);
        catalog.loadTable(people);
        assertThat(spark.face.seen)
                .extracting(TestFace.Seen::path)
                .containsExactly(
                        "config",
                        "w/namespaces/sales/tables/" + name,
                        "w/namespaces/SALES/tables/" + name,
                        "w/namespaces/sales/tables/" + name.toUpperCase(Locale.ROOT),
                        "w/namespaces/sales/tables/" + name);
    }

    @Test
    void T16_a_face_that_overlooks_case_is_held_to_its_lists() throws Exception {
        spark.face.lenient = true;
        FaceCatalog catalog = spark.catalog();

        assertThat(catalog.loadTable(people)).isInstanceOf(SparkTable.class);
        for (Identifier spelling : List.of(
                Identifier.of(new String[] {"sales"}, name.toUpperCase(Locale.ROOT)),
                Identifier.of(new String[] {"SALES"}, name),
                Identifier.of(new String[] {"sales", name.toUpperCase(Locale.ROOT)}, "files"))) {
            assertRefused(CarbonCondition.NOT_GOVERNABLE, () -> catalog.loadTable(spelling));
            assertRefused(CarbonCondition.NOT_GOVERNABLE, () -> spark.catalog().loadTable(spelling));
        }
        assertThat(spark.governance.asked)
                .extracting(TestGovernance.Asked::table)
                .containsOnly(securable);
    }

    @Test
    void T5_a_catalog_that_the_operator_did_not_configure_is_refused() {
        assertRefused(
                CarbonCondition.CONFIG_PROTECTED,
                () -> new FaceCatalog().initialize("evil", new CaseInsensitiveStringMap(Map.of("uri", "http://x/"))));
    }

    @Test
    void T34_tokens_are_in_headers_and_nowhere_in_what_travels_with_a_table() throws Exception {
        SparkTable loaded = (SparkTable) spark.catalog().loadTable(people);

        assertThat(spark.face.seen).allSatisfy(seen -> {
            assertThat(seen.authorization()).contains("Bearer alice-token");
            assertThat(seen.statement()).contains("statement-1");
            assertThat(seen.delegation()).isEqualTo("vended-credentials");
        });
        assertThat(loaded.table().io().properties())
                .containsEntry("s3.access-key-id", "vended-key")
                .doesNotContainKey("token")
                .allSatisfy((key, value) -> assertThat(value).doesNotContain("alice-token"));
    }

    @Test
    void the_token_is_the_one_of_the_moment() throws Exception {
        FaceCatalog catalog = spark.catalog();
        spark.governance.token = "alice-token-2";
        spark.face.seen.clear();
        catalog.loadTable(people);
        assertThat(spark.face.seen)
                .extracting(seen -> seen.authorization().orElse(""))
                .containsOnly("Bearer alice-token-2");
    }

    private void append(int rows) {
        table.newAppend()
                .appendFile(DataFiles.builder(PartitionSpec.unpartitioned())
                        .withPath("memory://file-" + UUID.randomUUID() + ".parquet")
                        .withFileSizeInBytes(10)
                        .withRecordCount(rows)
                        .build())
                .commit();
    }

    private Identifier selected(String selector) {
        return Identifier.of(new String[] {"sales", name}, selector);
    }

    private static TableInfo info(Map<String, String> properties) {
        return new TableInfo.Builder()
                .withColumns(new org.apache.spark.sql.connector.catalog.Column[0])
                .withProperties(properties)
                .build();
    }

    private static List<String> names(Table table) {
        return Arrays.stream(table.columns())
                .map(org.apache.spark.sql.connector.catalog.Column::name)
                .toList();
    }
}
