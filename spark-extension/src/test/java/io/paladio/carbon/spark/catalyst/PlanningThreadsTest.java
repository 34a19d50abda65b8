package io.paladio.carbon.spark.catalyst;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.spark.sql.internal.SQLConf;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** For whom one of Spark's rules is held off, where a session plans several statements at once. */
class PlanningThreadsTest {
    private static final String HELD = "org.apache.spark.sql.catalyst.optimizer.ConstantPropagation";

    private final SQLConf session = new SQLConf();
    private final PlanningThreads threads = PlanningThreads.of(session);
    private final ExecutorService other = Executors.newSingleThreadExecutor();

    @AfterEach
    void end() {
        other.shutdown();
    }

    @Test
    void T19_it_is_held_off_until_a_plan_without_a_policy_comes_and_again_after_it() throws Exception {
        threads.hold(session);
        assertThat(excluded()).isEqualTo(HELD);

        threads.open(session);
        assertThat(excluded()).isEmpty();

        threads.done(session);
        assertThat(excluded()).isEqualTo(HELD);
    }

    @Test
    void T19_while_a_plan_with_a_policy_is_under_way_no_other_thread_lets_it_in() throws Exception {
        threads.governed(session);

        elsewhere(() -> threads.open(session));
        assertThat(excluded()).isEqualTo(HELD);
        elsewhere(() -> threads.hold(session));
        assertThat(excluded()).isEqualTo(HELD);

        threads.done(session);
        assertThat(excluded()).as("the other thread's plan is left").isEmpty();
        elsewhere(() -> threads.done(session));
        assertThat(excluded()).isEqualTo(HELD);
    }

    @Test
    void T19_a_plan_with_a_policy_shuts_out_those_that_began_before() throws Exception {
        elsewhere(() -> threads.open(session));
        assertThat(excluded()).isEmpty();

        threads.governed(session);

        assertThat(excluded()).isEqualTo(HELD);
    }

    @Test
    void a_thread_that_died_or_went_on_is_not_waited_for() throws Exception {
        Thread failed = new Thread(() -> threads.governed(session));
        failed.start();
        failed.join();
        threads.open(session);
        assertThat(excluded()).isEmpty();

        threads.governed(session);
        threads.open(session);
        assertThat(excluded()).isEmpty();
    }

    @Test
    void T19_what_somebody_else_sets_is_set_back() {
        session.setConfString(SQLConf.OPTIMIZER_EXCLUDED_RULES().key(), "x");

        threads.hold(session);

        assertThat(excluded()).isEqualTo(HELD);
    }

    private void elsewhere(Runnable work) throws Exception {
        Future<?> done = other.submit(work);
        done.get();
    }

    private String excluded() {
        return session.getConfString(SQLConf.OPTIMIZER_EXCLUDED_RULES().key(), "none");
    }
}
