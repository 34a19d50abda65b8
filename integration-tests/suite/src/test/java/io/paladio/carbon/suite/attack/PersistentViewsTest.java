package io.paladio.carbon.suite.attack;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.paladio.carbon.suite.fixture.Answer;
import io.paladio.carbon.suite.fixture.Engine;
import io.paladio.carbon.suite.fixture.PolicyFolder;
import io.paladio.carbon.suite.fixture.SharedEngine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.iceberg.Schema;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.types.Types;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Persistent views: text that the face keeps, and that runs as whoever reads it (S13). */
@ExtendWith(SharedEngine.class)
class PersistentViewsTest {
    private static final String VISIBLE = "[[1,\"nnn-nn-3333\"],[2,\"nnn-nn-4444\"],[5,null],[8,\"nnn-nn-0000\"]]";

    @Test
    void T18_S13_whoever_made_a_view_its_reader_sees_what_the_reader_may(Engine engine) {
        as("alice", engine, "CREATE OR REPLACE VIEW carbon.hr.made_by_alice AS SELECT id, ssn FROM carbon.hr.t");
        as("bob", engine, "CREATE OR REPLACE VIEW carbon.hr.made_by_bob AS SELECT id, ssn FROM carbon.hr.t");

        for (String view : List.of("carbon.hr.made_by_alice", "carbon.hr.made_by_bob")) {
            String read = "SELECT * FROM " + view;
            assertThat(json(as("bob", engine, read + " ORDER BY id"))).isEqualTo(VISIBLE);
            assertThat(as("alice", engine, read).rows()).hasSize(8).contains("[3,\"333-44-5555\"]");
            assertThat(engine.as("dan").sql(read).errorClass()).isEqualTo("CARBON_ACCESS_DENIED");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"SSN", "ssn", "Ssn", "made_upper.sSn"})
    void T18_case_10_case_11_a_mask_holds_in_whatever_case_a_view_spells_its_column(String column, Engine engine) {
        as("admin", engine, "CREATE OR REPLACE VIEW carbon.hr.made_upper AS SELECT id, SsN AS SSN FROM carbon.hr.t");

        Answer answer = as("bob", engine, "SELECT id, " + column + " FROM carbon.hr.made_upper ORDER BY id");

        assertThat(json(answer)).isEqualTo(VISIBLE);
    }

    @Test
    void T18_case_73_a_union_over_a_view_over_a_masked_table(Engine engine) {
        as("admin", engine, "CREATE OR REPLACE VIEW carbon.hr.below AS SELECT id, ssn FROM carbon.hr.t");
        as(
                "admin",
                engine,
                "CREATE OR REPLACE VIEW carbon.hr.above AS SELECT id, ssn FROM carbon.hr.below WHERE id = 1"
                        + " UNION ALL SELECT id, ssn FROM hr.below WHERE id IN (2, 3)");

        assertThat(json(as("bob", engine, "SELECT * FROM carbon.hr.above ORDER BY id")))
                .isEqualTo("[[1,\"nnn-nn-3333\"],[2,\"nnn-nn-4444\"]]");
        assertThat(as("alice", engine, "SELECT * FROM carbon.hr.above").rows()).hasSize(3);
    }

    @Test
    void T18_case_88_a_sub_query_within_a_view_is_under_the_readers_policy(Engine engine) {
        as(
                "admin",
                engine,
                "CREATE OR REPLACE VIEW carbon.hr.above_average AS SELECT id FROM carbon.hr.t"
                        + " WHERE id > (SELECT avg(id) FROM carbon.hr.t)");

        assertThat(as("bob", engine, "SELECT id FROM carbon.hr.above_average ORDER BY id")
                        .rows())
                .containsExactly("[5]", "[8]");
        assertThat(as("alice", engine, "SELECT id FROM carbon.hr.above_average").rows())
                .hasSize(4);
    }

