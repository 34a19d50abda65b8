package io.paladio.carbon.spark;

import static io.paladio.carbon.spark.ViewEngine.rows;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.paladio.carbon.catalog.SparkRefusal;
import io.paladio.carbon.error.CarbonCondition;
import io.paladio.carbon.spark.rule.StatementScope;
import java.util.List;
import java.util.stream.Stream;
import org.apache.spark.SparkException;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.parser.ParseException;
import org.apache.spark.sql.catalyst.parser.ParserInterface;
import org.apache.spark.sql.execution.datasources.v2.BatchScanExec;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import scala.jdk.javaapi.CollectionConverters;

/** S13, T18: a persistent view that carries policies of its own is read as the plain table of what they leave of its result. */
class RestrictedViewsTest {
    private static SparkSession alice;
    private static SparkSession bob;

    @BeforeAll
    static void views() {
        ViewEngine.make();
        alice = ViewEngine.session("alice");
        bob = ViewEngine.session("bob");
    }

    @AfterAll
    static void stop() {
        TestEngine.stop();
    }

    static Stream<String> shapes() {
        return GovernedSelectTest.shapes().map(sql -> sql.replace("carbon.hr.t", "carbon.seen.v"));
    }

    @ParameterizedTest
    @MethodSource("shapes")
    void S13_S4_a_query_sees_visible_rows_and_masked_values(String sql) {
        assertThat(rows(bob, sql)).isEqualTo(rows(bob, sql.replace("carbon.seen.v", "carbon.seen.oracle")));
    }

    @Test
    void S13_it_is_so_whichever_parser_is_asked_first() {
        SparkSession other = ViewEngine.icebergLast("bob");

        assertThat(rows(other, "SELECT * FROM carbon.seen.v"))
                .isEqualTo(rows(bob, "SELECT * FROM carbon.seen.oracle"))
                .hasSize(3);
    }

    @Test
    void S13_whom_no_policy_of_the_view_restricts_sees_all_of_it() {
        assertThat(rows(alice, "SELECT * FROM carbon.seen.v")).isEqualTo(rows(alice, "SELECT * FROM carbon.seen.raw"));
        assertThat(rows(bob, "SELECT * FROM carbon.seen.raw")).hasSize(6);
    }

    @Test
    void S13_policies_of_the_view_apply_after_those_of_its_tables() {
        alice.sql("CREATE OR REPLACE VIEW carbon.seen.twice AS SELECT id, ssn, salary FROM carbon.hr.t");
        ViewEngine.index(
                "twice", "ssn", SampleTables.rowFilter("pol_twice", "carbon.seen.twice", "ssn = 'nnn-nn-1111'"));
        ViewEngine.index(
                "twice",
                "salary",
                SampleTables.mask(
                        "pol_twice_salary", "carbon.seen.twice", "salary", "{\"kind\":\"mask-to-fixed-value\"}"));

        assertThat(rows(bob, "SELECT * FROM carbon.seen.twice")).containsExactly("[1,nnn-nn-1111,0]");
        assertThat(rows(alice, "SELECT id FROM carbon.seen.twice")).hasSize(6);
    }

    @Test
    void S13_a_view_of_a_restricted_view_has_the_policies_of_both() {
        alice.sql("CREATE OR REPLACE VIEW carbon.seen.above (number, last) AS"
                + " WITH c AS (SELECT id, ssn FROM carbon.seen.v) SELECT id, ssn FROM c WHERE id > 1");
        String query = "SELECT * FROM carbon.seen.above";
        assertThat(rows(bob, query)).containsExactly("[2,nnn-nn-2222]", "[6,null]");

        ViewEngine.index("above", "one", SampleTables.rowFilter("pol_above", "carbon.seen.above", "number < 6"));
        try {
            assertThat(rows(bob, query)).containsExactly("[2,nnn-nn-2222]");
            assertThat(rows(bob, "SELECT count(*) FROM carbon.seen.above a JOIN carbon.seen.v v ON a.number = v.id"))
                    .containsExactly("[1]");
            assertThat(rows(alice, query)).hasSize(5);
        } finally {
            TestEngine.unindex("policies/seen-above-one.json");
        }
    }

