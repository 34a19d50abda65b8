package io.paladio.carbon.spark;

import static org.apache.spark.sql.functions.col;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * SELECT in every shape, as a principal whom policies restrict. The theorem of semantics.md is the oracle: the same query over a
 * plain table of the visible rows and masked values gives the same rows.
 */
class GovernedSelectTest {
    private static SparkSession bob;

    @AfterAll
    static void stop() {
        TestEngine.stop();
    }

    @BeforeAll
    static void tables() {
        SampleTables.make();
        SparkSession admin = TestEngine.session("admin");
        admin.sql("CREATE TABLE IF NOT EXISTS carbon.hr.oracle USING iceberg AS SELECT id, name, region,"
                + " CASE WHEN id = 1 THEN 'nnn-nn-1111' WHEN id = 2 THEN 'nnn-nn-2222' END AS ssn, salary, day"
                + " FROM carbon.hr.t WHERE region = 'EU'");
        bob = TestEngine.session("bob");
    }

    private static List<String> rows(Dataset<Row> rows) {
        return rows.collectAsList().stream().map(Object::toString).sorted().toList();
    }

    private static List<String> rows(SparkSession session, String sql) {
        return rows(session.sql(sql));
    }

    static Stream<String> shapes() {
        return Stream.of(
                "SELECT * FROM carbon.hr.t",
                "SELECT ssn, count(*) FROM carbon.hr.t GROUP BY ssn",
                "SELECT a.id, b.ssn FROM carbon.hr.t a JOIN carbon.hr.t b ON a.id = b.id",
                "SELECT a.id, b.id FROM carbon.hr.t a, carbon.hr.t b WHERE a.salary < b.salary AND a.ssn <> b.ssn",
                "SELECT t.id, p.label FROM carbon.hr.t t LEFT JOIN carbon.hr.plain p USING (id)",
                "SELECT p.id, t.ssn FROM carbon.hr.plain p LEFT JOIN carbon.hr.t t ON p.id = t.id",
                "SELECT p.id FROM carbon.hr.plain p LEFT ANTI JOIN carbon.hr.t t ON p.id = t.id",
                "SELECT p.id FROM carbon.hr.plain p LEFT SEMI JOIN carbon.hr.t t ON p.id = t.id",
                "SELECT id, (SELECT max(salary) FROM carbon.hr.t) FROM carbon.hr.plain",
                "SELECT id FROM carbon.hr.plain WHERE id IN (SELECT id FROM carbon.hr.t)",
                "SELECT id FROM carbon.hr.plain WHERE id NOT IN (SELECT id FROM carbon.hr.t)",
                "SELECT id FROM carbon.hr.plain p WHERE EXISTS (SELECT 1 FROM carbon.hr.t t WHERE t.id = p.id)",
                "SELECT id, (SELECT min(ssn) FROM carbon.hr.t t WHERE t.id = p.id) FROM carbon.hr.plain p",
                "WITH c AS (SELECT * FROM carbon.hr.t) SELECT x.ssn, y.name FROM c x JOIN c y ON x.id = y.id",
                "WITH RECURSIVE r(n) AS (SELECT min(id) FROM carbon.hr.t UNION ALL SELECT n + 1 FROM r WHERE n < 3)"
                        + " SELECT n, ssn FROM r JOIN carbon.hr.t ON n = id",
                "SELECT id, ssn FROM carbon.hr.t UNION ALL SELECT id, label FROM carbon.hr.plain",
                "SELECT id FROM carbon.hr.plain EXCEPT SELECT id FROM carbon.hr.t",
                "SELECT id FROM carbon.hr.plain INTERSECT SELECT id FROM carbon.hr.t",
                "SELECT id, row_number() OVER (ORDER BY salary DESC), lag(ssn) OVER (ORDER BY id) FROM carbon.hr.t",
                "SELECT region, day, count(*) FROM carbon.hr.t GROUP BY GROUPING SETS ((region), (day), ())",
                "SELECT name, sum(salary) FROM carbon.hr.t GROUP BY ROLLUP (name) HAVING sum(salary) > 100",
                "SELECT * FROM (SELECT region, name, salary FROM carbon.hr.t) PIVOT (sum(salary) FOR name IN ('ann', 'dee'))",
                "SELECT * FROM (SELECT id, name, ssn FROM carbon.hr.t) UNPIVOT (v FOR k IN (name, ssn))",
                "SELECT p.id, x.s FROM carbon.hr.plain p, LATERAL (SELECT ssn AS s FROM carbon.hr.t t WHERE t.id = p.id) x",
                "SELECT id, part FROM carbon.hr.t LATERAL VIEW explode(split(ssn, '-')) e AS part",
                "SELECT id FROM carbon.hr.t WHERE ssn = '111-11-1111'",
                "SELECT id FROM carbon.hr.t WHERE ssn = 'nnn-nn-1111'",
                "SELECT max(salary), min(salary), count(*), count(ssn) FROM carbon.hr.t",
                "SELECT id FROM carbon.hr.t ORDER BY ssn DESC, id LIMIT 2",
                "SELECT id FROM carbon.hr.t WHERE region IS NULL OR region = 'US'",
                "SELECT id, day FROM carbon.hr.t WHERE day = DATE'2024-01-03' AND salary >= 300",
                "FROM carbon.hr.t |> WHERE salary > 100 |> SELECT id, ssn",
                "SELECT DISTINCT ON_.region FROM carbon.hr.t ON_",
                "SELECT struct(t.*) FROM carbon.hr.t t",
                "SELECT * EXCEPT (name) FROM carbon.hr.t",
                "SELECT approx_count_distinct(ssn), percentile(salary, 0.5), collect_set(ssn) FROM carbon.hr.t",
                "SELECT transform(array(ssn), x -> concat(x, '!')) FROM carbon.hr.t",
                "EXECUTE IMMEDIATE 'SELECT id, ssn FROM carbon.hr.t'",
                "SELECT ssn FROM IDENTIFIER('carbon.hr.t')");
    }

