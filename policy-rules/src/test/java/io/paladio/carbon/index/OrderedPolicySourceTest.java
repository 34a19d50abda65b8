package io.paladio.carbon.index;

import static io.paladio.carbon.index.Refusals.assertIndexUnavailable;
import static org.assertj.core.api.Assertions.assertThat;

import io.paladio.carbon.policy.Caller;
import io.paladio.carbon.policy.Principal;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** T33: what Index has said once, an older answer does not take back. */
class OrderedPolicySourceTest {
    private static final ResolveRequest QUESTION =
            new ResolveRequest(new Caller("alice", Optional.empty(), Map.of()), Set.of());

    private Supplier<ResolveAnswer> index = () -> answer(0);
    private final PolicySource asked = new PolicySource() {
        @Override
        public ResolveAnswer resolve(ResolveRequest request) {
            return index.get();
        }

        @Override
        public void close() {}
    };
    private final PolicySource source = new OrderedPolicySource(asked);

    @Test
    void T33_an_older_answer_than_the_last_is_refused_and_the_next_current_one_is_not() {
        assertThat(epochAt(7)).isEqualTo(7);
        assertThat(epochAt(7)).isEqualTo(7);

        index = () -> answer(6);
        assertIndexUnavailable(() -> source.resolve(QUESTION), "an older state");

        assertThat(epochAt(8)).isEqualTo(8);
    }

    @Test
    void T33_of_two_questions_side_by_side_the_earlier_may_be_answered_last() {
        index = () -> {
            epochAt(9);
            return answer(8);
        };

        assertThat(source.resolve(QUESTION).epoch()).isEqualTo(8);

        index = () -> answer(8);
        assertIndexUnavailable(() -> source.resolve(QUESTION), "an older state");
    }

    @Test
    void T33_memory_keeps_the_newer_of_two_answers_that_cross() {
        PolicySource remembering = new BoundedStaleness(asked, Duration.ofMinutes(5));
        index = () -> {
            index = () -> answer(9);
            remembering.resolve(QUESTION);
            return answer(8);
        };
        remembering.resolve(QUESTION);

        index = () -> {
            throw IndexUnavailable.because("it is down");
        };
        assertThat(remembering.resolve(QUESTION).epoch()).isEqualTo(9);
    }

    private long epochAt(long epoch) {
        index = () -> answer(epoch);
        return source.resolve(QUESTION).epoch();
    }

    private static ResolveAnswer answer(long epoch) {
        return new ResolveAnswer(Instant.EPOCH, epoch, new Principal("alice", Set.of(), Map.of()), Map.of());
    }
}
