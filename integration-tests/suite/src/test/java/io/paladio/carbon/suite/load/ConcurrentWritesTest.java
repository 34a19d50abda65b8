package io.paladio.carbon.suite.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.paladio.carbon.suite.fixture.Engine;
import io.paladio.carbon.suite.fixture.SharedWriters;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * S12, T27: bob and carol, who each see a part of a table, alice, who sees all of it, and a compaction change it at the same time.
 * What passed is there, what did not is not, and who did not pass is asked to try again. {@code -Dcarbon.minutes=N} makes it the
 * long run, {@code -Dcarbon.seed=N} repeats its statements.
 */
@ExtendWith(SharedWriters.class)
class ConcurrentWritesTest {
    private static final int MINUTES = Integer.getInteger("carbon.minutes", 0);
    private static final long SEED = Long.getLong("carbon.seed", 20261130L);
    private static final Duration SHORT = Duration.ofSeconds(20);

    @Test
    void S12_T27_of_writers_at_the_same_time_none_loses_or_damages_what_another_wrote(Engine engine)
            throws InterruptedException {
        Duration time = MINUTES == 0 ? SHORT : Duration.ofMinutes(MINUTES);

        WriterFigures figures = new WriterRun(engine, SEED).run(time);

        figures.examples().forEach(example -> System.out.println("writers: " + example));
        System.out.printf(
                "writers: seed %d, %d s, passed %s, %d conflicts, %d compactions, %d violations%n",
                SEED,
                time.toSeconds(),
                figures.passed(),
                figures.conflicts(),
                figures.compactions(),
                figures.violations());
        assertThat(figures.violations()).as("%s", figures.examples()).isZero();
        assertThat(figures.passed().keySet()).containsAll(List.of("bob", "carol", "alice"));
        assertThat(figures.compactions()).isPositive();
        assertThat(figures.conflicts() > 0 || MINUTES == 0).isTrue();
    }
}