    @Test
    void T18_case_77_a_star_in_a_view_and_a_filter_on_a_masked_column(Engine engine) {
        as("admin", engine, "CREATE OR REPLACE VIEW carbon.hr.all_of_it AS SELECT * FROM carbon.hr.t WHERE id < 4");

        assertThat(as("bob", engine, "SELECT * FROM carbon.hr.all_of_it WHERE ssn = '111-22-3333'")
                        .rows())
                .isEmpty();
        assertThat(as("bob", engine, "SELECT id, salary FROM carbon.hr.all_of_it ORDER BY id")
                        .rows())
                .containsExactly("[1,null]", "[2,null]");
    }

    @Test
    void T18_case_91_a_view_that_is_not_granted_is_not_read_nor_described(Engine engine) throws IOException {
        as("admin", engine, "CREATE OR REPLACE VIEW carbon.hr.not_for_dan AS SELECT 1 AS one");
        assertThat(as("dan", engine, "SELECT * FROM carbon.hr.not_for_dan").rows())
                .containsExactly("[1]");
        Path access = engine.platform().indexFolder().resolve("access.json");
        String before = Files.readString(access);
        Files.writeString(
                access, "{\"carbon.hr.t\":{\"deny\":[\"dan\"]},\"carbon.hr.not_for_dan\":{\"deny\":[\"dan\"]}}");
        try {
            for (String statement : List.of(
                    "SELECT * FROM carbon.hr.not_for_dan",
                    "DESCRIBE TABLE carbon.hr.not_for_dan",
                    "SHOW CREATE TABLE carbon.hr.not_for_dan",
                    "DROP VIEW carbon.hr.not_for_dan",
                    "CREATE OR REPLACE VIEW carbon.hr.not_for_dan AS SELECT 2 AS one")) {
                assertThat(engine.as("dan").sql(statement).errorClass())
                        .as(statement)
                        .isEqualTo("CARBON_ACCESS_DENIED");
            }
            assertThat(as("bob", engine, "SELECT * FROM carbon.hr.not_for_dan").rows())
                    .containsExactly("[1]");
        } finally {
            Files.writeString(access, before);
        }
    }

    /** Below it those of its table: bob sees the engineers in it, carol operations, and both the last four of a number. */
    @Test
    void S13_T18_case_89_a_view_is_read_under_the_policies_that_it_carries(Engine engine) {
        String view = "carbon.hr.carries";
        as("admin", engine, "CREATE OR REPLACE VIEW " + view + " AS SELECT id, ssn, dept AS team FROM carbon.hr.t");
        as("admin", engine, "CREATE OR REPLACE VIEW carbon.hr.carries_above AS SELECT * FROM " + view);
        PolicyFolder policies = PolicyFolder.of(engine);
        String read = "SELECT * FROM %s ORDER BY id";
        try {
            policies.put(PolicyFolder.rowFilter(view, "pol_of_all", "team IS NOT NULL AND id <> 1"));
            policies.put(forCarol(PolicyFolder.rowFilter(view, "pol_of_carol", "ssn = 'nnn-nn-5555'")));
            policies.mask(view, "team", "mask-alphanum");

            for (String name : List.of(view, "carbon.hr.carries_above")) {
                assertThat(json(as("bob", engine, read.formatted(name))))
                        .isEqualTo("[[2,\"nnn-nn-4444\",\"xxx\"],[5,null,\"xxx\"],[8,\"nnn-nn-0000\",\"xxx\"]]");
                assertThat(json(as("carol", engine, read.formatted(name)))).isEqualTo("[[3,\"nnn-nn-5555\",\"xxx\"]]");
                assertThat(as("alice", engine, read.formatted(name)).rows())
                        .hasSize(8)
                        .contains("[3,\"333-44-5555\",\"ops\"]");
                assertThat(engine.as("dan").sql(read.formatted(name)).errorClass())
                        .isEqualTo("CARBON_ACCESS_DENIED");
            }
            String counted = "SELECT count(*), count(ssn), max(team) FROM " + view;
            assertThat(json(as("bob", engine, counted))).isEqualTo("[[3,2,\"xxx\"]]");
            policies.mask(view, "ssn", "deny");
            assertThat(as("bob", engine, read.formatted(view)).columns()).containsExactly("id", "team");
            assertThat(engine.as("bob").sql("SELECT ssn FROM " + view).errorClass())
                    .isEqualTo("CARBON_COLUMN_DENIED");
        } finally {
            List.of("pol_of_all", "pol_of_carol", PolicyFolder.id(view, "team"), PolicyFolder.id(view, "ssn"))
                    .forEach(policies::remove);
        }
        assertThat(as("bob", engine, read.formatted(view)).rows()).hasSize(4);
    }