    @ParameterizedTest
    @MethodSource("shapes")
    void S4_a_query_sees_visible_rows_and_masked_values(String sql) {
        assertThat(rows(bob, sql))
                .isEqualTo(rows(
                        bob,
                        sql.replace("carbon.hr.t ", "carbon.hr.oracle ")
                                .replace("carbon.hr.t)", "carbon.hr.oracle)")
                                .replace("carbon.hr.t'", "carbon.hr.oracle'")
                                .replaceAll("carbon\\.hr\\.t$", "carbon.hr.oracle")));
    }

    @Test
    void an_exempt_principal_sees_all() {
        SparkSession alice = TestEngine.session("alice");

        assertThat(rows(alice, "SELECT id, ssn, note FROM carbon.hr.t"))
                .hasSize(6)
                .contains("[3,333-33-3333,c]");
    }

    @Test
    void S3_null_is_hidden() {
        assertThat(rows(bob, "SELECT id FROM carbon.hr.t WHERE id = 5")).isEmpty();
    }

    @Test
    void S6_a_star_leaves_a_denied_column_out() {
        assertThat(bob.table("carbon.hr.t").columns()).containsExactly("id", "name", "region", "ssn", "salary", "day");
    }

    @Test
    void S7_masks_keep_the_columns_types() {
        Map<String, String> types = new TreeMap<>();
        bob.table("carbon.hr.t")
                .schema()
                .foreach(field -> types.put(field.name(), field.dataType().sql()));

        assertThat(types)
                .containsEntry("ssn", "STRING")
                .containsEntry("salary", "INT")
                .containsEntry("day", "DATE");
    }

    @Test
    void steps_of_a_data_frame_keep_the_policy() {
        Dataset<Row> t = bob.table("carbon.hr.t");
        Dataset<Row> joined = t.filter(col("salary").gt(100))
                .join(
                        t.select(col("id").as("other"), col("ssn").as("theirs")),
                        col("id").equalTo(col("other")))
                .groupBy("theirs")
                .count();

        assertThat(rows(joined)).containsExactly("[nnn-nn-2222,1]", "[null,1]");
        assertThat(t.count()).isEqualTo(3);
        assertThat(rows(t.describe("salary").filter(col("summary").equalTo("max"))))
                .containsExactly("[max,600]");
        assertThat(rows(t.stat().crosstab("name", "region"))).hasSize(3);
        assertThat(rows(t.stat().freqItems(new String[] {"ssn"})).toString()).doesNotContain("111-11-1111");
    }

    @Test
    void S13_a_temporary_view_is_read_under_the_policy() {
        bob.sql("CREATE OR REPLACE TEMPORARY VIEW v AS SELECT id, ssn FROM carbon.hr.t");
        bob.sql("CREATE OR REPLACE TEMPORARY VIEW w AS SELECT * FROM v WHERE id < 3");
        bob.table("carbon.hr.t").createOrReplaceTempView("x");

        assertThat(rows(bob, "SELECT * FROM v")).containsExactly("[1,nnn-nn-1111]", "[2,nnn-nn-2222]", "[6,null]");
        assertThat(rows(bob, "SELECT * FROM w")).containsExactly("[1,nnn-nn-1111]", "[2,nnn-nn-2222]");
        assertThat(rows(bob, "SELECT x.id, t.ssn FROM x JOIN carbon.hr.t t ON x.id = t.id"))
                .containsExactly("[1,nnn-nn-1111]", "[2,nnn-nn-2222]", "[6,null]");
    }

