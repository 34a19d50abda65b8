package io.paladio.carbon.spark.catalyst;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.paladio.carbon.catalog.SparkRefusal;
import io.paladio.carbon.error.CarbonCondition;
import io.paladio.carbon.spark.CarbonSparkExtensions;
import io.paladio.carbon.spark.SampleTables;
import io.paladio.carbon.spark.TestEngine;
import java.util.List;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.Literal$;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.rules.Rule;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import scala.runtime.BoxedUnit;

/**
 * S20: a rule of somebody's that takes the count out of a plan or changes it. Below a barrier stands what the policy was compiled
 * to, or nothing is read; elsewhere nothing is to be protected, and the count is all that is lost.
 */
class LostCountTest {
    private static final List<String> DOCUMENTS = List.of("live", "below", "alone");

    @BeforeAll
    static void tables() {
        SampleTables.make();
        TestEngine.index(
                "policies/lost-live.json", SampleTables.rowFilter("pol_lost_live", "carbon.hr.lost", "id <> 3"));
        TestEngine.index("policies/lost-below.json", shadow("pol_lost_below", "carbon.hr.lost"));
        TestEngine.index("policies/lost-alone.json", shadow("pol_lost_alone", "carbon.hr.lost_alone"));
        SparkSession admin = TestEngine.session("admin");
        for (String table : List.of("carbon.hr.lost", "carbon.hr.lost_alone")) {
            admin.sql("CREATE TABLE " + table + " (id INT) USING iceberg");
            admin.sql("INSERT INTO " + table + " VALUES (1), (2), (3)");
        }
    }

    @AfterAll
    static void stop() {
        TestEngine.stop();
        DOCUMENTS.forEach(document -> TestEngine.unindex("policies/lost-" + document + ".json"));
    }

    private static String shadow(String id, String table) {
        return SampleTables.inShadow(SampleTables.rowFilter(id, table, "id = 1"));
    }

    private static SparkSession bobUnder(UnaryOperator<LogicalPlan> rule) {
        return TestEngine.session("bob", extensions -> {
            new CarbonSparkExtensions().apply(extensions);
            extensions.injectPostHocResolutionRule(session -> new Rule<>() {
                @Override
                public LogicalPlan apply(LogicalPlan plan) {
                    return rule.apply(plan);
                }
            });
            return BoxedUnit.UNIT;
        });
    }

    private static LogicalPlan changed(LogicalPlan plan, Function<ShadowRows, LogicalPlan> change) {
        return plan instanceof ShadowRows counted
                ? change.apply(counted)
                : plan.mapChildren(ScalaInterop.function(child -> changed(child, change)));
    }

    static Stream<Arguments> changes() {
        return Stream.of(
                Arguments.of("taken out", (Function<ShadowRows, LogicalPlan>) ShadowRows::child),
                Arguments.of("asks for something else", (Function<ShadowRows, LogicalPlan>) counted -> new ShadowRows(
                        ScalaInterop.seq(List.<Expression>of(Literal$.MODULE$.TrueLiteral())),
                        counted.child(),
                        counted.counters())));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("changes")
    void S20_below_a_barrier_a_plan_that_lost_its_count_is_not_run(
            String what, Function<ShadowRows, LogicalPlan> change) {
        SparkSession bob = bobUnder(plan -> changed(plan, change));

        assertThatThrownBy(() -> bob.sql("SELECT id FROM carbon.hr.lost"))
                .as(what)
                .isInstanceOfSatisfying(
                        SparkRefusal.class,
                        refusal -> assertThat(refusal.carbonCondition()).isEqualTo(CarbonCondition.SEAL_BROKEN));
    }

    @Test
    void S20_below_a_barrier_a_plan_with_its_count_runs() {
        assertThat(bobUnder(plan -> plan).sql("SELECT id FROM carbon.hr.lost").collectAsList())
                .hasSize(2);
    }

    @Test
    void S20_a_count_that_nothing_else_depends_on_is_missing_and_the_rows_are_there() {
        Dataset<Row> rows =
                bobUnder(plan -> changed(plan, ShadowRows::child)).sql("SELECT id FROM carbon.hr.lost_alone");

        assertThat(rows.collectAsList()).hasSize(3);
        assertThat(PlanReads.counters(((org.apache.spark.sql.classic.Dataset<Row>) rows)
                        .queryExecution()
                        .analyzed()))
                .isEmpty();
    }
}
