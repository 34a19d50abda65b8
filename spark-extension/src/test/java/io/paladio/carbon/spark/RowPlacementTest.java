package io.paladio.carbon.spark;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What a statement can learn from a row's place. Two tables hold the same visible rows; {@code amid} has files of hidden rows
 * before, between and after them, {@code alone} has none. Whatever bob asks, both give the same answer.
 */
class RowPlacementTest {
    private static SparkSession bob;

    @AfterAll
    static void stop() {
        TestEngine.stop();
    }

    @BeforeAll
    static void tables() {
        SampleTables.make();
        SparkSession admin = TestEngine.session("admin");
        for (String table : List.of("amid", "alone")) {
            TestEngine.index(
                    "policies/" + table + ".json",
                    SampleTables.rowFilter("pol_" + table, "carbon.hr." + table, "region = 'EU'"));
            admin.sql("CREATE TABLE carbon.hr." + table + " (id INT, region STRING, tags MAP<STRING, INT>, part INT)"
                    + " USING iceberg PARTITIONED BY (part)");
        }
        for (int part = 0; part < 12; part++) {
            boolean visible = part % 3 == 1;
            // Regions on both sides of the visible one, so that no file's bounds tell that it may be left out.
            String region = visible ? "'EU'" : "if(id % 2 = 0, 'AA', 'US')";
            for (String target : visible ? List.of("amid", "alone") : List.of("amid")) {
                admin.sql("INSERT INTO carbon.hr." + target + " SELECT CAST(id + 100 * " + part + " AS INT), " + region
                        + ", map('k', CAST(id AS INT)), " + part + " FROM range(0, 25, 1, 1)");
            }
        }
        bob = TestEngine.session("bob");
    }

