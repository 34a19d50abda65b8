package io.paladio.carbon.differential;

import static org.assertj.core.api.Assertions.assertThat;

import io.paladio.carbon.spark.TestEngine;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/**
 * What planning costs those whom no policy binds: {@code ./mvnw -q -Pdifferential verify -Dtest=PlanningCost}. No build runs it by
 * itself.
 */
class PlanningCost {
    private static final int STATEMENTS = 300;
    private static final long SEED = Long.getLong("carbon.seed", 20261130L);

    @AfterAll
    static void stop() {
        TestEngine.stop();
    }

    @Test
    void of_made_up_statements() {
        try (Worlds worlds = new Worlds()) {
            PlanningTimes times = new PlanningTimes();
            int asked = 0;
            for (long seed = SEED; asked < STATEMENTS; seed = Dice.after(seed)) {
                World world = World.generated(seed).open();
                worlds.install(world);
                for (Statement statement : world.statements(World.STATEMENTS)) {
                    times.measure(statement.query().tree().sql(), statement.modes());
                }
                asked += World.STATEMENTS;
            }
            tell("made-up", times);
        }
    }

    @Test
    void of_the_queries_of_a_benchmark() {
        try (TpcStage stage = new TpcStage(TpcSuite.TPCDS)) {
            stage.publish(PolicySet.NONE);
            PlanningTimes times = new PlanningTimes();
            times.use(TpcSuite.TPCDS.schema());
            for (TpcQuery query : TpcQuery.of(TpcSuite.TPCDS)) {
                times.measure(
                        query.sql(), Modes.drawn(new Dice(SEED ^ query.name().hashCode())));
            }
            tell(TpcSuite.TPCDS.schema(), times);
        }
    }

    private static void tell(String what, PlanningTimes times) {
        System.out.printf("cost: %s, seed %d, %s%n", what, SEED, times.figures());
        System.out.printf("cost: %s, %s%n", what, times.profile());
        assertThat(times.statements()).isPositive();
        assertThat(times.ratio(0.5)).isFinite();
    }
}
