package io.paladio.carbon.index.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class CircuitBreakerTest {
    private final AtomicLong nanoTime = new AtomicLong(Long.MAX_VALUE - 10);
    private final CircuitBreaker breaker = new CircuitBreaker(3, Duration.ofSeconds(1), nanoTime::get);

    @Test
    void T33_failures_in_a_row_close_the_way_for_a_moment_and_then_one_may_try() {
        fail(3);
        assertThat(breaker.admits()).isFalse();
        nanoTime.addAndGet(Duration.ofSeconds(1).toNanos() - 1);
        assertThat(breaker.admits()).isFalse();

        nanoTime.incrementAndGet();
        assertThat(breaker.admits()).isTrue();
        assertThat(breaker.admits()).as("only one tries").isFalse();
    }

    @Test
    void T33_what_the_one_meets_decides_for_all() {
        fail(3);
        nanoTime.addAndGet(Duration.ofSeconds(1).toNanos());
        assertThat(breaker.admits()).isTrue();
        breaker.failed();
        assertThat(breaker.admits()).isFalse();

        nanoTime.addAndGet(Duration.ofSeconds(1).toNanos());
        assertThat(breaker.admits()).isTrue();
        breaker.answered();
        assertThat(breaker.admits()).isTrue();
        assertThat(breaker.admits()).isTrue();
    }

    @Test
    void failures_that_are_not_in_a_row_close_nothing() {
        fail(2);
        breaker.answered();
        fail(2);
        assertThat(breaker.admits()).isTrue();
    }

    @Test
    void one_that_gives_up_leaves_the_trial_to_the_next() {
        fail(3);
        nanoTime.addAndGet(Duration.ofSeconds(1).toNanos());
        assertThat(breaker.admits()).isTrue();
        breaker.givenUp();
        assertThat(breaker.admits()).isTrue();
    }

    private void fail(int times) {
        for (int time = 0; time < times; time++) {
            assertThat(breaker.admits()).isTrue();
            breaker.failed();
        }
    }
}
