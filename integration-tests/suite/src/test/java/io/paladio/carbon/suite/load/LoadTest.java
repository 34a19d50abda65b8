package io.paladio.carbon.suite.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.paladio.carbon.suite.fixture.Linked;
import org.junit.jupiter.api.Test;

/**
 * T32, T38: sessions of many principals read while policies change, and every row that a client receives is held against what its
 * principal could see. {@code -Dcarbon.minutes=N} makes it the long run, {@code -Dcarbon.seed=N} repeats one.
 */
class LoadTest {
    private static final int MINUTES = Integer.getInteger("carbon.minutes", 0);
    private static final long SEED = Long.getLong("carbon.seed", 20261129L);
    private static final double MOST_GROWTH = 1.3;

    @Test
    void T32_T38_whoever_reads_what_and_however_policies_change_nobody_sees_a_row_too_many() throws Exception {
        LoadSize size = MINUTES == 0 ? LoadSize.SHORT : LoadSize.minutes(MINUTES);
        LoadRun.Result result;
        // A machine that is busy with the load may not keep Index's deadline; that one has tests of its own.
        try (Linked linked = Linked.start(server -> server.with("spark.carbon.index.timeout", "20s"))) {
            result = new LoadRun(linked, size, SEED).run();
        }
        tell(size, result);

        LoadChecker.Figures figures = result.figures();
        assertThat(result.fault()).isEmpty();
        assertThat(figures.violations()).as("%s", figures.examples()).isZero();
        assertThat(figures.unexplained()).as("%s", figures.examples()).isZero();
        assertThat(figures.rows()).isGreaterThan(20);
        assertThat(result.changes()).isGreaterThan(10);
        result.heap().ifPresent(heap -> assertThat(heap.ratio()).isLessThanOrEqualTo(MOST_GROWTH));
    }

    private static void tell(LoadSize size, LoadRun.Result result) {
        LoadChecker.Figures figures = result.figures();
        System.out.printf(
                "load: seed %d, %d sessions of %d principals on %d tables for %d s, %d policy changes%n",
                SEED,
                size.sessions(),
                size.readers(),
                size.tables(),
                size.time().toSeconds(),
                result.changes());
        System.out.printf(
                "load: %d statements, refusals %s, %d of them unexplained%n",
                figures.statements(), figures.refusals(), figures.unexplained());
        result.heap()
                .ifPresent(heap -> System.out.printf(
                        "load: live heap %.1f MiB after one minute, %.1f MiB at the end, ratio %.2f%n",
                        heap.afterOneMinute() / 1048576.0, heap.atEnd() / 1048576.0, heap.ratio()));
        figures.examples().forEach(example -> System.out.println("load: " + example));
        System.out.printf("load: %d rows checked, %d violations%n", figures.rows(), figures.violations());
    }
}
