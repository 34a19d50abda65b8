package io.paladio.carbon.lineage;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.paladio.carbon.lineage.TestReceiver.Answer;
import io.paladio.carbon.lineage.spool.Spool;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Ten thousand events of five thousand statements, over a receiver that is down half of the time. */
@Timeout(180)
class DeliveryProofTest {
    private static final int STATEMENTS = 5_000;
    private static final int EVENTS = 2 * STATEMENTS;
    private static final int OUTAGE = 25;
    private static final int KILLED = 128 + 9;
    private static final List<Answer> FAULTS =
            List.of(Answer.FAIL_503, Answer.CLOSE_AT_ONCE, Answer.GARBAGE, Answer.TAKE_AND_CLOSE, Answer.FAIL_503);

    @TempDir
    private Path folder;

    @Test
    void every_event_comes_and_each_run_in_its_order() throws Exception {
        try (TestReceiver receiver = new TestReceiver(DeliveryProofTest::halfOfTheTime)) {
            Spool spool = Spool.open(folder, 64 << 20);
            SpooledSink sink = SpooledSink.start(
                    "lineage",
                    Rendering.run(new LineageSettings(receiver.uri(), "carbon://face", PrincipalNames.of("plain"))),
                    spool,
                    WriterProcess.sender(spool, receiver.uri(), folder));
            for (int statement = 0; statement < STATEMENTS; statement++) {
                sink.accept(Statements.of("bob", "s-" + statement));
            }
            receiver.awaitDistinct(EVENTS);
            sink.close();

            assertThat(sink.counts().lost()).isZero();
            assertThat(receiver.requests()).isGreaterThan(EVENTS * 3 / 2);
            assertEachOnceAndInOrder(receiver);
        }
    }

    @Test
    void a_writer_that_is_killed_in_the_middle_loses_nothing_that_it_kept() throws Exception {
        try (TestReceiver receiver = new TestReceiver(DeliveryProofTest::halfOfTheTime)) {
            Process first = WriterProcess.start("", WriterProcess.class, folder, receiver.uri(), 0, STATEMENTS);
            receiver.awaitTaken(EVENTS / 5);
            assertThat(first.toHandle().destroyForcibly()).isTrue();
            assertThat(first.waitFor()).isEqualTo(KILLED);
            int kept = lastKept(first).orElseThrow();
            assertThat(kept).isLessThan(STATEMENTS);

            Process second = WriterProcess.start("", WriterProcess.class, folder, receiver.uri(), kept + 1, STATEMENTS);
            receiver.awaitDistinct(EVENTS);
            assertThat(second.toHandle().destroyForcibly()).isTrue();
            assertEachOnceAndInOrder(receiver);
        }
    }

    @Test
    void where_a_file_can_t_grow_any_further_the_next_one_takes_the_rest() throws Exception {
        Process limited = WriterProcess.start("ulimit -f 64; ", WriterProcess.InSmallFiles.class, folder);
        String counts = new String(limited.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
        assertThat(limited.waitFor()).isZero();
        assertThat(counts).isEqualTo("1000 1000 0 0");
    }

    private static Answer halfOfTheTime(int request) {
        boolean isDown = request / OUTAGE % 2 == 1;
        return isDown ? FAULTS.get(request % FAULTS.size()) : Answer.TAKE;
    }

    /** The last statement that the process told of, up to its end. */
    private static Optional<Integer> lastKept(Process process) throws IOException {
        String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
        String whole = text.substring(0, text.lastIndexOf('\n') + 1).strip();
        return whole.isEmpty()
                ? Optional.empty()
                : Optional.of(Integer.parseInt(whole.substring(whole.lastIndexOf('\n') + 1)));
    }

    /** Of each event the first counts, as it does for a receiver that leaves out repetitions. */
    private static void assertEachOnceAndInOrder(TestReceiver receiver) throws IOException {
        Map<String, Integer> first = new HashMap<>();
        List<TestReceiver.Request> taken = receiver.taken();
        for (int place = 0; place < taken.size(); place++) {
            JsonNode event = Schemas.JSON.readTree(taken.get(place).body());
            String id = event.at("/run/facets/carbon_governance/statementId").asText() + " "
                    + event.path("eventType").asText();
            first.putIfAbsent(id, place);
        }
        assertThat(first).hasSize(EVENTS);
        for (int statement = 0; statement < STATEMENTS; statement++) {
            assertThat(first.get("s-" + statement + " START")).isLessThan(first.get("s-" + statement + " COMPLETE"));
        }
    }
}
