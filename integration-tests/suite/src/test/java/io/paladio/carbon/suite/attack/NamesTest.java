package io.paladio.carbon.suite.attack;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.paladio.carbon.suite.fixture.Answer;
import io.paladio.carbon.suite.fixture.Engine;
import io.paladio.carbon.suite.fixture.JsonLines;
import io.paladio.carbon.suite.fixture.Lab;
import io.paladio.carbon.suite.fixture.SharedEngine;
import io.paladio.carbon.suite.fixture.Wire;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.apache.iceberg.Table;
import org.apache.iceberg.catalog.TableIdentifier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** T16, T39: a policy hangs on a field and on a table, not on how somebody writes their names; and no name breaks out of a text. */
@ExtendWith(SharedEngine.class)
class NamesTest {
    private static final List<String> PEOPLE = List.of("alice", "bob", "carol", "dan");
    private static final String MASKED = "nnn-nn-";

    private static void policy(Engine engine, String table, String column) throws IOException {
        Path file = engine.platform().indexFolder().resolve("policies").resolve("of-" + table + ".json");
        Files.writeString(file, """
                { "format": 1, "id": "pol_of_%1$s", "name": "of_%1$s", "version": 1, "type": "column_mask",
                  "enforcement": "enforce", "attach": { "securable": "carbon.lab.%1$s", "inherit": true },
                  "columns": [ { "alias": "c", "match": { "name": "%2$s" }, "cardinality": "exactly_one" } ],
                  "on": "c", "mask": { "kind": "show-last-4" }, "to": { "principals": ["bob"] } }
                """.formatted(table, column));
    }

    @Test
    void T16_a_masked_column_is_masked_before_and_after_it_was_renamed(Engine engine) throws IOException {
        Lab lab = Lab.table(engine, "renamed", "");
        String before = lab.asAlice("SELECT max(snapshot_id) FROM " + lab.name() + ".refs")
                .rows()
                .get(0)
                .replaceAll("\\D", "");
        Table table = engine.platform().face().catalog().loadTable(TableIdentifier.of("lab", "renamed"));
        table.manageSnapshots()
                .createBranch("early")
                .createTag("first", table.currentSnapshot().snapshotId())
                .commit();
        lab.asAlice("ALTER TABLE " + lab.name() + " RENAME COLUMN ssn TO nat_id");
        policy(engine, "renamed", "nat_id");
        try {
            lab.asAlice("INSERT INTO " + lab.name() + " VALUES (10, 'New', 'eng', 1, '000-00-1234')");

            assertThat(engine.as("bob")
                            .sql("SELECT nat_id FROM " + lab.name() + " WHERE id = 1")
                            .rows())
                    .containsExactly("[\"nnn-nn-3333\"]");
            for (String past : List.of(
                    lab.name() + " VERSION AS OF " + before,
                    lab.name() + " VERSION AS OF 'early'",
                    lab.name() + " VERSION AS OF 'first'",
                    lab.name() + ".snapshot_id_" + before,
                    lab.name() + ".branch_early",
                    lab.name() + ".tag_first")) {
                Answer seen = engine.as("bob").sql("SELECT * FROM " + past + " WHERE id = 1");
                assertThat(seen.text()).as("%s", seen).doesNotContain("111-22-3333");
                assertThat(seen.isError() || seen.text().contains(MASKED))
                        .as("%s", seen)
                        .isTrue();
                assertThat(engine.as("alice")
                                .sql("SELECT * FROM " + past + " WHERE id = 1")
                                .text())
                        .as("control: %s", past)
                        .contains("111-22-3333");
                assertThat(engine.as("dan").sql("SELECT * FROM " + past).errorClass())
                        .isEqualTo("CARBON_ACCESS_DENIED");
            }
        } finally {
            Files.delete(engine.platform().indexFolder().resolve("policies/of-renamed.json"));
        }
    }

