package io.paladio.carbon.differential;

import static org.assertj.core.api.Assertions.assertThat;

import io.paladio.carbon.spark.TestEngine;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The comparison of plans itself: what it calls different, and what not. */
class TransparencyTest {
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
