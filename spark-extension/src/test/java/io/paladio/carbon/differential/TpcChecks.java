package io.paladio.carbon.differential;

import static org.assertj.core.api.Assertions.assertThat;

import io.paladio.carbon.spark.TestEngine;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/**
 * The theorem, and that nobody notices us whom no policy binds, on queries that nobody here wrote. Every build asks some,
 * {@code -Dcarbon.statements} all; {@code -Dcarbon.seed} chooses which, and under which settings. Used by one thread.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class TpcChecks {
    private static final boolean LONG = Integer.getInteger("carbon.statements", 0) > 0;
    private static final long SEED = Long.getLong("carbon.seed", 20261130L);

    /** Of the plans that every build compares. */
    private static final int PLANNED = 12;

    private final TpcSuite suite;
    private TpcStage stage;
    private Engines engines;
    private Transparency transparency;

    TpcChecks(TpcSuite suite) {
        this.suite = suite;
    }

    @BeforeAll
    void start() {
        stage = new TpcStage(suite);
        stage.govern(PolicySet.NONE, PolicySet.NONE);
        engines = new Engines(RoundedText::of);
        engines.use(suite.schema());
        transparency = new Transparency();
        transparency.use(suite.schema());
    }

    @AfterAll
    void stop() {
        engines.close();
        stage.close();
        TestEngine.stop();
    }

    @Test
    void S4_a_query_gives_what_it_gives_over_a_filtered_and_masked_copy() {
        TpcRun run = new TpcRun(engines, SEED);
        Dice dice = new Dice(SEED);
        for (PolicySet policies : suite.policies()) {
            stage.govern(policies, policies);
            some(dice.split(), 1).forEach(query -> run.ask(query, policies));
            System.out.printf("tpc: %s under %s, so far %s%n", suite.schema(), policies.name(), run.figures());
        }
        tell(run);

        assertThat(run.findings()).isEmpty();
        assertThat(run.empty() + run.failed())
                .as("of no use: %s", run.figures())
                .isLessThanOrEqualTo(run.answers() * 2 / 3);
    }

    private List<TpcQuery> some(Dice dice, int count) {
        List<TpcQuery> left = new ArrayList<>(TpcQuery.of(suite));
        while (!LONG && left.size() > count) {
            left.remove(dice.below(left.size()));
        }
        return left;
    }

    private void tell(TpcRun run) {
        System.out.printf("tpc: seed %d, %s%n", SEED, run.figures());
        run.findings().forEach(finding -> System.out.println("tpc: " + finding));
        System.out.printf(
                "tpc: %d answers of %s, %d differences%n",
                run.answers(), suite.schema(), run.findings().size());
    }

    /** That the comparison can fail: an engine that leaves a set of policies out is found out. */
    @Test
    void policies_that_are_not_applied_are_found_out() {
        Dice dice = new Dice(SEED);
        for (PolicySet policies : LONG ? suite.policies() : List.of(dice.of(suite.policies()))) {
            stage.govern(PolicySet.NONE, policies);
            TpcRun run = new TpcRun(engines, SEED);
            for (TpcQuery query : TpcQuery.of(suite)) {
                if (run.findings().isEmpty()) {
                    run.ask(query, policies);
                }
            }

            assertThat(run.findings()).as(policies.name()).isNotEmpty();
        }
    }

    @Test
    void S1_a_query_is_planned_as_without_us_where_there_is_no_policy() {
        stage.publish(PolicySet.NONE);
        List<TpcQuery> planned = some(new Dice(SEED), PLANNED);
        planned.forEach(this::requireSamePlan);
        System.out.printf("transparency: seed %d, %d of %s planned alike%n", SEED, planned.size(), suite.schema());
    }

    @Test
    void S1_a_query_is_planned_as_without_us_where_policies_bind_others_alone() {
        Dice dice = new Dice(SEED);
        for (PolicySet policies : suite.policies()) {
            stage.publish(policies.forOthers());
            some(dice.split(), 1).forEach(this::requireSamePlan);
        }
    }

    private void requireSamePlan(TpcQuery query) {
        Transparency.Plans plans = transparency.plans(
                query.sql(), Modes.drawn(new Dice(SEED ^ query.name().hashCode())));

        assertThat(plans.isPlanned()).as(query.name()).isTrue();
        assertThat(plans.difference()).as(query.name()).isEmpty();
    }
}
