package io.paladio.carbon.suite.cases;

import static io.paladio.carbon.suite.cases.CaseSchema.done;
import static io.paladio.carbon.suite.cases.CaseSchema.rows;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.paladio.carbon.platform.issuer.Issuer;
import io.paladio.carbon.platform.issuer.TokenSpec;
import io.paladio.carbon.suite.fixture.Answer;
import io.paladio.carbon.suite.fixture.Engine;
import io.paladio.carbon.suite.fixture.JsonLines;
import io.paladio.carbon.suite.fixture.PolicyFolder;
import io.paladio.carbon.suite.fixture.SharedEngine;
import io.paladio.carbon.suite.fixture.Streams;
import io.paladio.carbon.suite.fixture.Wire;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Streams between tables (S15, T28): each batch under the policies of its moment, and none after the grant, the policy or the token. */
@ExtendWith(SharedEngine.class)
class StreamCasesTest {
    private static final AtomicInteger NUMBER = new AtomicInteger();
    private static final Pattern COUNTED = Pattern.compile("numInputRows\\W+([0-9]+)");

    private final String source = "carbon.cases.stream_source_" + NUMBER.incrementAndGet();
    private final String target = source.replace("source", "target");

    @BeforeAll
    static void schema(Engine engine) {
        CaseSchema.make(engine);
    }

    /** Bob sees the rows of engineering, carol of these the ones above 1, alice all. */
    @BeforeEach
    void tables(Engine engine) {
        String columns = " (id INT, dept STRING, ssn STRING)";
        CaseSchema.make(
                engine,
                "CREATE TABLE " + source + columns,
                "CREATE TABLE " + target + columns,
                "INSERT INTO " + source + " VALUES (1, 'eng', '111-22-3333'), (2, 'ops', '222-33-4444')",
                "INSERT INTO " + source + " VALUES (3, 'eng', '333-44-5555')");
        PolicyFolder policies = PolicyFolder.of(engine);
        policies.filter(source, "dept = 'eng'");
        policies.mask(source, "ssn", "show-last-4");
        ObjectNode carols = PolicyFolder.rowFilter(source, PolicyFolder.id(source, "carol"), "id > 1");
        carols.putObject("to").putArray("principals").add("carol");
        policies.put(carols);
    }

    private List<String> stored(Engine engine) {
        return rows(engine.as("admin"), "SELECT * FROM " + target);
    }

    private void append(Engine engine, String row) {
        done(engine.as("admin"), "INSERT INTO " + source + " VALUES " + row);
    }

    private Streams available(Wire wire) {
        return Streams.started(wire, source, target, "available_now: true query_name: \"" + source + "\"");
    }

    /** One that goes on until it is stopped. */
    private Streams running(Wire wire) {
        return Streams.started(wire, source, target, "processing_time_interval: \"0 seconds\"");
    }

    private static void well(Answer answer) {
        assertThat(answer.status()).as("%s", answer).isEqualTo("OK");
    }

    @Test
    void S15_T28_case_17_a_stream_stores_what_its_author_sees(Engine engine) {
        well(available(engine.wire("bob")).ended());
        assertThat(stored(engine)).containsExactly("[1,\"eng\",\"nnn-nn-3333\"]", "[3,\"eng\",\"nnn-nn-5555\"]");

        append(engine, "(4, 'ops', '4')");
        append(engine, "(5, 'eng', '555-66-7777')");
        well(available(engine.wire("bob")).ended());

        assertThat(stored(engine)).hasSize(3).contains("[5,\"eng\",\"nnn-nn-7777\"]");
    }

    @Test
    void S15_T28_case_17_who_is_restricted_otherwise_stores_otherwise(Engine engine) {
        well(available(engine.wire("carol")).ended());

        assertThat(stored(engine)).containsExactly("[3,\"eng\",\"nnn-nn-5555\"]");
    }

    @Test
    void S15_T28_case_17_control_the_exempt_store_all_and_go_on_where_they_were(Engine engine) {
        well(available(engine.wire("alice")).ended());
        append(engine, "(4, 'ops', '4')");
        well(available(engine.wire("alice")).ended());

        assertThat(stored(engine)).hasSize(4).contains("[2,\"ops\",\"222-33-4444\"]", "[4,\"ops\",\"4\"]");
    }

    @Test
    void S14_T28_a_table_that_is_not_there_is_made(Engine engine) {
        well(Streams.started(engine.wire("bob"), source, target + "_made", "available_now: true")
                .ended());

        assertThat(rows(engine.as("bob"), "SELECT * FROM " + target + "_made")).hasSize(2);
    }

    @Test
    void S1_T28_case_17_without_a_grant_nobody_starts_one(Engine engine) {
        Answer answer = engine.wire("dan")
                .command(Streams.start(Streams.table(source), "table_name: \"" + target + "\" available_now: true"));

        assertThat(answer.message()).contains("CARBON_ACCESS_DENIED");
        assertThat(stored(engine)).isEmpty();
    }