    @Test
    void S13_each_reader_has_his_own_policies_and_none_reads_without_a_grant() {
        alice.sql("CREATE OR REPLACE VIEW carbon.seen.parted AS SELECT id, region FROM carbon.seen.raw");
        for (String who : List.of("bob", "carl")) {
            ViewEngine.index(
                    "parted",
                    who,
                    SampleTables.rowFilter(
                                    "pol_parted_" + who,
                                    "carbon.seen.parted",
                                    who.equals("bob") ? "region = 'EU'" : "region = 'US'")
                            .replace("{\"everyone\":true}", "{\"principals\":[\"" + who + "\"]}"));
        }
        TestEngine.index(
                "access.json", "{\"carbon.hr.t\":{\"deny\":[\"dan\"]},\"carbon.seen.parted\":{\"deny\":[\"dan\"]}}");
        try {
            String query = "SELECT id FROM carbon.seen.parted";
            assertThat(rows(bob, query)).containsExactly("[1]", "[2]", "[6]");
            assertThat(rows(ViewEngine.session("carl"), query)).containsExactly("[3]", "[4]");
            assertThat(rows(alice, query)).hasSize(6);
            refused(ViewEngine.session("dan"), query, CarbonCondition.ACCESS_DENIED);
        } finally {
            TestEngine.index("access.json", "{\"carbon.hr.t\":{\"deny\":[\"dan\"]}}");
        }
        assertThat(rows(ViewEngine.session("dan"), "SELECT id FROM carbon.seen.parted"))
                .hasSize(6);
    }