    @Test
    void S13_T21_T23_such_a_view_is_explained_described_and_kept_without_its_text(Engine engine) {
        String view = "carbon.hr.kept";
        as(
                "admin",
                engine,
                "CREATE OR REPLACE VIEW " + view + " AS SELECT id, dept FROM carbon.hr.t WHERE name <> 'of the text'");
        PolicyFolder policies = PolicyFolder.of(engine);
        policies.put(PolicyFolder.rowFilter(view, "pol_kept", "id < 4711 AND id > 1"));
        try {
            for (String statement : List.of(
                    "EXPLAIN EXTENDED SELECT * FROM " + view,
                    "SHOW CREATE TABLE " + view,
                    "DESCRIBE TABLE EXTENDED " + view)) {
                assertThat(as("bob", engine, statement).rows().toString())
                        .as(statement)
                        .contains("id")
                        .doesNotContain("4711", "of the text");
            }
            assertThat(as("bob", engine, "EXPLAIN SELECT * FROM " + view).rows().toString())
                    .contains("PolicyFilter pol_kept", "PolicyFilter pol_hr_engineering_only");
            assertThat(as("bob", engine, "SELECT policy_id FROM effective_policies('" + view + "')")
                            .rows())
                    .containsExactly("[\"pol_kept\"]");
            as("bob", engine, "CREATE OR REPLACE TEMPORARY VIEW of_kept AS SELECT id FROM " + view);
            assertThat(as("bob", engine, "SELECT * FROM of_kept").rows()).hasSize(2);
            for (String statement : List.of(
                    "DROP VIEW " + view,
                    "CREATE OR REPLACE VIEW " + view + " AS SELECT 1 AS id",
                    "DELETE FROM " + view + " WHERE id = 2")) {
                assertThat(engine.as("bob").sql(statement).errorClass())
                        .as(statement)
                        .isEqualTo("CARBON_WRITE_DENIED");
            }
            assertThat(as("alice", engine, "SHOW CREATE TABLE " + view).rows().toString())
                    .contains("of the text");
        } finally {
            policies.remove("pol_kept");
        }
        assertThat(as("bob", engine, "SELECT * FROM of_kept").rows()).hasSize(3);
        as("bob", engine, "DROP VIEW of_kept");
    }

    @Test
    void S6_T18_the_columns_of_a_view_never_shift_into_the_place_of_a_denied_one(Engine engine) throws IOException {
        as("admin", engine, "CREATE OR REPLACE VIEW carbon.hr.star AS SELECT * FROM carbon.hr.t");
        Path policy = engine.platform().indexFolder().resolve("policies").resolve("dept-denied.json");
        Files.writeString(policy, DEPT_DENIED);
        try {
            assertThat(engine.as("bob").sql("SELECT * FROM carbon.hr.star").isError())
                    .isTrue();
            assertThat(engine.as("bob").sql("SELECT id FROM carbon.hr.star").isError())
                    .isTrue();
            assertThat(as("bob", engine, "SELECT * FROM carbon.hr.t").columns()).doesNotContain("dept");
            assertThat(as("alice", engine, "SELECT dept FROM carbon.hr.star").rows())
                    .hasSize(8);
        } finally {
            Files.delete(policy);
        }
    }

