package io.paladio.carbon.differential;

import static org.assertj.core.api.Assertions.assertThat;

import io.paladio.carbon.spark.TestEngine;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** That the differential suite can fail: whatever of a policy is got wrong on one of its two sides, some statement shows it. */
class FalsehoodTest {
    private static final int MOST_STATEMENTS = 600;

    private static Engines engines;

    @BeforeAll
    static void start() {
        engines = new Engines();
    }

    @AfterAll
    static void stop() {
        engines.close();
        TestEngine.stop();
    }

    @ParameterizedTest
    @EnumSource
    void a_wrong_account_of_policies_is_found_out(Falsehood falsehood) {
        try (Worlds worlds = Worlds.told(falsehood)) {
            Differential differential = Differential.plain(engines, worlds);

            differential.run(
                    falsehood.ordinal(),
                    MOST_STATEMENTS,
                    soFar -> !soFar.findings().isEmpty());

            assertThat(differential.findings())
                    .as("after %d statements", differential.statements())
                    .isNotEmpty();
        }
    }
}
