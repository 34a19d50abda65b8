package io.paladio.carbon.suite.attack;

import static org.assertj.core.api.Assertions.assertThat;

import io.paladio.carbon.suite.fixture.Answer;
import io.paladio.carbon.suite.fixture.Engine;
import io.paladio.carbon.suite.fixture.Lab;
import io.paladio.carbon.suite.fixture.SharedEngine;
import io.paladio.carbon.suite.fixture.Wire;
import java.util.List;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.Table;
import org.apache.iceberg.catalog.TableIdentifier;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Incremental reads (S15): what a range of snapshots appended, under today's policies. */
@ExtendWith(SharedEngine.class)
class AppendedRowsTest {
    private static final String NAME = "carbon.lab.appended";
    private static List<Long> snapshots = List.of();

    /** Four snapshots: rows, rows, a delete of a row that only alice sees, and rows. */
    @BeforeAll
    static void a_table_with_a_past(Engine engine) {
        Lab lab = Lab.empty(engine, "appended", "'format-version'='2'");
        lab.asAlice("INSERT INTO " + NAME + " VALUES (1, 'Ada', 'eng', 120, '111-22-3333'),"
                + " (3, 'Linus', 'ops', 90, '333-44-5555'), (4, 'Barbara', 'hr', 100, '444-55-6666')");
        lab.asAlice("INSERT INTO " + NAME + " VALUES (2, 'Grace', 'eng', 130, '222-33-4444'),"
                + " (6, 'Edsger', NULL, 110, '666-77-8888'), (7, 'Ken', 'ops', NULL, '777-88-9999')");
        lab.asAlice("DELETE FROM " + NAME + " WHERE id = 4");
        lab.asAlice("INSERT INTO " + NAME + " VALUES (5, NULL, 'eng', NULL, NULL), (8, 'Alan', 'hr', 1, '8')");
        snapshots = table(engine).history().stream()
                .map(entry -> entry.snapshotId())
                .toList();
        assertThat(snapshots).hasSize(4);
    }

    private static Table table(Engine engine) {
        return engine.platform().face().catalog().loadTable(TableIdentifier.of("lab", "appended"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "alice | 0 | 1 | [2,\"222-33-4444\"]/[6,\"666-77-8888\"]/[7,\"777-88-9999\"]",
                "alice | 0 |   | [2,\"222-33-4444\"]/[5,null]/[6,\"666-77-8888\"]/[7,\"777-88-9999\"]/[8,\"8\"]",
                "alice | 1 | 2 | ",
                "bob   | 0 | 1 | [2,\"nnn-nn-4444\"]",
                "bob   | 0 | 2 | [2,\"nnn-nn-4444\"]",
                "bob   | 0 |   | [2,\"nnn-nn-4444\"]/[5,null]",
                "bob   | 1 | 2 | ",
                "bob   | 1 |   | [5,null]",
                "carol | 0 | 1 | [7,\"nnn-nn-9999\"]",
                "carol | 0 |   | [7,\"nnn-nn-9999\"]",
                "carol | 1 |   | "
            })
    void S15_what_was_appended_is_filtered_and_masked(
            String principal, int after, Integer upTo, String expected, Engine engine) {
        List<String> rows = expected == null ? List.of() : List.of(expected.split("/"));

        Answer sql =
                engine.as(principal).sql("SELECT id, ssn FROM " + NAME + " WITH (" + sqlOptions(after, upTo) + ")");
        Answer wire = engine.wire(principal).relation(selected(after, upTo));

        assertThat(sql.isError()).as("%s", sql).isFalse();
        assertThat(sql.sortedRows()).isEqualTo(rows);
        assertThat(bare(wire.sortedRows())).as("%s", wire).isEqualTo(bare(rows));
    }

    @Test
    void S15_counts_and_predicates_see_what_was_appended_and_is_visible(Engine engine) {
        String appended = NAME + " WITH (`start-snapshot-id` = " + snapshots.get(0) + ")";

        assertThat(engine.as("bob").sql("SELECT count(*) FROM " + appended).rows())
                .containsExactly("[2]");
        assertThat(engine.as("bob")
                        .sql("SELECT count(*) FROM " + appended + " WHERE dept = 'ops' OR id = 6")
                        .rows())
                .containsExactly("[0]");
        assertThat(engine.as("bob")
                        .sql("SELECT count(*) FROM " + appended + " WHERE ssn = '222-33-4444'")
                        .rows())
                .containsExactly("[0]");
        assertThat(engine.as("alice").sql("SELECT count(*) FROM " + appended).rows())
                .containsExactly("[5]");
    }

    @Test
    void S15_T36_without_a_grant_or_without_such_snapshots_it_is_refused(Engine engine) {
        Snapshot last = table(engine).currentSnapshot();
        String backwards = "SELECT id FROM " + NAME + " WITH (`start-snapshot-id` = " + last.snapshotId()
                + ", `end-snapshot-id` = " + snapshots.get(0) + ")";
        String travelling = "SELECT id FROM " + NAME + ".snapshot_id_" + snapshots.get(1)
                + " WITH (`start-snapshot-id` = " + snapshots.get(0) + ")";

        assertThat(engine.as("dan")
                        .sql("SELECT id FROM " + NAME + " WITH (" + sqlOptions(0, 1) + ")")
                        .errorClass())
                .isEqualTo("CARBON_ACCESS_DENIED");
        assertThat(engine.as("bob").sql(backwards).errorClass()).isEqualTo("CARBON_NOT_GOVERNABLE");
        assertThat(engine.as("bob").sql(travelling).isError()).isTrue();
    }

    /** On the wire every value is a text. */
    private static List<String> bare(List<String> rows) {
        return rows.stream().map(row -> row.replace("\"", "")).toList();
    }

    private static String sqlOptions(int after, Integer upTo) {
        String start = "`start-snapshot-id` = " + snapshots.get(after);
        return upTo == null ? start : start + ", `end-snapshot-id` = " + snapshots.get(upTo);
    }

    private static String selected(int after, Integer upTo) {
        String read = "read { named_table { unparsed_identifier: \"" + NAME + "\" "
                + option("start-snapshot-id", snapshots.get(after))
                + (upTo == null ? "" : option("end-snapshot-id", snapshots.get(upTo))) + " } }";
        return "project { input { " + read + " } " + column("id") + column("ssn") + " }";
    }

    private static String option(String key, long value) {
        return "options { key: " + Wire.text(key) + " value: \"" + value + "\" } ";
    }

    private static String column(String name) {
        return "expressions { unresolved_attribute { unparsed_identifier: \"" + name + "\" } } ";
    }
}
