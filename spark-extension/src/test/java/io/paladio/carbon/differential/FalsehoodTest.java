package io.paladio.carbon.differential;

import static org.assertj.core.api.Assertions.assertThat;

import io.paladio.carbon.spark.TestEngine;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

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

    /** Every build tells some; {@code -Dcarbon.statements} tells all. */
    static Stream<Falsehood> a_wrong_account_of_policies_is_found_out() {
        return Integer.getInteger("carbon.statements", 0) == 0
                ? Stream.of(
                        Falsehood.NO_FILTER,
                        Falsehood.NO_MASK,
                        Falsehood.NULL_SHOWS,
                        Falsehood.FIRST_MASK_WINS,
                        Falsehood.BINDS_EVERYBODY)
                : Stream.of(Falsehood.values());
    }

    @ParameterizedTest
    @MethodSource
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