    @Test
    void S15_an_older_state_is_read_under_the_policy() {
        SparkSession admin = TestEngine.session("admin");
        long snapshot = admin.sql("SELECT snapshot_id FROM carbon.hr.t.snapshots")
                .first()
                .getLong(0);

        for (String sql : List.of(
                "SELECT id, ssn FROM carbon.hr.t VERSION AS OF " + snapshot,
                "SELECT id, ssn FROM carbon.hr.t.snapshot_id_" + snapshot,
                "SELECT id, ssn FROM carbon.hr.t.branch_main",
                "SELECT id, ssn FROM carbon.hr.t VERSION AS OF 'main'",
                "SELECT id, ssn FROM carbon.hr.t TIMESTAMP AS OF now()")) {
            assertThat(rows(bob, sql)).as(sql).containsExactly("[1,nnn-nn-1111]", "[2,nnn-nn-2222]", "[6,null]");
        }
    }

    @Test
    void session_variables_and_scripts_are_as_the_plain_query() {
        bob.sql("DECLARE OR REPLACE VARIABLE s STRING");
        bob.sql("SET VAR s = (SELECT min(ssn) FROM carbon.hr.t)");

        assertThat(rows(bob, "SELECT s")).containsExactly("[nnn-nn-1111]");
    }

    @Test
    void a_restricted_principal_copies_what_it_sees() {
        bob.sql("CREATE OR REPLACE TABLE carbon.hr.copy USING iceberg AS SELECT id, ssn FROM carbon.hr.t");
        bob.sql("INSERT INTO carbon.hr.copy SELECT id + 10, ssn FROM carbon.hr.t");

        assertThat(rows(TestEngine.session("admin"), "SELECT * FROM carbon.hr.copy"))
                .containsExactly(
                        "[1,nnn-nn-1111]",
                        "[11,nnn-nn-1111]",
                        "[12,nnn-nn-2222]",
                        "[16,null]",
                        "[2,nnn-nn-2222]",
                        "[6,null]");
    }

    @Test
    void the_principal_is_the_current_user_and_knows_its_groups() {
        assertThat(rows(
                        bob,
                        "SELECT current_user(), session_user(), user(), current_principal(), current_user,"
                                + " is_member('de'), is_member('auditors'), is_member(NULL)"))
                .containsExactly("[bob,bob,bob,bob,bob,true,false,null]");
        assertThat(rows(
                        bob,
                        "SELECT (SELECT current_user()) FROM VALUES (current_user()) AS v(u) WHERE u = current_user()"))
                .containsExactly("[bob]");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "is_member('de')                        | is_member(de)",
                "IS_MEMBER('auditors')                  | is_member(auditors)",
                "NOT is_member('de')                    | (NOT is_member(de))",
                "is_member(concat('d', 'e')) AS x       | x",
                "is_member(region)                      | is_member(region)",
                "current_principal()                    | current_principal()",
                "current_user()                         | current_user()",
                "upper(current_principal())             | upper(current_principal())",
                "is_member(current_principal())         | is_member(current_principal())"
            })
    void columns_of_calls_about_the_reader_are_named_alike_for_every_reader(String call, String name) {
        for (String principal : List.of("alice", "bob", "admin")) {
            assertThat(TestEngine.session(principal)
                            .sql("SELECT " + call + " FROM carbon.hr.t")
                            .columns())
                    .as(principal)
                    .containsExactly(name);
        }
        assertThat(TestEngine.session("dan")
                        .sql("SELECT " + call + " FROM (SELECT 'x' AS region)")
                        .columns())
                .as("in no group")
                .containsExactly(name);
    }

    @Test
    void membership_is_answered_wherever_spark_asks() {
        assertThat(rows(bob, "SELECT m FROM VALUES (is_member('de')), (is_member('x')), (is_member(NULL)) AS v(m)"))
                .containsExactlyInAnyOrder("[true]", "[false]", "[null]");
        assertThat(rows(bob, "SELECT is_member('de'), count(*) FROM carbon.hr.t GROUP BY is_member('de')"))
                .containsExactly("[true,3]");
        assertThat(rows(bob, "SELECT count(*) FROM carbon.hr.t WHERE is_member('de') AND NOT is_member('x')"))
                .containsExactly("[3]");
        assertThat(rows(TestEngine.session("dan"), "SELECT is_member('de'), is_member(NULL)"))
                .containsExactly("[false,null]");
    }
}
