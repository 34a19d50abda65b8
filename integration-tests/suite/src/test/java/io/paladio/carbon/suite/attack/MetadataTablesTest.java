package io.paladio.carbon.suite.attack;

import static org.assertj.core.api.Assertions.assertThat;

import io.paladio.carbon.suite.fixture.Answer;
import io.paladio.carbon.suite.fixture.Engine;
import io.paladio.carbon.suite.fixture.SharedEngine;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.apache.iceberg.MetadataTableType;
import org.apache.iceberg.Table;
import org.apache.iceberg.catalog.TableIdentifier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Metadata tables and the changelog (S16): four of them tell a restricted principal when, all others tell him nothing. */
@ExtendWith(SharedEngine.class)
class MetadataTablesTest {
    private static final Set<MetadataTableType> OPEN = EnumSet.of(
            MetadataTableType.SNAPSHOTS,
            MetadataTableType.HISTORY,
            MetadataTableType.REFS,
            MetadataTableType.METADATA_LOG_ENTRIES);
    private static final Set<MetadataTableType> CLOSED = EnumSet.of(
            MetadataTableType.ENTRIES,
            MetadataTableType.FILES,
            MetadataTableType.DATA_FILES,
            MetadataTableType.DELETE_FILES,
            MetadataTableType.MANIFESTS,
            MetadataTableType.PARTITIONS,
            MetadataTableType.ALL_DATA_FILES,
            MetadataTableType.ALL_DELETE_FILES,
            MetadataTableType.ALL_FILES,
            MetadataTableType.ALL_MANIFESTS,
            MetadataTableType.ALL_ENTRIES,
            MetadataTableType.POSITION_DELETES);

    @Test
    void S16_T14_somebody_has_decided_about_every_metadata_table_of_this_iceberg() {
        Set<MetadataTableType> decided = EnumSet.copyOf(OPEN);
        decided.addAll(CLOSED);

        assertThat(decided).containsExactlyInAnyOrder(MetadataTableType.values());
        assertThat(OPEN).doesNotContainAnyElementsOf(CLOSED);
    }