    @Test
    void S15_T28_a_changed_policy_takes_hold_in_the_next_batch(Engine engine) {
        Streams stream = running(engine.wire("bob"));
        well(stream.caughtUp());
        PolicyFolder.of(engine).filter(source, "dept = 'ops'");
        append(engine, "(6, 'eng', '6'), (7, 'ops', '777-88-9999')");
        well(stream.caughtUp());
        stream.stop();

        assertThat(stored(engine))
                .containsExactly(
                        "[1,\"eng\",\"nnn-nn-3333\"]", "[3,\"eng\",\"nnn-nn-5555\"]", "[7,\"ops\",\"nnn-nn-9999\"]");
    }

    @Test
    void S10_T28_a_policy_that_can_not_be_enforced_ends_it_with_its_error(Engine engine) {
        Streams stream = running(engine.wire("bob"));
        well(stream.caughtUp());
        PolicyFolder.of(engine).filter(source, "nowhere = 'eng'");
        append(engine, "(6, 'eng', '6')");

        assertThat(stream.ended().message()).contains("CARBON_POLICY_UNENFORCEABLE");
        assertThat(stored(engine)).hasSize(2);
        Answer exception = stream.command("exception: true");
        assertThat(exception.text())
                .contains("CARBON_POLICY_UNENFORCEABLE")
                .doesNotContain("Logical Plan", "stack_trace", "\\tat ");
        assertThat(stream.command("status: true").text()).contains("CARBON_POLICY_UNENFORCEABLE");
    }

    @Test
    void S1_T28_a_grant_that_is_lost_ends_it(Engine engine) {
        Streams stream = running(engine.wire("bob"));
        well(stream.caughtUp());
        PolicyFolder.of(engine).deny(source, "bob");

        assertThat(stream.ended().message()).contains("CARBON_ACCESS_DENIED");
        assertThat(stored(engine)).hasSize(2);
    }

    /** Clocks may differ by a minute, which a token holds beyond its time. */
    @Test
    void T28_T37_a_token_that_expires_ends_it(Engine engine) {
        String brief = engine.platform()
                .issuer()
                .mint(TokenSpec.of(
                        "bob", List.of(Issuer.ENGINE_AUDIENCE, Issuer.FACE_AUDIENCE), Duration.ofSeconds(15)));
        Wire wire = new Wire(engine.hostile(), brief, "bob", UUID.randomUUID().toString());
        Streams stream = running(wire);
        well(stream.caughtUp());

        assertThat(stream.ended().message()).contains("CARBON_IDENTITY_INVALID");
        append(engine, "(6, 'eng', '6')");
        assertThat(stored(engine)).hasSize(2);
    }

    @Test
    void T8_T28_a_stream_is_its_sessions_own(Engine engine) {
        Streams stream = running(engine.wire("bob"));
        well(stream.caughtUp());
        Wire another = new Wire(
                engine.hostile(), engine.token("bob"), "bob", UUID.randomUUID().toString());

        for (Wire who : List.of(engine.wire("carol"), engine.wire("alice"), another)) {
            for (String what : List.of("status: true", "stop: true", "exception: true", "recent_progress: true")) {
                Answer answer = stream.command(who, what);
                assertThat(answer.status()).as("%s", answer).isNotEqualTo("OK");
                assertThat(answer.text()).doesNotContain("is_active", "numInputRows");
            }
        }
        assertThat(stream.command("status: true").text()).contains("is_active: true");
        stream.stop();
        assertThat(stream.command("status: true").text()).doesNotContain("is_active: true");
    }

    @Test
    void T22_T28_its_progress_counts_no_row(Engine engine) {
        Streams stream = running(engine.wire("bob"));
        well(stream.caughtUp());
        String progress =
                stream.command("recent_progress: true").json().path("text").asText();
        stream.stop();

        assertThat(progress).contains("numInputRows").contains("snapshot-id");
        assertThat(COUNTED.matcher(progress).results().map(count -> count.group(1)))
                .isNotEmpty()
                .containsOnly("0");
        assertThat(progress).doesNotContain("dept", "ssn", "file:", "s3:", ".parquet");
    }

    @Test
    void S24_T28_each_batch_leaves_a_record_of_its_own(Engine engine) {
        Predicate<JsonNode> batch = line -> line.path("kind").asText().equals("INSERT")
                && line.path("writes").toString().contains(target);
        well(available(engine.wire("bob")).ended());
        append(engine, "(5, 'eng', '555-66-7777')");
        well(available(engine.wire("bob")).ended());

        List<JsonNode> records = JsonLines.await(engine.server().decisionsFile(), 2, batch);
        assertThat(records).hasSize(2);
        assertThat(records).allSatisfy(record -> {
            assertThat(record.path("principal").asText()).isEqualTo("bob");
            assertThat(record.at("/outcome/result").asText()
                            + record.at("/outcome").toString())
                    .contains("completed");
            assertThat(record.path("tables").toString()).contains(source, PolicyFolder.id(source, "rows"));
        });
    }

    @Test
    void S12_T27_case_17_no_stream_writes_to_a_table_that_restricts_its_author(Engine engine) {
        PolicyFolder.of(engine).filter(target, "dept = 'eng'");
        Answer answer = engine.wire("bob")
                .command(Streams.start(Streams.table(source), "table_name: \"" + target + "\" available_now: true"));

        assertThat(answer.message()).contains("CARBON_WRITE_DENIED");
        assertThat(stored(engine)).isEmpty();
    }
}
