package io.paladio.carbon.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.paladio.carbon.catalog.SparkRefusal;
import io.paladio.carbon.error.CarbonCondition;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** T38: into how many parts a short statement can have its rows cut. All are made at once, in the process that everybody shares. */
class StatementPartsTest {
    private static SparkSession alice;

    @BeforeAll
    static void tables() {
        SampleTables.make();
        alice = TestEngine.session("alice");
        alice.sql("SET spark.sql.autoBroadcastJoinThreshold=-1");
        alice.sql("CREATE NAMESPACE IF NOT EXISTS carbon.parts");
    }

    @AfterAll
    static void stop() {
        TestEngine.stop();
    }

    @ParameterizedTest
    @CsvSource({"400, 300, 400", "300, 400, 400", "20, 10, 200"})
    void T38_a_product_has_as_many_tasks_as_the_driver_holds_and_the_same_rows(int lefts, int rights, int tasks) {
        String product = "SELECT a.id, b.id FROM range(0, " + lefts + ", 1, " + lefts + ") a, range(0, " + rights
                + ", 1, " + rights + ") b WHERE a.id + b.id >= 0";

        assertThat(partitions(product)).isEqualTo(tasks);
        assertThat(alice.sql(product).distinct().count()).isEqualTo((long) lefts * rights);
    }

    @ParameterizedTest
    @ValueSource(strings = {"true", "false"})
    void T38_a_product_of_shuffled_rows_as_well(String adaptive) {
        SparkSession own = TestEngine.session("alice");
        own.sql("SET spark.sql.autoBroadcastJoinThreshold=-1");
        own.sql("SET spark.sql.adaptive.enabled=" + adaptive);
        String dealt = "(SELECT /*+ REPARTITION(320) */ id FROM range(320))";

        assertThat(own.sql("SELECT a.id FROM " + dealt + " a JOIN " + dealt + " b ON a.id <> b.id")
                        .queryExecution()
                        .toRdd()
                        .getNumPartitions())
                .isEqualTo(320);
    }

    private static int partitions(String query) {
        return alice.sql(query).queryExecution().toRdd().getNumPartitions();
    }

    @Test
    void T38_what_a_union_puts_together_adds_up() {
        String dealt = "WITH c AS (SELECT /*+ REPARTITION(%d) */ id FROM range(1)) %s";

        assertRefused(String.format(dealt, 100_000, unions("SELECT id FROM c", 11)));
        assertRefused(unions("SELECT id FROM range(0, 10, 1, 100000)", 11));
        assertThat(alice.sql(String.format(dealt, 3, unions("SELECT id FROM c", 11)))
                        .count())
                .isEqualTo(11);
    }

    @Test
    void T38_sides_of_a_join_and_subqueries_add_up() {
        String dealt = "(SELECT /*+ REPARTITION(%d) */ id FROM range(1))";

        assertRefused("SELECT count(*) FROM " + joined(dealt.formatted(100_000), 6));
        assertRefused("SELECT " + sum("(SELECT count(*) FROM " + dealt.formatted(100_000) + ")", 6));
        assertRefused("SELECT "
                + sum("(SELECT " + sum("(SELECT count(*) FROM " + dealt.formatted(90_000) + ")", 3) + ")", 2));
        assertThat(alice.sql("SELECT count(*) FROM " + joined(dealt.formatted(3), 6))
                        .first()
                        .getLong(0))
                .isEqualTo(1);
        assertThat(alice.sql("SELECT " + sum("(SELECT count(*) FROM " + dealt.formatted(3) + ")", 6))
                        .first()
                        .getLong(0))
                .isEqualTo(6);
    }

    private static String joined(String side, int times) {
        return side + " a0"
                + IntStream.range(1, times)
                        .mapToObj(place -> " JOIN " + side + " a" + place + " ON a0.id = a" + place + ".id")
                        .collect(Collectors.joining());
    }

    private static String sum(String part, int times) {
        return String.join(" + ", Collections.nCopies(times, part));
    }

    private static String unions(String query, int times) {
        return String.join(" UNION ALL ", Collections.nCopies(times, query));
    }

    @Test
    void T38_no_table_is_cut_into_more_parts_than_a_driver_survives() {
        String table = "carbon.parts.sliced";
        alice.sql(sliced(table));
        alice.sql("INSERT INTO " + table + " SELECT id, repeat('x', 1000) FROM range(150)");

        for (String statement : List.of(
                "SELECT max(id) FROM " + table,
                "UPDATE " + table + " SET id = 3",
                "CREATE TABLE carbon.parts.copy AS SELECT * FROM " + table)) {
            assertRefused(statement);
        }
        alice.sql("ALTER TABLE " + table + " SET TBLPROPERTIES ('read.split.target-size'='1048576')");
        assertThat(alice.sql("SELECT max(id) FROM " + table).first().getLong(0)).isEqualTo(149);
        assertThatThrownBy(() ->
                        alice.read().option("split-size", "1").table(table).collectAsList())
                .isInstanceOf(SparkRefusal.class);
        assertThat(alice.read().option("split-size", "1048576").table(table).collectAsList())
                .hasSize(150);
    }

    @Test
    void a_small_table_is_cut_as_its_owner_likes() {
        String table = "carbon.parts.small";
        alice.sql(sliced(table));
        alice.sql("INSERT INTO " + table + " VALUES (1, 'a'), (2, 'b')");

        assertThat(alice.sql("SELECT max(id) FROM " + table).first().getLong(0)).isEqualTo(2);
    }

    private static String sliced(String table) {
        return "CREATE TABLE " + table + " (id BIGINT, text STRING) USING iceberg TBLPROPERTIES ("
                + "'write.format.default'='avro', 'write.avro.compression-codec'='uncompressed',"
                + " 'read.split.target-size'='1', 'read.split.open-file-cost'='1')";
    }

    private static void assertRefused(String statement) {
        assertThat(catchThrowable(() -> alice.sql(statement)))
                .as(statement)
                .isInstanceOfSatisfying(
                        SparkRefusal.class,
                        refusal -> assertThat(refusal.carbonCondition()).isEqualTo(CarbonCondition.NOT_GOVERNABLE));
    }
}
