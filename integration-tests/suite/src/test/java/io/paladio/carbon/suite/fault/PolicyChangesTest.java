package io.paladio.carbon.suite.fault;

import static org.assertj.core.api.Assertions.assertThat;

import io.paladio.carbon.suite.fixture.Answer;
import io.paladio.carbon.suite.fixture.Engine;
import io.paladio.carbon.suite.fixture.LinkFault;
import io.paladio.carbon.suite.fixture.Linked;
import io.paladio.carbon.suite.fixture.Metrics;
import io.paladio.carbon.suite.fixture.SharedLinks;
import io.paladio.carbon.suite.fixture.SqlClient;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** T32: a statement has the policies of its start, all of them and no others, whenever Index changes its mind. */
@ExtendWith(SharedLinks.class)
class PolicyChangesTest {
    private static final String IDS = "SELECT id FROM carbon.hr.t ORDER BY id";
    private static final String FOUR = "[[1], [2], [5], [8]]";
    private static final String EIGHT = "[[1], [2], [3], [4], [5], [6], [7], [8]]";

    @BeforeEach
    @AfterEach
    void the_policy_is_live(Linked linked) {
        live(linked, "1");
        assertThat(linked.mended().rows()).containsExactly("[4]");
    }

    @Test
    void T32_each_execution_of_one_query_has_the_policies_of_its_own_start(Linked linked) {
        try (SqlClient bob = linked.engine().newSession("bob")) {
            bob.sql("CREATE TEMPORARY VIEW mine AS " + IDS);
            assertThat(bob.sql("SELECT * FROM mine").rows()).hasToString(FOUR);

            live(linked, "NULL");
            assertThat(bob.sql("SELECT * FROM mine").rows()).hasToString(EIGHT);
            assertThat(bob.sql(IDS).rows()).hasToString(EIGHT);

            live(linked, "1");
            assertThat(bob.sql("SELECT * FROM mine").rows()).hasToString(FOUR);
            assertThat(bob.sql(IDS).rows()).hasToString(FOUR);
        }
    }

    @Test
    void T32_a_long_query_keeps_the_policies_of_its_start_and_the_next_has_the_new_ones(Linked linked) {
        long before = Metrics.of(linked.engine().server()).value("carbon_statements_total");
        CompletableFuture<Answer> running = CompletableFuture.supplyAsync(() -> linked.engine()
                .as("bob")
                .sql("SELECT count(DISTINCT t.id), count(*) FROM carbon.hr.t t, range(0, 60000000) r"));
        Metrics.await(linked.engine().server(), "carbon_statements_total", value -> value > before);

        live(linked, "NULL");
        try (SqlClient bob = linked.engine().newSession("bob")) {
            assertThat(bob.sql(IDS).rows()).hasToString(EIGHT);
        }

        assertThat(running.join().rows()).containsExactly("[4,240000000]");
    }

    /** The face keeps the statement waiting after Index was asked, so that the change lies within its analysis. */
    @Test
    void T32_a_change_within_the_analysis_is_no_mixture(Linked linked) {
        CountDownLatch asked = new CountDownLatch(1);
        linked.toFace().have((bytes, passage) -> {
            String text = new String(bytes, StandardCharsets.ISO_8859_1);
            if (passage.way() == LinkFault.Way.QUESTION && text.contains("/tables/t")) {
                asked.countDown();
                passage.hold(Duration.ofSeconds(2));
            }
            passage.send(bytes);
        });
        Engine engine = linked.engine();
        String session = UUID.randomUUID().toString();
        // One call on the wire, where the official client makes two of a statement.
        CompletableFuture<Answer> running = CompletableFuture.supplyAsync(
                () -> engine.hostile().call("sql", engine.token("bob"), "bob", session, IDS));
        awaitTouched(asked);

        live(linked, "NULL");
        Answer answer = running.join();

        assertThat(answer.rows().toString().replace("\"", "") + answer.message())
                .as("%s", answer)
                .satisfiesAnyOf(
                        text -> assertThat(text).isEqualTo(FOUR),
                        text -> assertThat(text).contains("[CARBON_NOT_GOVERNABLE]", "policies changed"));
        linked.toFace().heal();
        assertThat(linked.engine().as("bob").sql(IDS).rows()).hasToString(EIGHT);
    }

    private static void live(Linked linked, String version) {
        linked.index()
                .execute("UPDATE carbon_index.policies SET live_version = " + version
                        + " WHERE policy_id = 'pol_hr_engineering_only'");
    }

    private static void awaitTouched(CountDownLatch asked) {
        try {
            asked.await();
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(stopped);
        }
    }
}
