package io.paladio.carbon.differential;

import static org.assertj.core.api.Assertions.assertThat;

import io.paladio.carbon.spark.TestEngine;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Nobody notices us whom no policy binds, on statements that nobody here wrote; and the comparison of plans itself: what it calls
 * different, and what not. Every build compares some, {@code -Dcarbon.statements} many; {@code -Dcarbon.seed} makes them others.
 */
class TransparencyTest {
    private static final int LONG = 300;
    private static final int SHORT = 40;
    private static final int STATEMENTS = Integer.getInteger("carbon.statements", 0) > 0 ? LONG : SHORT;
    private static final long SEED = Long.getLong("carbon.seed", 20261130L);

    private static Transparency transparency;
    private static Worlds worlds;

    @BeforeAll
    static void start() {
        worlds = new Worlds();
        transparency = new Transparency();
    }

    @AfterEach
    void clear() {
        worlds.close();
    }

    @AfterAll
    static void stop() {
        TestEngine.stop();
    }

    @Test
    void S1_made_up_statements_are_planned_as_without_us_where_there_is_no_policy() {
        TransparencyRun run = new TransparencyRun(transparency, worlds);
        run.run(SEED, STATEMENTS);
        System.out.printf("transparency: seed %d, %s%n", SEED, run.figures());
        run.differences().forEach(difference -> System.out.println("transparency: " + difference));
        System.out.printf(
                "transparency: %d made-up statements, %d differences%n",
                run.statements(), run.differences().size());

        assertThat(run.differences()).isEmpty();
        assertThat(run.unplanned()).as(run.figures()).isLessThanOrEqualTo(run.statements() / 10);
    }

    /** Constants in the place of columns are held off where there is a policy, and in no other statement. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT id FROM $t WHERE id = 3 AND id * 2 < 7",
                "SELECT id FROM $t a WHERE id = 3 AND id * 2 < (SELECT max(b.id) FROM $t b WHERE b.id = a.id)",
                "SELECT id FROM $t WHERE (id = 3 AND id * 2 > id) OR (id = 4 AND id * 2 > id)",
                "SELECT id FROM $t WHERE id IN (SELECT id FROM $t WHERE id = 3 AND id * 2 < 7)"
            })
    void S1_columns_that_equal_constants_are_planned_as_without_us(String sql) {
        World world = World.generated(SEED).open();
        worlds.install(world);
        String table = "d." + world.tables().get(0).table().name();
        Transparency.Plans plans = transparency.plans(sql.replace("$t", table), Modes.drawn(new Dice(SEED)));

        assertThat(plans.isPlanned()).isTrue();
        assertThat(plans.difference()).isEmpty();
    }

    @Test
    void a_policy_that_hides_nothing_makes_another_plan() {
        World world = World.generated(SEED).open();
        StoredTable table = world.tables().get(0).table();
        TablePolicies all = PolicySet.NONE
                .rows(table.name(), PolicySet.only(Formula.constant("TRUE", true)))
                .of(table.name());
        worlds.install(new World(world.seed(), List.of(new World.Governed(table, all))));
        Transparency.Plans plans = transparency.plans("SELECT id FROM d." + table.name(), Modes.drawn(new Dice(SEED)));

        assertThat(plans.isPlanned()).isTrue();
        assertThat(plans.difference()).isPresent();
    }

    @Test
    void plans_that_differ_are_told_apart_and_numbers_alone_make_no_difference() {
        World world = World.generated(SEED).open();
        worlds.install(world);
        String table = "d." + world.tables().get(0).table().name();

        assertThat(plan("SELECT id FROM " + table)).isEqualTo(plan("SELECT id FROM " + table));
        assertThat(List.of(
                        plan("SELECT id FROM " + table),
                        plan("SELECT id AS key FROM " + table),
                        plan("SELECT id FROM " + table + " WHERE id > 1"),
                        plan("SELECT id FROM " + table + " WHERE id > 2"),
                        plan("SELECT id, id FROM " + table),
                        plan("SELECT a.id FROM " + table + " a JOIN " + table + " b ON a.id = b.id"),
                        plan("SELECT b.id FROM " + table + " a JOIN " + table + " b ON a.id = b.id")))
                .doesNotHaveDuplicates();
    }

    private static List<String> plan(String sql) {
        return transparency.plans(sql, Modes.drawn(new Dice(SEED))).plain();
    }
}