    @ParameterizedTest
    @EnumSource(MetadataTableType.class)
    void S16_T14_case_1_each_by_whatever_spelling_for_each_principal(MetadataTableType type, Engine engine) {
        String name = type.name().toLowerCase(Locale.ROOT);
        for (String spelling : List.of(
                "carbon.hr.t." + name,
                "carbon.hr.t." + type.name(),
                "`carbon`.`hr`.`t`.`" + name + "`",
                "hr.t." + name)) {
            String read = "SELECT * FROM " + spelling;
            Answer restricted = engine.as("bob").sql(read);
            assertThat(restricted.errorClass())
                    .as("%s", restricted)
                    .isEqualTo(OPEN.contains(type) ? "" : "CARBON_METADATA_DENIED");
            assertThat(engine.as("dan").sql(read).errorClass()).as(read).isEqualTo("CARBON_ACCESS_DENIED");
        }
        Answer exempt = engine.as("alice").sql("SELECT * FROM carbon.hr.t." + name);
        assertThat(exempt.isError()).as("%s", exempt).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT * FROM carbon.hr.t.changes",
                "SELECT * FROM carbon.hr.t.CHANGES",
                "SELECT readable_metrics FROM carbon.hr.t.files",
                "SELECT count(*) FROM carbon.hr.t.files",
                "SELECT nonsense FROM carbon.hr.t.files",
                "SELECT * FROM carbon.hr.t.files VERSION AS OF ${snapshot}",
                "SELECT * FROM carbon.hr.t.files VERSION AS OF 'metadata_dev'",
                "SELECT * FROM carbon.hr.t.files TIMESTAMP AS OF '2999-01-01'",
                "SELECT * FROM carbon.hr.t.snapshots VERSION AS OF ${snapshot}",
                "SELECT * FROM carbon.hr.t.history TIMESTAMP AS OF '2999-01-01'",
                "SELECT * FROM carbon.hr.t.files.branch_metadata_dev",
                "SELECT * FROM carbon.hr.t.snapshots.snapshot_id_${snapshot}",
                "SELECT * FROM carbon.hr.t.files WITH (`snapshot-id` = ${snapshot})",
                "SELECT * FROM carbon.hr.t WHERE id IN (SELECT record_count FROM carbon.hr.t.files)",
                "WITH f AS (SELECT * FROM carbon.hr.t.files) SELECT 1",
                "CREATE OR REPLACE TEMPORARY VIEW over_files AS SELECT * FROM carbon.hr.t.files",
                "CREATE TABLE carbon.hr.files_of_t AS SELECT record_count FROM carbon.hr.t.files",
                "EXECUTE IMMEDIATE 'SELECT * FROM carbon.hr.t.entries'",
                "BEGIN SELECT * FROM carbon.hr.t.all_entries; END",
                "DESCRIBE TABLE carbon.hr.t.files",
                "DESCRIBE TABLE EXTENDED carbon.hr.t.partitions",
                "SHOW TBLPROPERTIES carbon.hr.t.files",
                "SHOW COLUMNS IN carbon.hr.t.partitions",
                "TABLE carbon.hr.t.manifests",
                "SELECT * FROM IDENTIFIER('carbon.hr.t.files')"
            })
    void T14_case_2_case_4_no_statement_reaches_the_others(String statement, Engine engine) {
        String written = statement.replace("${snapshot}", Long.toString(snapshot(engine)));

        assertThat(engine.as("bob").sql(written).errorClass()).as(written).isEqualTo("CARBON_METADATA_DENIED");
        assertThat(engine.as("dan").sql(written).errorClass()).as(written).isEqualTo("CARBON_ACCESS_DENIED");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT * FROM carbon.hr.t.snapshot_id_${snapshot}.files",
                "SELECT * FROM carbon.hr.t.branch_metadata_dev.files",
                "SELECT * FROM carbon.hr.t.branch_metadata_dev.changes",
                "SELECT * FROM carbon.hr.t.tag_metadata_then.snapshots",
                "SELECT * FROM carbon.hr.t.changes.branch_metadata_dev"
            })
    void T14_a_selector_before_a_metadata_table_names_nothing(String statement, Engine engine) {
        String written = statement.replace("${snapshot}", Long.toString(snapshot(engine)));

        assertThat(engine.as("bob").sql(written).isError()).as(written).isTrue();
        assertThat(engine.as("alice").sql(written).isError()).as(written).isTrue();
    }

    @Test
    void S16_what_a_restricted_principal_reads_of_snapshots_counts_nothing_and_names_no_place(Engine engine) {
        String read = "SELECT operation, manifest_list, summary FROM carbon.hr.t.snapshots";
        Answer restricted = engine.as("bob").sql(read);
        Answer exempt = engine.as("alice").sql(read);

        assertThat(restricted.isError()).as("%s", restricted).isFalse();
        assertThat(restricted.rows()).hasSameSizeAs(exempt.rows());
        assertThat(restricted.rows().toString())
                .contains("append")
                .doesNotContain("s3:")
                .doesNotContainPattern("records|files|size|partition|deletes|manifest");
        assertThat(exempt.rows().toString()).contains("total-records").contains("s3:");
        assertThat(engine.as("bob")
                        .sql(
                                "SELECT summary['total-records'], summary['added-files-size'] FROM carbon.hr.t.snapshots LIMIT 1")
                        .rows())
                .containsExactly("[null,null]");
    }

    @ParameterizedTest
    @ValueSource(strings = {"snapshots", "history", "refs", "metadata_log_entries"})
    void S16_the_rows_and_columns_are_those_that_an_exempt_principal_reads(String name, Engine engine) {
        Answer restricted = engine.as("bob").sql("SELECT * FROM carbon.hr.t." + name);
        Answer exempt = engine.as("alice").sql("SELECT * FROM carbon.hr.t." + name);

        assertThat(restricted.columns()).as("%s", restricted).isEqualTo(exempt.columns());
        assertThat(restricted.rows()).isNotEmpty().hasSameSizeAs(exempt.rows());
        assertThat(restricted.rows().toString()).doesNotContain("s3:").doesNotContain("metadata.json");
    }

    @Test
    void S16_history_and_refs_are_as_they_are_and_files_of_the_log_are_not_named(Engine engine) {
        for (String read : List.of(
                "SELECT * FROM carbon.hr.t.history ORDER BY made_current_at",
                "SELECT * FROM carbon.hr.t.refs ORDER BY name",
                "SELECT latest_snapshot_id, latest_schema_id FROM carbon.hr.t.metadata_log_entries ORDER BY timestamp")) {
            assertThat(engine.as("bob").sql(read).rows())
                    .isEqualTo(engine.as("alice").sql(read).rows());
        }
        assertThat(engine.as("bob")
                        .sql("SELECT count(file) FROM carbon.hr.t.metadata_log_entries")
                        .rows())
                .containsExactly("[0]");
        assertThat(engine.as("alice")
                        .sql("SELECT count(file) > 0 FROM carbon.hr.t.metadata_log_entries")
                        .rows())
                .containsExactly("[true]");
    }

    @Test
    void S16_they_join_with_the_table_and_stand_behind_views(Engine engine) {
        assertThat(engine.as("bob")
                        .sql("SELECT count(*) FROM carbon.hr.t, (SELECT DISTINCT operation FROM carbon.hr.t.snapshots)")
                        .rows())
                .containsExactly("[4]");
        engine.as("bob")
                .sql("CREATE OR REPLACE TEMPORARY VIEW changes_of_t AS SELECT operation FROM carbon.hr.t.snapshots");
        assertThat(engine.as("bob")
                        .sql("SELECT DISTINCT operation FROM changes_of_t")
                        .rows())
                .containsExactly("[\"append\"]");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "INSERT INTO carbon.hr.t.refs SELECT * FROM carbon.hr.t.refs",
                "DELETE FROM carbon.hr.t.snapshots",
                "DROP TABLE carbon.hr.t.snapshots",
                "ALTER TABLE carbon.hr.t.history ADD COLUMN x INT",
                "SELECT * FROM carbon.hr.t.snapshots WITH (`snapshot-id` = 1)"
            })
    void S12_S16_nobody_writes_to_them_or_chooses_by_option(String statement, Engine engine) {
        assertThat(engine.as("bob").sql(statement).isError()).as(statement).isTrue();
    }

    /** The table's one snapshot, with a branch and a tag. */
    private static long snapshot(Engine engine) {
        Table table = engine.platform().face().catalog().loadTable(TableIdentifier.of("hr", "t"));
        long snapshot = table.currentSnapshot().snapshotId();
        if (!table.refs().containsKey("metadata_dev")) {
            table.manageSnapshots()
                    .createBranch("metadata_dev", snapshot)
                    .createTag("metadata_then", snapshot)
                    .commit();
        }
        return snapshot;
    }
}