    @Test
    void S6_a_denied_column_is_left_out_and_named_to_nobody() {
        assertThat(bob.table("carbon.seen.v").columns())
                .isEqualTo(bob.table("carbon.seen.oracle").columns())
                .doesNotContain("note");
        for (String sql : List.of(
                "SELECT note FROM carbon.seen.v",
                "SELECT x.note FROM carbon.seen.v x",
                "SELECT id FROM carbon.seen.v WHERE note = 'a'")) {
            refused(bob, sql, CarbonCondition.COLUMN_DENIED);
        }
        assertThat(rows(alice, "SELECT note FROM carbon.seen.v")).hasSize(6);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT id FROM carbon.seen.v WHERE 1 / (salary - 400) < 10",
                "SELECT id FROM carbon.seen.v WHERE if(name = 'dee', raise_error('seen'), true)",
                "SELECT id FROM carbon.seen.v WHERE if(ssn = '111-11-1111', raise_error('seen'), true)",
                "SELECT id, 1 / (salary - 400) FROM carbon.seen.v",
                "SELECT id FROM carbon.seen.v ORDER BY 1 / (salary - 400)",
                "SELECT id FROM carbon.seen.v WHERE id IN (SELECT id FROM carbon.seen.v WHERE 1 / (salary - 400) < 10)",
                "SELECT p.id FROM carbon.hr.plain p JOIN carbon.seen.v t ON p.id = t.id AND 1 / (t.salary - 300) < 10"
            })
    void T19_a_hidden_row_makes_no_error(String sql) {
        for (String adaptive : List.of("true", "false")) {
            bob.conf().set("spark.sql.adaptive.enabled", adaptive);
            assertThat(bob.sql(sql).collectAsList()).hasSizeLessThanOrEqualTo(3);
        }
        assertThatThrownBy(() -> alice.sql(sql).collectAsList()).isInstanceOf(Exception.class);
    }

    /** The third row is hidden, and the query of the view fails on it: whichever row is asked for. */
    @ParameterizedTest
    @ValueSource(ints = {1, 3, 99})
    void T19_no_predicate_picks_the_rows_that_the_query_of_a_view_fails_on(int id) {
        alice.sql("CREATE OR REPLACE VIEW carbon.seen.failing AS"
                + " SELECT id, region FROM carbon.seen.raw WHERE 10 / (salary - 300) > -100");
        ViewEngine.index(
                "failing", "eu", SampleTables.rowFilter("pol_failing", "carbon.seen.failing", "region = 'EU'"));

        assertThatThrownBy(() -> bob.sql("SELECT id FROM carbon.seen.failing WHERE id = " + id)
                        .collectAsList())
                .isInstanceOfAny(SparkException.class, ArithmeticException.class);
    }

    @Test
    void S18_a_leakproof_predicate_prunes_files_below_a_plain_view() {
        alice.sql("ALTER TABLE carbon.seen.raw SET TBLPROPERTIES ('read.split.open-file-cost'='134217728')");

        assertThat(files("SELECT id FROM carbon.seen.v")).isEqualTo(3);
        assertThat(files("SELECT id FROM carbon.seen.v WHERE day = DATE'2024-01-03'"))
                .isEqualTo(1);
        assertThat(files("SELECT id FROM carbon.seen.v WHERE day = DATE'2024-01-03' AND 1 / (salary - 400) < 10"))
                .isEqualTo(1);
    }

    private static int files(String sql) {
        bob.conf().set("spark.sql.adaptive.enabled", "false");
        var plan = ((org.apache.spark.sql.classic.Dataset<Row>) bob.sql(sql))
                .queryExecution()
                .executedPlan();
        return CollectionConverters.asJava(plan.collectLeaves()).stream()
                .filter(leaf -> leaf instanceof BatchScanExec)
                .mapToInt(leaf -> ((BatchScanExec) leaf).inputPartitions().size())
                .sum();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "INSERT INTO carbon.seen.v SELECT * FROM carbon.seen.oracle | ANY",
                "DELETE FROM carbon.seen.v WHERE id = 1 | CARBON_WRITE_DENIED",
                "UPDATE carbon.seen.v SET name = 'x' | CARBON_WRITE_DENIED",
                "MERGE INTO carbon.seen.v v USING carbon.hr.plain p ON v.id = p.id WHEN MATCHED THEN DELETE | CARBON_WRITE_DENIED"
            })
    void S12_nothing_is_written_through_it(String sql, String condition) {
        assertThatThrownBy(() -> bob.sql(sql).collectAsList())
                .as(sql)
                .hasMessageContaining(condition.equals("ANY") ? "" : condition);
        assertThat(rows(alice, "SELECT id FROM carbon.seen.raw")).hasSize(6);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "EXTENDED", "FORMATTED", "COST", "CODEGEN"})
    void T21_explain_names_its_policies_and_those_of_what_it_reads(String mode) {
        alice.sql("CREATE OR REPLACE VIEW carbon.seen.explained AS"
                + " SELECT t.id, v.ssn FROM carbon.hr.t JOIN carbon.seen.v ON t.id = v.id WHERE t.name <> 'the text'");
        ViewEngine.index(
                "explained", "id", SampleTables.rowFilter("pol_explained", "carbon.seen.explained", "id < 4711"));

        String text = bob.sql("EXPLAIN " + mode + " SELECT * FROM carbon.seen.explained")
                .first()
                .getString(0);

        assertThat(text)
                .contains("PolicyBarrier carbon.seen.explained", "PolicyFilter pol_explained")
                .contains("PolicyBarrier carbon.seen.v", "PolicyMask ssn show-last-4 pol_ssn_v")
                .contains("PolicyBarrier carbon.hr.t", "PolicyFilter pol_eu")
                .doesNotContain("4711", "'EU'", "= EU", "the text", "MaskFunctions", "Physical Plan", "sizeInBytes");
    }

    @Test
    void T23_a_description_shows_neither_its_text_nor_what_is_denied() {
        for (String statement : List.of(
                "SHOW CREATE TABLE carbon.seen.v",
                "DESCRIBE TABLE carbon.seen.v",
                "DESCRIBE TABLE EXTENDED carbon.seen.v")) {
            assertThat(rows(bob, statement).toString())
                    .as(statement)
                    .contains("ssn")
                    .doesNotContain("note", "seen.raw", "SELECT");
        }
        assertThat(rows(alice, "SHOW CREATE TABLE carbon.seen.v").toString()).contains("seen.raw", "note");
    }

    @Test
    void what_a_description_shows_in_place_of_the_text_reads_nothing_of_its_own() {
        String shown = bob.sql("SHOW CREATE TABLE carbon.seen.v").first().getString(0);
        String mark = shown.substring(shown.indexOf("/*")).strip();
        StatementScope.clear();

        for (SparkSession reader : List.of(bob, alice)) {
            assertThatThrownBy(() -> reader.sql(mark).collectAsList()).isInstanceOf(ParseException.class);
            assertThatThrownBy(() -> parser(reader).parseQuery(mark))
                    .isInstanceOfSatisfying(
                            SparkRefusal.class,
                            refusal -> assertThat(refusal.carbonCondition()).isEqualTo(CarbonCondition.NOT_GOVERNABLE));
        }
    }

    private static ParserInterface parser(SparkSession session) {
        return ((org.apache.spark.sql.classic.SparkSession) session)
                .sessionState()
                .sqlParser();
    }

    @Test
    void what_binds_the_reader_of_a_view_is_told_as_of_a_table() {
        String query = "SELECT kind, policy_id FROM effective_policies('carbon.seen.v')";

        assertThat(rows(bob, query))
                .containsExactly(
                        "[deny,pol_note_v]",
                        "[mask-alphanum,pol_region_v]",
                        "[row_filter,pol_eu_v]",
                        "[show-last-4,pol_ssn_v]");
        assertThat(rows(alice, query)).isEmpty();
    }

    @Test
    void S13_a_temporary_view_of_it_is_read_under_the_policies_of_then() {
        bob.sql("CREATE OR REPLACE TEMPORARY VIEW texted AS SELECT * FROM carbon.seen.v");
        bob.table("carbon.seen.v").select("id", "ssn").createOrReplaceTempView("framed");
        Dataset<Row> frame = bob.table("carbon.seen.v");
        frame.createOrReplaceTempView("whole");
        List<String> seen = rows(bob, "SELECT id, ssn FROM carbon.seen.oracle");
        for (String view : List.of("texted", "framed", "whole")) {
            assertThat(rows(bob, "SELECT id, ssn FROM " + view)).as(view).isEqualTo(seen);
        }

        ViewEngine.index("v", "eu", SampleTables.rowFilter("pol_eu_v", "carbon.seen.v", "region = 'US'"));
        try {
            StatementScope.clear();
            for (String view : List.of("texted", "framed", "whole")) {
                assertThat(rows(bob, "SELECT id, ssn FROM " + view))
                        .as(view)
                        .containsExactly("[3,nnn-nn-3333]", "[4,nnn-nn-4444]");
            }
            StatementScope.clear();
            assertThatThrownBy(frame::collectAsList)
                    .isInstanceOfSatisfying(
                            SparkRefusal.class,
                            refusal -> assertThat(refusal.carbonCondition()).isEqualTo(CarbonCondition.NOT_GOVERNABLE));
        } finally {
            ViewEngine.govern("v");
            StatementScope.clear();
        }
    }

    /** A star takes in what its table has got since; what it gives would stand under other names and other policies. */
    @Test
    void T18_a_query_that_has_other_columns_now_is_refused() {
        alice.sql("CREATE OR REPLACE TABLE carbon.seen.moving (id STRING, a STRING, b STRING) USING iceberg");
        alice.sql("INSERT INTO carbon.seen.moving VALUES ('1', 'x', 'y')");
        alice.sql("CREATE OR REPLACE VIEW carbon.seen.star AS SELECT * FROM carbon.seen.moving");
        ViewEngine.index(
                "star",
                "a",
                SampleTables.mask("pol_star", "carbon.seen.star", "a", "{\"kind\":\"mask-to-fixed-value\"}"));
        assertThat(rows(bob, "SELECT b FROM carbon.seen.star")).containsExactly("[y]");

        alice.sql("ALTER TABLE carbon.seen.moving ADD COLUMN c STRING");
        assertThat(rows(bob, "SELECT b FROM carbon.seen.star")).containsExactly("[y]");

        alice.sql("ALTER TABLE carbon.seen.moving ALTER COLUMN b FIRST");
        refused(bob, "SELECT b FROM carbon.seen.star", CarbonCondition.POLICY_UNENFORCEABLE);
        assertThat(rows(alice, "SELECT id FROM carbon.seen.moving")).containsExactly("[1]");
    }

    @Test
    void T18_a_name_that_its_table_lacks_is_not_taken_from_the_reader() {
        alice.sql("CREATE OR REPLACE TABLE carbon.seen.losing (id INT, open BOOLEAN, region STRING) USING iceberg");
        alice.sql("INSERT INTO carbon.seen.losing VALUES (1, true, 'EU'), (2, false, 'EU')");
        alice.sql("CREATE OR REPLACE VIEW carbon.seen.lost AS SELECT id, region FROM carbon.seen.losing WHERE open");
        ViewEngine.index("lost", "eu", SampleTables.rowFilter("pol_lost", "carbon.seen.lost", "region = 'EU'"));
        assertThat(rows(bob, "SELECT id FROM carbon.seen.lost")).containsExactly("[1]");
        bob.sql("DECLARE OR REPLACE VARIABLE open BOOLEAN = true");
        try {
            assertThat(rows(bob, "SELECT id FROM carbon.seen.lost")).containsExactly("[1]");
            alice.sql("ALTER TABLE carbon.seen.losing DROP COLUMN open");

            refused(bob, "SELECT id FROM carbon.seen.lost", CarbonCondition.POLICY_UNENFORCEABLE);
            refused(
                    bob,
                    "SELECT (SELECT max(id) FROM carbon.seen.lost) FROM (SELECT true AS open)",
                    CarbonCondition.POLICY_UNENFORCEABLE);
        } finally {
            bob.sql("DROP TEMPORARY VARIABLE open");
        }
        assertThatThrownBy(() -> bob.sql("SELECT id FROM carbon.seen.lost").collectAsList())
                .hasMessageContaining("open");
        refused(
                bob,
                "SELECT (SELECT max(id) FROM carbon.seen.lost) FROM (SELECT true AS open)",
                CarbonCondition.POLICY_UNENFORCEABLE);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT id, spark_partition_id() FROM %s",
                "SELECT id, monotonically_increasing_id() FROM %s",
                "SELECT id, rand(7) FROM %s",
                "SELECT id FROM %s TABLESAMPLE (40 PERCENT) REPEATABLE (7)",
                "SELECT a.id, rand(7) FROM %1$s a JOIN %1$s b ON a.id = b.id"
            })
    void T20_a_rows_place_tells_nothing_of_hidden_rows(String query) {
        alice.sql("CREATE OR REPLACE VIEW carbon.seen.amid AS SELECT id, region FROM carbon.seen.raw");
        alice.sql(
                "CREATE OR REPLACE VIEW carbon.seen.alone AS SELECT id, region FROM carbon.seen.raw WHERE region = 'EU'");
        for (String view : List.of("amid", "alone")) {
            ViewEngine.index(view, "eu", SampleTables.rowFilter("pol_" + view, "carbon.seen." + view, "region = 'EU'"));
        }

        assertThat(rows(bob, query.formatted("carbon.seen.amid")))
                .isEqualTo(rows(bob, query.formatted("carbon.seen.alone")));
    }

    @Test
    void T14_its_rows_have_no_files() {
        refused(bob, "SELECT input_file_name() FROM carbon.seen.v", CarbonCondition.METADATA_DENIED);
        assertThatThrownBy(() -> bob.sql("SELECT _file FROM carbon.seen.v").collectAsList())
                .isInstanceOf(Exception.class);
    }

    private static void refused(SparkSession session, String sql, CarbonCondition condition) {
        assertThatThrownBy(() -> session.sql(sql).collectAsList())
                .as(sql)
                .isInstanceOfSatisfying(
                        SparkRefusal.class,
                        refusal -> assertThat(refusal.carbonCondition()).isEqualTo(condition));
    }
}
