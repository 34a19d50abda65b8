package io.paladio.carbon.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.paladio.carbon.catalog.SparkRefusal;
import io.paladio.carbon.error.CarbonCondition;
import io.paladio.carbon.policy.Securable;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import org.apache.spark.api.java.function.VoidFunction2;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.execution.streaming.runtime.StreamingQueryWrapper;
import org.apache.spark.sql.streaming.DataStreamWriter;
import org.apache.spark.sql.streaming.StreamingQuery;
import org.apache.spark.sql.streaming.StreamingQueryException;
import org.apache.spark.sql.streaming.Trigger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** S15, T28: each batch of a stream is under the policies of its moment, as a statement of its own would be. */
class StreamedBatchesTest {
    private static final AtomicInteger NUMBER = new AtomicInteger();
    private static final long PATIENCE_MILLIS = 60_000;
    private static final String POLICIES = "policies/streams-";

    private static SparkSession alice;
    private static SparkSession bob;
    private static SparkSession dan;

    private final int number = NUMBER.incrementAndGet();
    private final String source = "carbon.streams.source" + number;
    private final String target = "carbon.streams.target" + number;

    @BeforeAll
    static void sessions() {
        TestEngine.restrictedWrites("check");
        SampleTables.make();
        alice = TestEngine.session("alice");
        bob = TestEngine.session("bob");
        dan = TestEngine.session("dan");
        alice.sql("CREATE NAMESPACE IF NOT EXISTS carbon.streams");
    }

    @AfterAll
    static void as_it_was() {
        TestEngine.restrictedWrites("reject");
        TestEngine.stop();
    }

    @BeforeEach
    void tables() {
        alice.sql("CREATE TABLE " + source + " (id INT, region STRING, ssn STRING) USING iceberg");
        alice.sql("CREATE TABLE " + target + " (id INT, region STRING, ssn STRING) USING iceberg");
        filter("region = 'EU'");
        TestEngine.index(
                POLICIES + "ssn.json",
                SampleTables.mask("pol_streams_ssn", source, "ssn", "{\"kind\":\"show-last-4\"}"));
        append("(1,'EU','111-11-1111'), (2,'US','222-22-2222')");
    }

    @AfterEach
    void policies() {
        List.of("eu", "ssn", "target").forEach(name -> TestEngine.unindex(POLICIES + name + ".json"));
        TestEngine.index("access.json", "{\"carbon.hr.t\":{\"deny\":[\"dan\"]}}");
        TestEngine.index("tags.json", "{}");
        TestEngine.release();
    }

    private void filter(String sql) {
        TestEngine.index(POLICIES + "eu.json", SampleTables.rowFilter("pol_streams_eu", source, sql));
    }

    private void append(String rows) {
        alice.sql("INSERT INTO " + source + " VALUES " + rows);
    }

    private List<String> stored() {
        return alice.sql("SELECT * FROM " + target + " ORDER BY id").collectAsList().stream()
                .map(Row::toString)
                .toList();
    }

    private DataStreamWriter<Row> writer(SparkSession session, UnaryOperator<Dataset<Row>> query) {
        return query.apply(session.readStream().table(source)).writeStream().queryName("stream" + number);
    }

    /** Runs over what is there and ends. */
    private void runOnce(SparkSession session, UnaryOperator<Dataset<Row>> query) {
        try {
            writer(session, query)
                    .trigger(Trigger.AvailableNow())
                    .toTable(target)
                    .awaitTermination();
        } catch (TimeoutException | StreamingQueryException failed) {
            throw new AssertionError(failed);
        }
    }

    private StreamingQuery running(SparkSession session) {
        try {
            return writer(session, rows -> rows).toTable(target);
        } catch (TimeoutException late) {
            throw new AssertionError(late);
        }
    }

    /** What the stream ends with when it looks for more. */
    private static SparkRefusal ended(StreamingQuery query) {
        try {
            query.awaitTermination(PATIENCE_MILLIS);
        } catch (StreamingQueryException failed) {
            return refusal(failed).orElseThrow(() -> new AssertionError(failed));
        }
        throw new AssertionError("it goes on, or ended well");
    }

