package io.paladio.carbon.differential;

import static org.assertj.core.api.Assertions.assertThat;

import io.paladio.carbon.spark.TestEngine;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * The theorem, by machine: statements that nobody here wrote, over tables and policies that nobody here wrote, give for bob what the
 * same Spark without a part of ours gives over a copy that was filtered and masked row by row.
 * {@code -Dcarbon.statements=N -Dcarbon.seed=N} makes it another, or a longer, run.
 */
class DifferentialTest {
    private static final int STATEMENTS = Integer.getInteger("carbon.statements", 0);
    private static final int SHORT = 500;
    private static final long SEED = Long.getLong("carbon.seed", 20261130L);
    private static final int MOST_FINDINGS = 3;

    private static Engines engines;
    private static Worlds worlds;

    @BeforeAll
    static void start() {
        engines = new Engines();
        worlds = new Worlds();
    }

    @AfterAll
    static void stop() {
        worlds.close();
        engines.close();
        TestEngine.stop();
    }

    @Test
    void S4_T19_a_governed_statement_gives_what_it_gives_over_a_filtered_and_masked_copy() {
        Differential differential = Differential.shrinking(engines, worlds);
        differential.run(
                SEED,
                STATEMENTS == 0 ? SHORT : STATEMENTS,
                soFar -> soFar.findings().size() >= MOST_FINDINGS);
        tell(differential);

        assertThat(differential.findings()).isEmpty();
        assertThat(differential.refused())
                .as("refused: %s", differential.figures())
                .isLessThanOrEqualTo(differential.statements() / 50);
        assertThat(differential.unanswered())
                .as("without an answer: %s", differential.figures())
                .isLessThanOrEqualTo(differential.statements() / 50);
        assertThat(differential.failed() + differential.empty())
                .as("of no use: %s", differential.figures())
                .isLessThanOrEqualTo(differential.statements() * 2 / 3);
    }

    private static void tell(Differential differential) {
        System.out.printf("differential: seed %d, %s%n", SEED, differential.figures());
        System.out.printf(
                "differential: %d statements, %d differences%n",
                differential.statements(), differential.findings().size());
    }
}
