package io.paladio.carbon.index;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.paladio.carbon.error.CarbonCondition;
import io.paladio.carbon.error.Refusal;
import io.paladio.carbon.policy.Caller;
import io.paladio.carbon.policy.Principal;
import io.paladio.carbon.policy.Securable;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

class BoundedStalenessTest {
    private static final Instant START = Instant.parse("2026-11-29T10:00:00Z");

    private final Hand hand = new Hand();
    private Supplier<ResolveAnswer> index = BoundedStalenessTest::answer;
    private final PolicySource source = new BoundedStaleness(
            new PolicySource() {
                @Override
                public ResolveAnswer resolve(ResolveRequest request) {
                    return index.get();
                }

                @Override
                public void close() {}
            },
            Duration.ofMinutes(5),
            hand);

    @Test
    void S22_the_last_answer_holds_as_long_as_the_operator_allows_and_no_longer() {
        ResolveAnswer answer = source.resolve(question("alice"));
        index = () -> {
            throw IndexUnavailable.because("it is down");
        };

        hand.now = START.plus(Duration.ofMinutes(5));
        assertThat(source.resolve(question("alice"))).isEqualTo(answer);
        hand.now = START.plus(Duration.ofMinutes(5)).plusMillis(1);
        assertRefused(() -> source.resolve(question("alice")), CarbonCondition.INDEX_UNAVAILABLE);
    }

    @Test
    void S17_another_principal_or_another_question_gets_no_remembered_answer() {
        source.resolve(question("alice"));
        index = () -> {
            throw IndexUnavailable.because("it is down");
        };

        assertRefused(() -> source.resolve(question("bob")), CarbonCondition.INDEX_UNAVAILABLE);
        assertRefused(
                () -> source.resolve(new ResolveRequest(caller("alice"), Set.of())), CarbonCondition.INDEX_UNAVAILABLE);
    }

    @Test
    void a_refusal_of_another_kind_is_not_papered_over() {
        source.resolve(question("alice"));
        index = () -> {
            throw CarbonCondition.ACCESS_DENIED
                    .refusal()
                    .object("t")
                    .principal("alice")
                    .build();
        };

        assertRefused(() -> source.resolve(question("alice")), CarbonCondition.ACCESS_DENIED);
    }

    private static ResolveAnswer answer() {
        return new ResolveAnswer(START, 1, new Principal("alice", Set.of(), Map.of()), Map.of());
    }

    private static ResolveRequest question(String principal) {
        return new ResolveRequest(caller(principal), Set.of(Securable.table("carbon", "hr", "t")));
    }

    private static Caller caller(String principal) {
        return new Caller(principal, Optional.empty(), Map.of());
    }

    private static void assertRefused(ThrowingCallable call, CarbonCondition condition) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        Refusal.class,
                        refusal -> assertThat(refusal.condition()).isEqualTo(condition));
    }

    private static final class Hand extends Clock {
        private Instant now = START;

        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            return this;
        }

        @Override
        public Instant instant() {
            return now;
        }
    }
}
