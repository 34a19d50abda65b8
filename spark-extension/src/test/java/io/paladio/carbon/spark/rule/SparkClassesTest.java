package io.paladio.carbon.spark.rule;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * T30: every plan node, command and expression that there is on the class path is allowed, refused with a condition of its own, or
 * on the list of those that somebody has looked at and left refused. What a new version brings is on none and turns this red.
 */
class SparkClassesTest {
    private static final Set<String> DENIED = DeniedList.shipped("denied.txt").names();
    private static final Set<String> NODES = names("nodes.txt");
    private static final Set<String> COMMANDS = names("commands.txt");
    private static final Set<String> EXPRESSIONS = names("expressions.txt");

    private static ClassPath classes;

    @BeforeAll
    static void read() {
        classes = ClassPath.read();
    }

    private static Set<String> names(String list) {
        return AllowList.shipped(list).names();
    }

    @Test
    void T30_every_plan_node_and_command_is_decided() {
        Set<String> found = classes.below(List.of(LogicalPlan.class));

        assertThat(found).hasSizeGreaterThan(300);
        assertThat(Looked.undecided(found, NODES, COMMANDS, DENIED, Looked.refused("nodes.txt")))
                .isEmpty();
    }

    @Test
    void T30_every_expression_is_decided() {
        Set<String> found = classes.below(List.of(Expression.class));

        assertThat(found).hasSizeGreaterThan(650);
        assertThat(Looked.undecided(found, EXPRESSIONS, DENIED, Looked.refused("expressions.txt")))
                .isEmpty();
    }

    @Test
    void T30_what_is_left_refused_exists_and_is_allowed_by_no_list() {
        Set<String> nodes = Looked.refused("nodes.txt");
        Set<String> expressions = Looked.refused("expressions.txt");

        assertThat(classes.below(List.of(LogicalPlan.class))).containsAll(nodes);
        assertThat(classes.below(List.of(Expression.class))).containsAll(expressions);
        assertThat(nodes).doesNotContainAnyElementsOf(NODES).doesNotContainAnyElementsOf(COMMANDS);
        assertThat(expressions).doesNotContainAnyElementsOf(EXPRESSIONS);
    }

    @Test
    void control_a_node_that_a_new_version_brings_is_reported() {
        Set<String> found = new HashSet<>(classes.below(List.of(LogicalPlan.class)));
        found.add("org.apache.spark.sql.catalyst.plans.logical.OfTomorrow");

        assertThat(Looked.undecided(found, NODES, COMMANDS, DENIED, Looked.refused("nodes.txt")))
                .containsExactly("org.apache.spark.sql.catalyst.plans.logical.OfTomorrow");
    }
}
