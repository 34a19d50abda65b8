package io.paladio.carbon.suite.fault;

import static org.assertj.core.api.Assertions.assertThat;

import io.paladio.carbon.suite.fixture.Answer;
import java.time.Duration;
import java.util.function.Supplier;

/** Holds that an answer comes in time. Stateless. */
final class Timed {
    /** Index's deadline of two seconds, the way to the server and back, and a busy machine. */
    static final Duration INDEX = Duration.ofSeconds(4);
    /** The face's deadline of five seconds likewise. */
    static final Duration FACE = Duration.ofSeconds(7);

    private Timed() {}

    static Answer within(Duration limit, Supplier<Answer> call) {
        long start = System.nanoTime();
        Answer answer = call.get();
        assertThat(Duration.ofNanos(System.nanoTime() - start)).as("%s", answer).isLessThan(limit);
        return answer;
    }

    /** Refused with this class, with nothing read. */
    static void assertRefused(Answer answer, String errorClass) {
        assertThat(answer.errorClass()).as("%s", answer).isEqualTo(errorClass);
        assertThat(answer.rows()).isEmpty();
        assertThat(answer.message()).doesNotContain("127.0.0.1").doesNotContain("localhost");
    }
}
