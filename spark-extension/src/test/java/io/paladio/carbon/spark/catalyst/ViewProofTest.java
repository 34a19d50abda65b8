package io.paladio.carbon.spark.catalyst;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.paladio.carbon.catalog.SparkRefusal;
import io.paladio.carbon.error.CarbonCondition;
import io.paladio.carbon.lineage.StatementRecord.OutputColumn;
import io.paladio.carbon.lineage.StatementRecord.Source;
import io.paladio.carbon.policy.Decision;
import io.paladio.carbon.policy.EffectivePolicy;
import io.paladio.carbon.policy.Principal;
import io.paladio.carbon.spark.TestEngine;
import io.paladio.carbon.spark.ViewEngine;
import io.paladio.carbon.spark.rule.CheckRule;
import io.paladio.carbon.spark.rule.Seal;
import io.paladio.carbon.spark.rule.StatementScope;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.Literal;
import org.apache.spark.sql.catalyst.plans.logical.Filter;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.unsafe.types.UTF8String;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** T31, S13: plans that lost a part of what a view's policy puts around its query pass neither check; and what evidence says of views. */
class ViewProofTest {
    private static final String PLAIN = "SELECT id, ssn FROM carbon.seen.v";
    private static final String NESTED = "SELECT id FROM carbon.hr.plain WHERE id IN (SELECT id FROM carbon.seen.v)";
    private static final String JOINED = "SELECT a.id FROM carbon.hr.plain a LEFT JOIN carbon.seen.v b ON a.id = b.id";

    private static SparkSession bob;

    @BeforeAll
    static void views() {
        ViewEngine.make();
        bob = ViewEngine.session("bob");
    }

    @AfterAll
    static void stop() {
        TestEngine.stop();
    }

    @ParameterizedTest
    @ValueSource(strings = {PLAIN, NESTED, JOINED})
    void control_a_governed_read_passes(String sql) {
        assertThatCode(() -> new CheckRule(bob).accept(analysed(sql))).doesNotThrowAnyException();
        assertThatCode(() -> new Seal(bob).close(optimized(sql))).doesNotThrowAnyException();
    }

    private record Loss(String what, CarbonCondition condition, Function<ViewBarrier, LogicalPlan> of) {
        @Override
        public String toString() {
            return what;
        }
    }

    static Stream<Arguments> losses() {
        List<Loss> losses = List.of(
                new Loss("no barrier", CarbonCondition.SEAL_BROKEN, ViewBarrier::child),
                new Loss("the barrier of another policy", CarbonCondition.SEAL_BROKEN, of("bob", "another")),
                new Loss(
                        "the barrier of another principal",
                        CarbonCondition.NOT_GOVERNABLE,
                        barrier -> of("carl", barrier.policy().etag()).apply(barrier)));
        return Stream.of(PLAIN, NESTED, JOINED).flatMap(sql -> losses.stream().map(loss -> arguments(sql, loss)));
    }

    @ParameterizedTest(name = "{0}: {1}")
    @MethodSource("losses")
    void T31_a_view_that_lost_its_policy_is_refused(String sql, Loss loss) {
        assertRefused(() -> new CheckRule(bob).accept(changed(analysed(sql), loss.of())), loss.condition());
        assertRefused(() -> new Seal(bob).close(changed(optimized(sql), loss.of())), loss.condition());
    }

    @ParameterizedTest
    @ValueSource(strings = {PLAIN, NESTED, JOINED})
    void T31_a_boundary_that_became_no_policy_is_refused(String sql) {
        LogicalPlan left = changed(analysed(sql), barrier -> barrier.boundary(UnaryOperator.identity()));

        assertRefused(() -> new CheckRule(bob).accept(left), CarbonCondition.SEAL_BROKEN);
        assertRefused(() -> new Seal(bob).close(left), CarbonCondition.SEAL_BROKEN);
    }

    static Stream<Arguments> changes() {
        List<Loss> changes = List.of(
                new Loss(
                        "no filter",
                        CarbonCondition.SEAL_BROKEN,
                        barrier -> barrier.withNewChildInternal(withoutFilter(barrier.child()))),
                new Loss(
                        "no masks",
                        CarbonCondition.SEAL_BROKEN,
                        barrier -> barrier.withNewChildInternal(
                                barrier.child().children().head())),
                new Loss(
                        "another filter",
                        CarbonCondition.SEAL_BROKEN,
                        barrier -> barrier.withNewChildInternal(elsewhere(barrier.child()))),
                new Loss(
                        "the query alone",
                        CarbonCondition.SEAL_BROKEN,
                        barrier -> barrier.withNewChildInternal(
                                barrier.rows().orElseThrow().child())));
        return Stream.of(PLAIN, NESTED, JOINED).flatMap(sql -> changes.stream().map(change -> arguments(sql, change)));
    }

    @ParameterizedTest(name = "{0}: {1}")
    @MethodSource("changes")
    void T24_a_policy_that_says_something_else_than_it_was_compiled_to_is_refused(String sql, Loss change) {
        assertRefused(() -> new CheckRule(bob).accept(changed(analysed(sql), change.of())), change.condition());
    }

