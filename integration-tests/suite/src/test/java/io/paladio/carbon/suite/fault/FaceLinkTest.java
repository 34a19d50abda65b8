package io.paladio.carbon.suite.fault;

import static io.paladio.carbon.suite.fault.Timed.assertRefused;
import static io.paladio.carbon.suite.fault.Timed.within;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.paladio.carbon.suite.fixture.Answer;
import io.paladio.carbon.suite.fixture.LinkFault;
import io.paladio.carbon.suite.fixture.Linked;
import io.paladio.carbon.suite.fixture.SharedLinks;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What the line between the engine and the face may do to their words. */
@ExtendWith(SharedLinks.class)
class FaceLinkTest {
    private static final String UNAVAILABLE = "CARBON_FACE_UNAVAILABLE";
    private static final String OTHER = "SELECT id FROM carbon.hr.u";

    @BeforeEach
    @AfterEach
    void is_well(Linked linked) {
        assertThat(linked.mended().rows()).containsExactly("[4]");
        assertThat(linked.eventually("alice", OTHER, "[\"of u\"]").rows()).hasSize(1);
    }

    static Stream<Arguments> faults() {
        return Stream.of(
                arguments("slow", LinkFault.late(Duration.ofSeconds(30))),
                arguments("silent", LinkFault.silent()),
                arguments("cut", LinkFault.cut()),
                arguments("half an answer", LinkFault.halfAnswers(300)),
                arguments("garbled", LinkFault.garbled()),
                arguments("trickling", LinkFault.trickling(Duration.ofMillis(20))),
                arguments("not modified", answering("304 Not Modified", "")),
                arguments("no content", answering("204 No Content", "")),
                arguments("half a document", answering("200 OK", "{\"metadata\":{\"format-version\":2,")),
                arguments("an empty document", answering("200 OK", "{}")));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("faults")
    void T33_a_faulty_line_to_the_face_is_an_error_within_the_deadline(String name, LinkFault fault, Linked linked) {
        linked.toFace().have(fault);

        assertRefused(
                within(Timed.FACE, () -> linked.engine().as("bob").sql("SELECT * FROM carbon.hr.t")), UNAVAILABLE);
        assertThat(linked.engine().as("alice").sql("SELECT 1").rows()).containsExactly("[1]");
    }

    /** Where the other table is no such table as the policies speak of. */
    @Test
    void T33_another_tables_document_is_not_read_in_place_of_the_right_one(Linked linked) {
        linked.toFace().have(LinkFault.asking("/tables/u", "/tables/t"));

        Answer answer = linked.engine().as("bob").sql("SELECT * FROM carbon.hr.t");

        assertRefused(answer, "CARBON_POLICY_UNENFORCEABLE");
        assertThat(answer.message()).doesNotContain("of u");
    }

    @Test
    void T33_whom_the_face_keeps_waiting_keeps_nobody_else_waiting(Linked linked) {
        linked.toFace().have(LinkFault.stuckOn("/tables/t"));
        CompletableFuture<Answer> waiting =
                CompletableFuture.supplyAsync(() -> linked.engine().as("bob").sql(Linked.QUERY));

        assertThat(linked.engine().as("alice").sql(OTHER).rows()).containsExactly("[\"of u\"]");

        assertThat(waiting).isNotDone();
        assertRefused(waiting.join(), UNAVAILABLE);
    }

    @Test
    void S17_no_question_to_the_face_rests_on_an_earlier_answer(Linked linked) {
        StringBuffer asked = new StringBuffer();
        linked.toFace().have((bytes, passage) -> {
            if (passage.way() == LinkFault.Way.QUESTION) {
                asked.append(new String(bytes, StandardCharsets.ISO_8859_1));
            }
            passage.send(bytes);
        });

        for (String principal : new String[] {"alice", "bob", "alice", "bob"}) {
            assertThat(linked.engine().as(principal).sql(Linked.QUERY).isError())
                    .isFalse();
        }

        assertThat(asked.toString().toLowerCase(Locale.ROOT))
                .contains("/tables/t")
                .doesNotContain("if-none-match")
                .doesNotContain("if-modified-since");
    }

    private static LinkFault answering(String status, String body) {
        return LinkFault.answering("HTTP/1.1 " + status
                + "\r\nETag: \"stale\"\r\nContent-Type: application/json\r\nConnection: close\r\nContent-Length: "
                + body.length() + "\r\n\r\n" + body);
    }
}