    private static Optional<SparkRefusal> refusal(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof SparkRefusal refusal) {
                return Optional.of(refusal);
            }
        }
        return Optional.empty();
    }

    @Test
    void S15_T28_a_stream_stores_what_its_author_sees() {
        runOnce(bob, rows -> rows);
        assertThat(stored()).containsExactly("[1,EU,nnn-nn-1111]");

        append("(3,'US','333-33-3333'), (4,'EU','444-44-4444')");
        runOnce(bob, rows -> rows);
        assertThat(stored()).containsExactly("[1,EU,nnn-nn-1111]", "[4,EU,nnn-nn-4444]");
    }

    @Test
    void S15_control_no_policy_binds_the_exempt() {
        runOnce(alice, rows -> rows);
        append("(3,'US','333-33-3333')");
        runOnce(alice, rows -> rows);

        assertThat(stored()).containsExactly("[1,EU,111-11-1111]", "[2,US,222-22-2222]", "[3,US,333-33-3333]");
    }

    @Test
    void S15_S18_what_a_stream_computes_it_computes_of_what_is_seen() {
        runOnce(
                bob,
                rows -> rows.where("ssn LIKE '%1111' AND NOT ssn LIKE '111%'")
                        .selectExpr("id + 100 AS id", "upper(region) AS region", "concat(ssn, '!') AS ssn"));

        assertThat(stored()).containsExactly("[101,EU,nnn-nn-1111!]");
    }

    @Test
    void S15_T28_a_changed_policy_takes_hold_in_the_next_batch() throws Exception {
        StreamingQuery query = running(bob);
        query.processAllAvailable();
        filter("region = 'US'");
        append("(3,'US','333-33-3333'), (4,'EU','444-44-4444')");
        query.processAllAvailable();
        TestEngine.unindex(POLICIES + "ssn.json");
        append("(5,'US','555-55-5555')");
        query.processAllAvailable();
        query.stop();

        assertThat(stored()).containsExactly("[1,EU,nnn-nn-1111]", "[3,US,nnn-nn-3333]", "[5,US,555-55-5555]");
        assertThat(query.recentProgress()[0].json()).contains("\"numInputRows\":0");
    }

    @Test
    void S10_S15_T28_a_policy_that_can_not_be_enforced_ends_it() {
        StreamingQuery query = running(bob);
        query.processAllAvailable();
        filter("nowhere = 'EU'");
        append("(3,'EU','333-33-3333')");

        assertThat(ended(query).carbonCondition()).isEqualTo(CarbonCondition.POLICY_UNENFORCEABLE);
        assertThat(stored()).containsExactly("[1,EU,nnn-nn-1111]");
    }

    @Test
    void S1_T28_a_grant_that_is_lost_ends_it_without_a_batch() {
        StreamingQuery query = running(bob);
        query.processAllAvailable();
        TestEngine.index("access.json", "{\"" + source + "\":{\"deny\":[\"bob\"]}}");

        assertThat(ended(query).carbonCondition()).isEqualTo(CarbonCondition.ACCESS_DENIED);
    }

    @Test
    void S1_T28_nobody_starts_one_without_a_grant() {
        TestEngine.index("access.json", "{\"" + source + "\":{\"deny\":[\"dan\"]}}");

        assertThatThrownBy(() -> dan.readStream().table(source))
                .isInstanceOfSatisfying(
                        SparkRefusal.class,
                        refusal -> assertThat(refusal.carbonCondition()).isEqualTo(CarbonCondition.ACCESS_DENIED));
    }

    @Test
    void T28_a_column_that_is_denied_meanwhile_ends_it() {
        StreamingQuery query = running(bob);
        query.processAllAvailable();
        TestEngine.index(
                POLICIES + "ssn.json", SampleTables.mask("pol_streams_ssn", source, "ssn", "{\"kind\":\"deny\"}"));
        append("(3,'EU','333-33-3333')");

        assertThatThrownBy(() -> query.awaitTermination(PATIENCE_MILLIS)).hasMessageContaining("ssn");
        assertThat(stored()).containsExactly("[1,EU,nnn-nn-1111]");
    }

    @Test
    void T28_rows_that_are_changed_or_removed_end_it() {
        StreamingQuery query = running(bob);
        query.processAllAvailable();
        alice.sql("DELETE FROM " + source + " WHERE id = 2");

        assertThat(ended(query).getMessage()).contains("changed or removed");
    }

    @Test
    void S12_a_row_that_its_author_may_not_write_ends_it() {
        TestEngine.index(POLICIES + "target.json", SampleTables.rowFilter("pol_streams_target", target, "id < 4"));
        StreamingQuery query = running(bob);
        query.processAllAvailable();
        assertThat(stored()).containsExactly("[1,EU,nnn-nn-1111]");
        append("(3,'EU','333-33-3333'), (5,'EU','555-55-5555')");

        assertThat(ended(query).carbonCondition()).isEqualTo(CarbonCondition.ROW_CHECK_FAILED);
        assertThat(stored()).containsExactly("[1,EU,nnn-nn-1111]");
    }

    @Test
    void S14_what_it_stores_owes_the_tags_of_where_it_comes_from() {
        TestEngine.index("tags.json", "{\"" + source + "\":{\"tags\":{},\"columns\":{\"ssn\":{\"pii\":\"ssn\"}}}}");
        runOnce(bob, rows -> rows);

        assertThat(TestEngine.columnTags(Securable.table("carbon", "streams", "target" + number)))
                .isEqualTo(Map.of("ssn", Map.of("pii", "ssn")));
    }

    /** As where the server ended between the commit of a batch and the stream's own note of it. */
    @Test
    void a_batch_that_is_stored_is_not_stored_again() throws Exception {
        StreamingQuery query =
                writer(bob, rows -> rows).trigger(Trigger.AvailableNow()).toTable(target);
        query.awaitTermination();
        Path kept = Path.of(
                URI.create(((StreamingQueryWrapper) query).streamingQuery().resolvedCheckpointRoot()));
        Files.delete(kept.resolve("commits/0"));
        Files.deleteIfExists(kept.resolve("commits/.0.crc"));
        runOnce(bob, rows -> rows);

        assertThat(kept.resolve("commits/0")).exists();
        assertThat(stored()).containsExactly("[1,EU,nnn-nn-1111]");
        assertThat(kept.toString()).doesNotContain("stream" + number, "bob", "target");
    }

    @Test
    void T28_a_name_is_no_path_and_no_other_principals_place() throws Exception {
        for (SparkSession session : List.of(alice, bob)) {
            StreamingQuery query = session.readStream()
                    .table(source)
                    .writeStream()
                    .queryName("../../../stolen" + number)
                    .trigger(Trigger.AvailableNow())
                    .toTable(target);
            query.awaitTermination();
            assertThat(((StreamingQueryWrapper) query).streamingQuery().resolvedCheckpointRoot())
                    .doesNotContain("stolen", "..");
        }

        assertThat(stored()).hasSize(3);
    }

    @Test
    void a_batch_without_visible_rows_is_one() {
        filter("region = 'nowhere'");
        runOnce(bob, rows -> rows);

        assertThat(stored()).isEmpty();
    }

    @Test
    void two_tables_are_read_as_one() throws Exception {
        alice.sql("CREATE TABLE " + source + "b (id INT, region STRING, ssn STRING) USING iceberg");
        alice.sql("INSERT INTO " + source + "b VALUES (10, 'b', 'c')");
        StreamingQuery query = writer(bob, rows -> rows.union(bob.readStream().table(source + "b")))
                .toTable(target);
        query.processAllAvailable();
        append("(3,'EU','333-33-3333')");
        query.processAllAvailable();
        query.stop();

        assertThat(stored()).containsExactly("[1,EU,nnn-nn-1111]", "[3,EU,nnn-nn-3333]", "[10,b,c]");
    }

    @Test
    void what_is_now_is_now_in_each_batch() throws Exception {
        StreamingQuery query = writer(
                        bob,
                        rows -> rows.selectExpr(
                                "id", "CAST(current_timestamp() > TIMESTAMP'2020-01-01' AS STRING) AS region", "ssn"))
                .toTable(target);
        query.processAllAvailable();
        query.stop();

        assertThat(stored()).containsExactly("[1,true,nnn-nn-1111]");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"aggregate", "distinct", "limit", "join", "sort", "sub-query", "sample", "twice", "watermark"})
    void T28_what_needs_more_than_its_rows_is_refused(String kind) {
        Dataset<Row> rows = bob.readStream().table(source);

        assertThatThrownBy(() -> toTarget(shaped(kind, rows)))
                .isInstanceOfSatisfying(
                        SparkRefusal.class,
                        refusal -> assertThat(refusal.carbonCondition()).isEqualTo(CarbonCondition.NOT_GOVERNABLE));
    }

    private Dataset<Row> shaped(String kind, Dataset<Row> rows) {
        return switch (kind) {
            case "aggregate" -> rows.groupBy("region").count();
            case "distinct" -> rows.dropDuplicates("id");
            case "limit" -> rows.limit(1);
            case "join" -> rows.join(bob.table("carbon.hr.plain"), "id");
            case "sort" -> rows.sort("id");
            case "sub-query" -> rows.where("id IN (SELECT id FROM carbon.hr.plain)");
            case "sample" -> rows.sample(0.5);
            case "twice" -> rows.union(bob.readStream().table(source));
            default ->
                rows.withColumn("at", org.apache.spark.sql.functions.current_timestamp())
                        .withWatermark("at", "1 second");
        };
    }

    private void toTarget(Dataset<Row> rows) throws TimeoutException {
        rows.writeStream().trigger(Trigger.AvailableNow()).toTable(target);
    }

    @Test
    void T13_T28_no_stream_goes_elsewhere_than_to_a_table_or_keeps_its_place_elsewhere() {
        DataStreamWriter<Row> writer = bob.readStream().table(source).writeStream();

        assertThatThrownBy(() -> writer.format("console").start()).isInstanceOf(SparkRefusal.class);
        assertThatThrownBy(() -> writer.format("memory").queryName("m" + number).start())
                .isInstanceOf(SparkRefusal.class);
        assertThatThrownBy(() -> bob.readStream()
                        .table(source)
                        .writeStream()
                        .foreachBatch((VoidFunction2<Dataset<Row>, Long>) (rows, batch) -> rows.count())
                        .start())
                .isInstanceOf(SparkRefusal.class);
        assertThatThrownBy(() -> writer(bob, rows -> rows)
                        .option("checkpointLocation", "/tmp/elsewhere")
                        .toTable(target))
                .isInstanceOf(SparkRefusal.class)
                .hasMessageContaining("checkpointLocation");
        assertThatThrownBy(() -> writer(bob, rows -> rows)
                        .trigger(Trigger.Continuous(1000))
                        .toTable(target))
                .isInstanceOf(SparkRefusal.class);
        assertThatThrownBy(() ->
                        bob.readStream().option("stream-from-timestamp", "1").table(source))
                .isInstanceOf(SparkRefusal.class);
        assertThatThrownBy(() -> writer(bob, rows -> rows).toTable(source)).isInstanceOf(SparkRefusal.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"SELECT * FROM STREAM carbon.hr.t", "CREATE TEMPORARY VIEW v AS SELECT * FROM STREAM carbon.hr.t"
            })
    void T28_no_statement_of_sql_is_one(String statement) {
        assertThatThrownBy(() -> alice.sql(statement)).isInstanceOf(SparkRefusal.class);
    }
}