    @ParameterizedTest
    @ValueSource(strings = {PLAIN, NESTED, JOINED})
    void T32_a_plan_of_an_older_policy_is_refused(String sql) {
        LogicalPlan old = analysed(sql);
        TestEngine.index("policies/view-proof.json", FURTHER);
        try {
            for (Runnable proof :
                    List.<Runnable>of(() -> new CheckRule(bob).accept(old), () -> new Seal(bob).close(old))) {
                StatementScope.clear();
                assertRefused(proof, CarbonCondition.NOT_GOVERNABLE);
            }
        } finally {
            TestEngine.unindex("policies/view-proof.json");
            StatementScope.clear();
        }
    }

    @Test
    void S24_a_view_is_among_what_a_statement_reads() {
        List<GovernedRead> reads = GovernedReads.of(analysed(PLAIN));

        assertThat(reads).hasSize(2);
        GovernedRead view = reads.get(1);
        assertThat(view.table()).hasToString("carbon.seen.v");
        assertThat(view.decision()).isInstanceOf(Decision.Restricted.class);
        assertThat(view.columns().stream().filter(GovernedRead.Column::masked).map(GovernedRead.Column::name))
                .containsExactlyInAnyOrder("region", "ssn");
    }

    @Test
    void S24_a_value_comes_from_the_view_and_from_its_table_and_filters_are_not_told() {
        LogicalPlan plan = analysed("SELECT ssn AS s, id FROM carbon.seen.v");
        var flow = ColumnLineage.of(plan, GovernedReads.of(plan));

        assertThat(flow.outputs().stream().map(ViewProofTest::told))
                .containsExactly(
                        "s from carbon.seen.raw.ssn masked, carbon.seen.v.ssn masked",
                        "id from carbon.seen.raw.id, carbon.seen.v.id");
        assertThat(flow.influences()).isEmpty();
    }

    private static String told(OutputColumn column) {
        return column.name() + " from "
                + column.sources().stream().map(ViewProofTest::told).sorted().collect(Collectors.joining(", "));
    }

    private static String told(Source source) {
        return source.table() + "." + source.column() + (source.masked() ? " masked" : "");
    }

    private static final String FURTHER = """
            {"format":1,"id":"pol_further","name":"pol_further","version":1,"type":"row_filter","mode":"restrictive",
             "enforcement":"enforce","attach":{"securable":"carbon.seen.v","inherit":true},"to":{"everyone":true},
             "except":{"groups":["auditors"]},
             "expression":{"lang":"spark-sql-restricted/1","sql":"id > 1"}}""";

    private static void assertRefused(Runnable proof, CarbonCondition condition) {
        assertThatThrownBy(proof::run)
                .isInstanceOfSatisfying(
                        SparkRefusal.class,
                        refusal -> assertThat(refusal.carbonCondition()).isEqualTo(condition));
    }

    private static LogicalPlan analysed(String sql) {
        return ((org.apache.spark.sql.classic.Dataset<Row>) bob.sql(sql))
                .queryExecution()
                .analyzed();
    }

    private static LogicalPlan optimized(String sql) {
        return ((org.apache.spark.sql.classic.Dataset<Row>) bob.sql(sql))
                .queryExecution()
                .optimizedPlan();
    }

    private static LogicalPlan changed(LogicalPlan plan, Function<ViewBarrier, LogicalPlan> change) {
        return new PlanRewrite(
                        node -> node instanceof ViewBarrier barrier
                                ? Optional.of(change.apply(barrier))
                                : Optional.empty(),
                        expression -> Optional.empty())
                .apply(plan);
    }

    private static Function<ViewBarrier, LogicalPlan> of(String principal, String etag) {
        return barrier -> {
            EffectivePolicy policy = barrier.policy();
            EffectivePolicy other = new EffectivePolicy(
                    new Principal(
                            principal,
                            policy.principal().groups(),
                            policy.principal().attributes()),
                    policy.table(),
                    etag,
                    policy.rowFilter(),
                    policy.masks(),
                    policy.exemptions());
            return ViewBarrier.of(other, barrier.child(), barrier.view());
        };
    }

    private static LogicalPlan withoutFilter(LogicalPlan plan) {
        return plan instanceof Filter filter
                ? filter.child()
                : plan.mapChildren(ScalaInterop.function(ViewProofTest::withoutFilter));
    }

    private static LogicalPlan elsewhere(LogicalPlan plan) {
        LogicalPlan below = plan.mapChildren(ScalaInterop.function(ViewProofTest::elsewhere));
        return (LogicalPlan) below.mapExpressions(ScalaInterop.function(ViewProofTest::elsewhere));
    }

    private static Expression elsewhere(Expression expression) {
        return (Expression) expression.transform(ScalaInterop.<Expression, Expression>rewriting(
                part -> part instanceof Literal literal && "EU".equals(String.valueOf(literal.value()))
                        ? Optional.<Expression>of(new Literal(UTF8String.fromString("US"), literal.dataType()))
                        : Optional.empty()));
    }
}