    @Test
    void T16_a_column_dropped_and_added_again_is_another_and_its_past_does_not_show(Engine engine) {
        Lab lab = Lab.table(engine, "dropped", "");
        String before = lab.asAlice("SELECT max(snapshot_id) FROM " + lab.name() + ".refs")
                .rows()
                .get(0)
                .replaceAll("\\D", "");
        lab.asAlice("ALTER TABLE " + lab.name() + " DROP COLUMN ssn");
        lab.asAlice("ALTER TABLE " + lab.name() + " ADD COLUMN ssn STRING");
        lab.asAlice("INSERT INTO " + lab.name() + " VALUES (11, 'New', 'eng', 1, '999-99-1234')");
        lab.asAlice("INSERT INTO " + lab.name() + " VALUES (12, 'New', 'ops', 1, '999-99-1234')");

        for (String principal : List.of("bob", "carol")) {
            Answer now = engine.as(principal).sql("SELECT id, ssn FROM " + lab.name() + " WHERE id > 10");
            Answer past = engine.as(principal).sql("SELECT * FROM " + lab.name() + " VERSION AS OF " + before);

            assertThat(now.text()).contains("nnn-nn-1234").doesNotContain("999-99");
            assertThat(past.text()).as("%s", past).doesNotContain("111-22-3333").doesNotContain("333-44-5555");
        }
        assertThat(engine.as("alice")
                        .sql("SELECT * FROM " + lab.name() + " VERSION AS OF " + before)
                        .text())
                .contains("111-22-3333");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT SSN FROM carbon.hr.t",
                "SELECT `sSn` FROM carbon.hr.t",
                "SELECT t.SSN FROM carbon.hr.t AS t",
                "SELECT x.* FROM carbon.hr.t AS x",
                "SELECT ssn AS id FROM carbon.hr.t",
                "SELECT `Info`.`SSN` FROM carbon.hr.t",
                "SELECT * FROM carbon.hr.t AS t(a, b, c, d, e, f)",
                "SELECT * FROM carbon.`hr`.`t`",
                "SELECT * FROM `carbon`.hr.t",
                "SELECT * FROM CARBON.hr.t",
                "SELECT * FROM carbon.HR.t",
                "SELECT * FROM carbon.hr.T",
                "SELECT * FROM carbon.hr.`t `",
                "SELECT * FROM carbon.hr.`t;`",
                "SELECT * FROM carbon.`hr.t`",
                "SELECT * FROM `carbon.hr.t`",
                "SELECT * FROM carbon.hr.t.t",
                "SELECT * FROM carbon.carbon.hr.t",
                "SELECT * FROM carbon.hr.`t#main`",
                "SELECT * FROM carbon.hr.`t/../t`",
                "SELECT * FROM carbon.hr.`t%2F`",
                "SELECT * FROM carbon.hr.branch_main",
                "SELECT * FROM carbon.hr.t.branch_main",
                "SELECT * FROM carbon.hr.t.branch_nothing",
                "SELECT * FROM carbon.hr.t.tag_nothing",
                "SELECT * FROM carbon.hr.t.at_timestamp_9999999999999",
                "SELECT * FROM carbon.hr.t TIMESTAMP AS OF '2999-01-01'",
                "SELECT * FROM carbon.hr.t VERSION AS OF 'main'"
            })
    void T16_however_it_is_written_nobody_sees_more(String statement, Engine engine) {
        for (String principal : List.of("bob", "carol")) {
            String seen = engine.as(principal).sql(statement).text();

            assertThat(seen)
                    .doesNotContain("111-22-")
                    .doesNotContain("222-33-")
                    .doesNotContain("333-44-")
                    .doesNotContain("Barbara")
                    .doesNotContain("Edsger");
        }
        Answer dans = engine.as("dan").sql(statement);
        assertThat(dans.isError()).as("%s", dans).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "UPPER",
                "do.t",
                "back`tick",
                "quo'te",
                "quo\"te",
                "ünï",
                "sp ace",
                "sem;i",
                "-- dash",
                "per%2Fcent"
            })
    void T16_a_table_of_any_name_is_under_the_policies_of_its_schema(String name, Engine engine) {
        String table = "carbon.lab.`" + name.replace("`", "``") + "`";
        engine.as("alice").sql("CREATE NAMESPACE IF NOT EXISTS carbon.lab");
        Answer made = engine.as("alice")
                .sql("CREATE OR REPLACE TABLE " + table + " (id INT, dept STRING, ssn STRING) USING iceberg");
        if (made.isError()) {
            assertThat(made.errorClass()).as("refused by name: %s", made).isNotEmpty();
            return;
        }
        engine.as("alice").sql("INSERT INTO " + table + " VALUES (1, 'eng', '111-22-3333'), (2, 'ops', '333-44-5555')");

        assertThat(engine.as("alice").sql("SELECT * FROM " + table).rows()).hasSize(2);
        assertThat(engine.as("bob").sql("SELECT * FROM " + table).rows())
                .containsExactly("[1,\"eng\",\"nnn-nn-3333\"]");
        assertThat(engine.as("carol").sql("SELECT * FROM " + table).rows())
                .containsExactly("[2,\"ops\",\"nnn-nn-5555\"]");
        assertThat(engine.as("dan").sql("SELECT * FROM " + table).errorClass()).isEqualTo("CARBON_ACCESS_DENIED");
        engine.as("alice").sql("DROP TABLE " + table);
    }

    @Test
    void T16_a_nested_schema_is_no_way_to_a_table(Engine engine) {
        for (String principal : PEOPLE) {
            for (String statement : List.of(
                    "CREATE NAMESPACE carbon.lab.inner",
                    "CREATE TABLE carbon.lab.inner.t (id INT) USING iceberg",
                    "SELECT * FROM carbon.lab.inner.t",
                    "SELECT * FROM carbon.hr.hr.t")) {
                Answer answer = engine.as(principal).sql(statement);

                assertThat(answer.isError()).as("%s", answer).isTrue();
            }
        }
    }

    @Test
    void T23_T25_a_schema_is_changed_and_dropped_by_whom_the_face_lets_and_tells_nobody_what_it_holds(Engine engine) {
        for (String principal : PEOPLE) {
            for (String statement : List.of(
                    "COMMENT ON NAMESPACE carbon.hr IS 'x'",
                    "ALTER NAMESPACE carbon.hr SET PROPERTIES ('x'='y')",
                    "DROP NAMESPACE carbon.hr",
                    "DROP NAMESPACE carbon.hr CASCADE")) {
                assertThat(engine.as(principal).sql(statement).errorClass())
                        .as("%s: %s", principal, statement)
                        .isEqualTo("CARBON_ACCESS_DENIED");
            }
        }
        for (String statement : List.of(
                "CREATE NAMESPACE carbon.owned",
                "COMMENT ON NAMESPACE carbon.owned IS 'x'",
                "ALTER NAMESPACE carbon.owned SET PROPERTIES ('x'='y')",
                "CREATE TABLE carbon.owned.t (id INT) USING iceberg")) {
            assertThat(engine.as("alice").sql(statement).isError())
                    .as(statement)
                    .isFalse();
        }
        assertThat(engine.as("bob")
                        .sql("DESCRIBE NAMESPACE EXTENDED carbon.owned")
                        .rows()
                        .toString())
                .contains("alice")
                .doesNotContain(System.getProperty("user.name"));
        assertThat(engine.as("alice").sql("DROP NAMESPACE carbon.owned").message())
                .contains("SCHEMA_NOT_EMPTY")
                .doesNotContain("1 table");
        engine.as("alice").sql("DROP TABLE carbon.owned.t");
        assertThat(engine.as("alice").sql("DROP NAMESPACE carbon.owned").isError())
                .isFalse();
    }

    static Stream<String> breaking() {
        return Stream.of(
                "quo'te",
                "quo\"te",
                "back\\slash",
                "new\nline",
                "tab\tulator",
                "bell\u0007",
                "null\u0000",
                "right\u202eleft",
                "</script><b>",
                "${env:HOME}",
                "${jndi:ldap://127.0.0.1/x}",
                "%n%s{}",
                "{\"principal\":\"alice\"}",
                "\ud83d\ude00",
                "x".repeat(64 * 1024));
    }

    @ParameterizedTest
    @MethodSource("breaking")
    void T39_no_name_breaks_a_message_a_log_or_a_record(String name, Engine engine) throws IOException {
        String quoted = "`" + name.replace("`", "``") + "`";
        for (String principal : List.of("bob", "dan")) {
            Wire wire = engine.wire(principal);
            for (String statement : List.of(
                    "SELECT * FROM carbon.hr." + quoted,
                    "SELECT " + quoted + " FROM carbon.hr.t",
                    "SELECT id AS " + quoted + " FROM carbon.hr.t",
                    "SELECT " + quoted + "(id) FROM carbon.hr.t",
                    "SELECT * FROM " + quoted + ".`x`",
                    "CREATE NAMESPACE carbon." + quoted + " LOCATION '/x'",
                    "SET " + quoted + "=x")) {
                Answer answer = wire.sql(statement);

                assertThat(answer.status()).as("%s", answer).isNotEqualTo("CLIENT_FAULT");
                assertThat(answer.message().length()).isLessThan(16 * 1024);
                // Spark's own errors repeat the statement as its author wrote it; ours escape.
                if (answer.message().startsWith("[CARBON_")) {
                    assertThat(answer.message()).doesNotContain("\u0007").doesNotContain("\u0000");
                }
            }
        }
        assertThat(engine.wire("bob").sql("SELECT 1").status())
                .as("the session lives")
                .isEqualTo("OK");
        assertThat(JsonLines.of(engine.server().decisionsFile())).noneMatch(JsonNode::isMissingNode);
        assertThat(JsonLines.of(engine.server().lineageFile())).noneMatch(JsonNode::isMissingNode);
    }

    @Test
    void T39_a_value_of_any_kind_comes_back_as_it_is(Engine engine) {
        for (String value :
                List.of("a'b", "a\"b", "a\\b", "a\nb", "a\u0007b", "\ud83d\ude00", "<b>&amp;", "${env:HOME}")) {
            Answer answer = engine.wire("bob")
                    .relation("project { input { range { end: 1 step: 1 } } expressions { literal { string: "
                            + Wire.text(value) + " } } }");

            assertThat(answer.json().path("rows").path(0).path(0).asText()).isEqualTo(value);
        }
    }
}