    private static List<String> answer(Dataset<Row> rows) {
        return rows.collectAsList().stream().map(Object::toString).sorted().toList();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT id, rand(7) FROM %s",
                "SELECT id, randn(7) FROM %s WHERE part > 3",
                "SELECT id, uniform(1, 100000, 7) FROM %s",
                "SELECT id, randstr(8, 7) FROM %s",
                "SELECT id, spark_partition_id() FROM %s",
                "SELECT id, monotonically_increasing_id() FROM %s",
                "SELECT id, tags, monotonically_increasing_id() FROM %s",
                "SELECT rand(7) FROM %s",
                "SELECT id FROM %s TABLESAMPLE (40 PERCENT) REPEATABLE (7)",
                "SELECT id FROM %s WHERE rand(7) < 0.4",
                "SELECT /*+ REPARTITION(5) */ id, spark_partition_id() FROM %s",
                "SELECT id FROM (SELECT id, rand(7) r FROM %s) WHERE r < 0.4",
                "SELECT a.id, rand(7) FROM %1$s a JOIN %1$s b ON a.id = b.id + 1",
                "SELECT count(*) FROM range(3) WHERE id IN (SELECT CAST(4 * rand(7) AS INT) FROM %s)",
                "SELECT count(*) FROM (SELECT spark_partition_id() p FROM range(20) WHERE id IN (SELECT part FROM %s)) WHERE p >= 0"
            })
    void T20_a_rows_place_tells_nothing_of_hidden_rows(String statement) {
        List<String> amid = answer(bob.sql(statement.formatted("carbon.hr.amid")));
        List<String> alone = answer(bob.sql(statement.formatted("carbon.hr.alone")));

        assertThat(amid).isNotEmpty().isEqualTo(alone);
    }

    /** As floating point numbers the rows of parts 4, 7 and 10 add up to 1, or to nothing where those of 4 and 7 come first. */
    private static String sum(String rows) {
        return "SELECT sum(CASE id WHEN 400 THEN 9007199254740992D WHEN 700 THEN 1D WHEN 1000 THEN -9007199254740992D"
                + " ELSE 0D END) FROM (" + rows + ")";
    }

    @Test
    void T20_partitions_are_put_together_by_nothing_that_is_hidden() {
        String three = sum("SELECT /*+ COALESCE(3) */ id FROM %s WHERE id >= 0");

        assertThat(answer(bob.sql(three.formatted("carbon.hr.amid"))))
                .isEqualTo(answer(bob.sql(three.formatted("carbon.hr.alone"))));
    }

    @Test
    void T20_control_without_a_policy_they_are_put_together_as_stored() {
        assertThat(TestEngine.session("admin")
                        .sql("SELECT /*+ COALESCE(3) */ id FROM carbon.hr.amid")
                        .queryExecution()
                        .executedPlan()
                        .toString())
                .contains("Coalesce 3")
                .doesNotContain("Exchange");
    }

    @Test
    void T20_a_join_that_adapts_puts_its_parts_together_by_nothing_that_is_hidden() {
        SparkSession session = TestEngine.sibling(bob, "bob");
        session.conf().set("spark.sql.adaptive.coalescePartitions.enabled", "false");
        Dataset<Row> joined = session.sql("SELECT f.id FROM carbon.hr.amid f LEFT JOIN"
                + " (SELECT id AS key FROM range(0, 30000000, 1, 2) WHERE mod(id, 10000019) = 7) r ON f.id = r.key");

        assertThat(joined.collectAsList()).hasSize(100);
        assertThat(joined.queryExecution().executedPlan().toString())
                .contains("BroadcastHashJoin")
                .doesNotContain("AQEShuffleRead local");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT /*+ REPARTITION_BY_RANGE(2, id) */ id FROM %s",
                "SELECT sum(CAST(id AS DOUBLE)) FROM (SELECT id FROM %s ORDER BY id)",
                "WITH sorted AS (SELECT id FROM %s ORDER BY id) SELECT avg(CAST(id AS DOUBLE)) FROM sorted"
            })
    void T20_ranges_begin_where_rows_that_were_placed_say(String statement) {
        assertThat(bob.sql(statement.formatted("carbon.hr.amid"))
                        .queryExecution()
                        .executedPlan()
                        .toString())
                .contains("hashpartitioning");
    }

    @Test
    void T20_the_steps_of_a_DataFrame_are_as_one_statement() {
        Dataset<Row> amid = bob.table("carbon.hr.amid").select("id");
        Dataset<Row> alone = bob.table("carbon.hr.alone").select("id");

        assertThat(answer(amid.sample(false, 0.4, 7L))).isNotEmpty().isEqualTo(answer(alone.sample(false, 0.4, 7L)));
        assertThat(answer(amid.repartition(5).selectExpr("id", "spark_partition_id()")))
                .isEqualTo(answer(alone.repartition(5).selectExpr("id", "spark_partition_id()")));
    }

    /** A part with deletes weighs more than one without: whichever of the two visible parts is read first. */
    @ParameterizedTest
    @ValueSource(ints = {1, 91})
    void T20_in_which_order_parts_are_read_depends_on_none_that_is_hidden(int deleted) {
        SparkSession admin = TestEngine.session("admin");
        for (String table : List.of("mixed" + deleted, "pure" + deleted)) {
            TestEngine.index(
                    "policies/" + table + ".json",
                    SampleTables.rowFilter("pol_" + table, "carbon.hr." + table, "region = 'EU'"));
            admin.sql("CREATE TABLE carbon.hr." + table + " (id INT, region STRING, part INT) USING iceberg"
                    + " PARTITIONED BY (part) TBLPROPERTIES ('write.delete.mode'='merge-on-read')");
            String visible = table.startsWith("pure") ? " WHERE part IN (0, 9)" : "";
            // Regions on both sides of the visible one, so that no file's bounds tell that it may be left out.
            admin.sql("INSERT INTO carbon.hr." + table
                    + " SELECT CAST(10 * part + id AS INT), if(part IN (0, 9), 'EU', if(id = 0, 'AA', 'US')), part"
                    + " FROM (SELECT CAST(id AS INT) AS part FROM range(10)) CROSS JOIN range(2)" + visible);
            admin.sql("DELETE FROM carbon.hr." + table + " WHERE id = " + deleted);
        }

        assertThat(inOrder(bob, "SELECT id FROM carbon.hr.mixed" + deleted))
                .hasSize(3)
                .isEqualTo(inOrder(bob, "SELECT id FROM carbon.hr.pure" + deleted));
    }

    private static List<String> inOrder(SparkSession session, String query) {
        return session.sql(query).collectAsList().stream().map(Object::toString).toList();
    }

    @Test
    void T20_the_names_of_files_that_are_written_tell_nothing() {
        assertThat(partitionsOfFiles(bob, "amid")).isNotEmpty().isEqualTo(partitionsOfFiles(bob, "alone"));
    }

    @Test
    void T20_control_as_stored_the_names_of_files_tell() {
        SparkSession admin = TestEngine.session("admin");

        assertThat(partitionsOfFiles(admin, "amid")).isNotEqualTo(partitionsOfFiles(admin, "alone"));
    }

    /** Iceberg begins a file's name with the number of the partition that it was written from. */
    private static List<String> partitionsOfFiles(SparkSession session, String table) {
        session.sql("CREATE TABLE carbon.hr.written USING iceberg AS SELECT id, part FROM carbon.hr." + table
                + " WHERE region = 'EU'");
        List<String> partitions = answer(session.sql(
                "SELECT DISTINCT regexp_extract(input_file_name(), '([0-9]+)-[^/]*$', 1) FROM carbon.hr.written"));
        session.sql("DROP TABLE carbon.hr.written");
        return partitions;
    }

    @Test
    void T20_control_as_stored_the_place_tells() {
        SparkSession admin = TestEngine.session("admin");
        String statement = "SELECT id, monotonically_increasing_id() FROM %s WHERE region = 'EU'";

        assertThat(answer(admin.sql(statement.formatted("carbon.hr.amid"))))
                .isNotEqualTo(answer(admin.sql(statement.formatted("carbon.hr.alone"))));
    }

    @Test
    void a_statement_that_looks_at_no_place_pays_for_none() {
        for (String statement : List.of(
                "SELECT id FROM carbon.hr.amid",
                "SELECT /*+ COALESCE(1) */ id FROM carbon.hr.amid",
                "SELECT id FROM carbon.hr.amid ORDER BY id LIMIT 5")) {
            assertThat(bob.sql(statement).queryExecution().executedPlan().toString())
                    .as(statement)
                    .doesNotContain("Exchange");
        }
    }

    @Test
    void a_recursive_query_runs() {
        assertThat(answer(bob.sql("WITH RECURSIVE r(n) AS (SELECT min(id) FROM carbon.hr.amid"
                        + " UNION ALL SELECT n + 1 FROM r WHERE n < 103) SELECT n FROM r")))
                .containsExactly("[100]", "[101]", "[102]", "[103]");
    }
}
