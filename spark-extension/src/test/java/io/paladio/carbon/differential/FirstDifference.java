package io.paladio.carbon.differential;

import static org.assertj.core.api.Assertions.assertThat;

import io.paladio.carbon.spark.TestEngine;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * {@link DifferentialTest} for mutants of the engine: it ends with the first difference, leaves that as it is, and says after how many
 * statements it came.
 */
class FirstDifference {
    private static final int STATEMENTS = Integer.getInteger("carbon.statements", 100);
    private static final long SEED = Long.getLong("carbon.seed", 20261130L);

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
    void there_is_none() {
        Differential differential = Differential.plain(engines, worlds);
        differential.run(SEED, STATEMENTS, soFar -> !soFar.findings().isEmpty());

        assertThat(differential.findings().stream().map(Finding::summary))
                .as("after %d statements", differential.statements())
                .isEmpty();
        assertThat(differential.refused())
                .as("refused: %s", differential.figures())
                .isLessThanOrEqualTo(differential.statements() / 50);
    }
}