    @Test
    void T18_case_127_views_that_name_each_other_are_an_error_and_no_crash(Engine engine) {
        other(engine, "loop_a", "SELECT id FROM loop_b");
        other(engine, "loop_b", "SELECT id FROM loop_a");
        other(engine, "loop_c", "SELECT a.id FROM loop_d a JOIN loop_d b ON a.id = b.id");
        other(engine, "loop_d", "SELECT a.id FROM loop_c a JOIN loop_c b ON a.id = b.id");
        other(engine, "loop_self", "SELECT id FROM loop_self WHERE id IN (SELECT id FROM loop_self)");
        other(engine, "loop_below", "SELECT id FROM carbon.hr.t WHERE id IN (SELECT id FROM loop_below)");

        for (String loop : List.of("loop_a", "loop_b", "loop_c", "loop_d", "loop_self", "loop_below")) {
            Answer answer = engine.as("bob").sql("SELECT * FROM carbon.hr." + loop);
            assertThat(answer.errorClass()).as("%s", answer).isEqualTo("CARBON_NOT_GOVERNABLE");
        }
        assertThat(as("bob", engine, "SELECT count(*) FROM carbon.hr.t").rows()).containsExactly("[4]");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "reflects | SELECT reflect('java.lang.System', 'getenv', 'PATH') AS id | CARBON_CODE_DENIED",
                "reads_type | SELECT from_json('{}', '{\"type\":\"udt\",\"class\":\"x.Y\"}').id AS id | CARBON_CODE_DENIED",
                "transforms | SELECT TRANSFORM(id) USING 'cat' AS (id) FROM carbon.hr.t | CARBON_CODE_DENIED",
                "reads_path | SELECT * FROM parquet.`/etc/x` | CARBON_PATH_DENIED",
                "reads_format | SELECT * FROM iceberg.`s3://carbon/x` | CARBON_PATH_DENIED",
                "reads_files | SELECT record_count AS id FROM carbon.hr.t.files | CARBON_METADATA_DENIED",
                "reads_columns | SELECT _pos AS id FROM carbon.hr.t | CARBON_METADATA_DENIED",
                "reads_elsewhere | SELECT * FROM spark_catalog.default.x | TABLE_OR_VIEW_NOT_FOUND"
            })
    void T18_a_view_of_another_engine_holds_nothing_that_a_statement_may_not(
            String name, String text, String expected, Engine engine) {
        other(engine, name, text);

        Answer answer = engine.as("bob").sql("SELECT * FROM carbon.hr." + name);

        assertThat(answer.isError()).as("%s", answer).isTrue();
        assertThat(answer.errorClass()).as("%s", answer).isEqualTo(expected);
    }

    @Test
    void T18_a_view_reads_its_own_schema_and_no_temporary_view_of_the_reader(Engine engine) {
        as("admin", engine, "CREATE OR REPLACE VIEW carbon.hr.names_t AS SELECT count(*) AS people FROM carbon.hr.t");
        other(engine, "names_t_short", "SELECT id FROM t");
        as("bob", engine, "CREATE OR REPLACE TEMPORARY VIEW t AS SELECT 99 AS id");
        try {
            assertThat(as("bob", engine, "SELECT * FROM carbon.hr.names_t_short")
                            .rows())
                    .hasSize(4);
            assertThat(engine.as("bob")
                            .sql("CREATE VIEW carbon.hr.of_temporary AS SELECT * FROM t")
                            .isError())
                    .isTrue();
        } finally {
            as("bob", engine, "DROP VIEW t");
        }
    }

    @Test
    void T18_views_are_listed_described_renamed_and_dropped_and_show_no_place(Engine engine) {
        as(
                "bob",
                engine,
                "CREATE VIEW carbon.hr.bobs (number COMMENT 'his') COMMENT 'a view' AS SELECT id FROM carbon.hr.t");
        assertThat(as("bob", engine, "SHOW VIEWS IN carbon.hr").rows().toString())
                .contains("bobs");
        for (String description : List.of(
                "SHOW CREATE TABLE carbon.hr.bobs",
                "DESCRIBE TABLE EXTENDED carbon.hr.bobs",
                "SHOW TBLPROPERTIES carbon.hr.bobs")) {
            assertThat(as("bob", engine, description).rows().toString())
                    .as(description)
                    .isNotEqualTo("[]")
                    .doesNotContain("s3:");
        }
        as("bob", engine, "ALTER VIEW carbon.hr.bobs RENAME TO carbon.hr.bobs_too");
        assertThat(as("bob", engine, "SELECT number FROM carbon.hr.bobs_too").rows())
                .hasSize(4);
        as("bob", engine, "DROP VIEW carbon.hr.bobs_too");
        assertThat(engine.as("bob").sql("SELECT * FROM carbon.hr.bobs_too").isError())
                .isTrue();
        as("bob", engine, "DROP VIEW IF EXISTS carbon.hr.bobs_too");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "dan | CREATE VIEW carbon.hr.dans AS SELECT * FROM carbon.hr.t | CARBON_ACCESS_DENIED",
                "bob | CREATE VIEW spark_catalog.default.v AS SELECT 1 AS one | CARBON_NOT_GOVERNABLE",
                "bob | CREATE VIEW carbon.hr.placed TBLPROPERTIES ('location' = 's3://x') AS SELECT 1 AS one | CARBON_PATH_DENIED",
                "bob | CREATE VIEW carbon.hr.reflecting AS SELECT reflect('a', 'b') AS x | CARBON_CODE_DENIED",
                "bob | CREATE VIEW carbon.hr.filing AS SELECT * FROM carbon.hr.t.files | CARBON_METADATA_DENIED",
                "bob | INSERT INTO carbon.hr.v_to_write SELECT 1 | ANY",
                "admin | CREATE MATERIALIZED VIEW carbon.hr.mv AS SELECT * FROM carbon.hr.t | CARBON_NOT_GOVERNABLE",
                "admin | REFRESH MATERIALIZED VIEW carbon.hr.mv | ANY"
            })
    void T18_case_98_what_can_not_be_governed_is_not_made(
            String principal, String statement, String expected, Engine engine) {
        as("admin", engine, "CREATE OR REPLACE VIEW carbon.hr.v_to_write AS SELECT 1 AS one");

        Answer answer = engine.as(principal).sql(statement);

        assertThat(answer.isError()).as("%s", answer).isTrue();
        if (!expected.equals("ANY")) {
            assertThat(answer.errorClass()).as("%s", answer).isEqualTo(expected);
        }
    }

    private static final String DEPT_DENIED = """
            { "format": 1, "id": "pol_dept_denied", "name": "dept_denied", "version": 1, "type": "column_mask",
              "enforcement": "enforce", "attach": { "securable": "carbon.hr.t" },
              "columns": [ { "alias": "c", "match": { "name": "dept" }, "cardinality": "exactly_one" } ],
              "on": "c", "mask": { "kind": "deny" },
              "to": { "everyone": true }, "except": { "groups": ["hr-auditors"], "principals": ["admin"] } }
            """;

    private static Answer as(String principal, Engine engine, String statement) {
        Answer answer = engine.as(principal).sql(statement);
        assertThat(answer.isError()).as("%s: %s", principal, answer).isFalse();
        return answer;
    }

    private static ObjectNode forCarol(ObjectNode policy) {
        policy.putObject("to").putArray("principals").add("carol");
        return policy;
    }

    private static String json(Answer answer) {
        return answer.rows().toString().replace(" ", "");
    }

    /** A view with a column id that some other engine has left at the face. */
    private static void other(Engine engine, String name, String text) {
        TableIdentifier view = TableIdentifier.of("hr", name);
        engine.platform()
                .face()
                .catalog()
                .buildView(view)
                .withSchema(new Schema(Types.NestedField.optional(1, "id", Types.StringType.get())))
                .withDefaultNamespace(Namespace.of("hr"))
                .withQuery("spark", text)
                .createOrReplace();
    }
}
