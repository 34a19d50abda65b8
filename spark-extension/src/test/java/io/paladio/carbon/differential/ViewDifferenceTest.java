package io.paladio.carbon.differential;

import static org.assertj.core.api.Assertions.assertThat;

import io.paladio.carbon.spark.TestEngine;
import io.paladio.carbon.spark.ViewEngine;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** S13: {@link DifferentialTest} where persistent views carry the policies. */
class ViewDifferenceTest {
    private static final int STATEMENTS = Integer.getInteger("carbon.statements", 0);
    private static final int SHORT = 250;
    private static final long SEED = Long.getLong("carbon.seed", 20261130L);
    private static final int MOST_FINDINGS = 3;

    private static Engines engines;
    private static Worlds worlds;

    @BeforeAll
    static void start() {
        engines = new Engines(ViewEngine.session("bob"));
        worlds = Worlds.of(Carrier.VIEWS);
    }

    @AfterAll
    static void stop() {
        worlds.close();
        engines.close();
        TestEngine.stop();
    }

    @Test
    void S13_T18_a_statement_over_views_gives_what_it_gives_over_a_filtered_and_masked_copy() {
        Differential differential = Differential.shrinking(engines, worlds);
        differential.run(
                SEED,
                STATEMENTS == 0 ? SHORT : STATEMENTS,
                soFar -> soFar.findings().size() >= MOST_FINDINGS);
        differential.findings().forEach(finding -> System.out.println("differential: " + finding));
        System.out.printf(
                "differential: views, seed %d, %d statements, %s%n",
                SEED, differential.statements(), differential.figures());

        assertThat(differential.findings()).isEmpty();
        assertThat(differential.refused())
                .as("refused: %s", differential.figures())
                .isLessThanOrEqualTo(differential.statements() / 50);
        assertThat(differential.failed() + differential.empty())
                .as("of no use: %s", differential.figures())
                .isLessThanOrEqualTo(differential.statements() * 2 / 3);
    }
}
