package io.paladio.carbon.suite.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.paladio.carbon.suite.fixture.Linked;
import io.paladio.carbon.suite.fixture.SharedLinks;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * S22: no statement that started after the COMMIT of a change obeys what was before it, while others read. {@code
 * -Dcarbon.changes=N} makes it the long run, {@code -Dcarbon.seed=N} repeats one.
 */
@ExtendWith(SharedLinks.class)
class FreshnessTest {
    private static final int CHANGES = Integer.getInteger("carbon.changes", 0);
    private static final long SEED = Long.getLong("carbon.seed", 20261130L);

    @Test
    void S22_a_statement_that_started_after_the_commit_of_a_change_obeys_it(Linked linked) throws Exception {
        FreshnessSize size = CHANGES == 0 ? FreshnessSize.SHORT : FreshnessSize.changes(CHANGES);

        FreshnessRun.Result result = new FreshnessRun(linked, size, SEED).run();

        tell(size, result);
        FreshnessWatch.Figures seen = result.freshness();
        assertThat(result.fault()).isEmpty();
        assertThat(seen.stale()).as("%s", seen.examples()).isZero();
        assertThat(result.load().violations())
                .as("%s", result.load().examples())
                .isZero();
        assertThat(result.load().unexplained())
                .as("%s", result.load().examples())
                .isZero();
        assertThat(seen.toFirstAnswer()).hasSize(size.changes());
        assertThat(seen.decisive()).isGreaterThanOrEqualTo(size.changes() / 2);
    }

    private static void tell(FreshnessSize size, FreshnessRun.Result result) {
        FreshnessWatch.Figures seen = result.freshness();
        List<Long> sorted = seen.toFirstAnswer().stream().sorted().toList();
        System.out.printf(
                "freshness: seed %d, %d busy sessions and %d that look, of %d principals on %d tables; %d statements, refusals %s%n",
                SEED,
                size.busy(),
                size.readers(),
                size.readers(),
                size.tables(),
                result.load().statements(),
                result.load().refusals());
        System.out.printf(
                "freshness: from COMMIT to the end of the first statement that obeys it, ms: p50 %.0f, p90 %.0f, p99 %.0f, most %.0f%n",
                at(sorted, 0.5), at(sorted, 0.9), at(sorted, 0.99), at(sorted, 1));
        seen.examples().forEach(example -> System.out.println("freshness: " + example));
        System.out.printf(
                "freshness: %d changes, %d statements that could tell started after a COMMIT, %d under the old policy%n",
                seen.changes(), seen.decisive(), seen.stale());
    }

    private static double at(List<Long> sorted, double share) {
        return sorted.isEmpty() ? 0 : sorted.get((int) Math.round(share * (sorted.size() - 1))) / 1000.0;
    }
}
