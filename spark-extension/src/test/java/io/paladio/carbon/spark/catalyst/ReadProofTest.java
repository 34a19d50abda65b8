package io.paladio.carbon.spark.catalyst;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.paladio.carbon.catalog.SparkRefusal;
import io.paladio.carbon.error.CarbonCondition;
import io.paladio.carbon.policy.EffectivePolicy;
import io.paladio.carbon.policy.Principal;
import io.paladio.carbon.spark.SampleTables;
import io.paladio.carbon.spark.TestEngine;
import io.paladio.carbon.spark.rule.CheckRule;
import io.paladio.carbon.spark.rule.Seal;
import io.paladio.carbon.spark.rule.StatementScope;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.expressions.Alias;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.Literal;
import org.apache.spark.sql.catalyst.expressions.NamedExpression;
import org.apache.spark.sql.catalyst.expressions.PrintToStderr;
import org.apache.spark.sql.catalyst.plans.logical.LeaveStatement;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.Project;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.unsafe.types.UTF8String;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** T31: plans that lost a part of what governs a read, wherever it stands, pass neither the check after analysis nor the seal. */
class ReadProofTest {
    private static final String PLAIN = "SELECT id, ssn FROM carbon.hr.t";
    private static final String NESTED = "SELECT id FROM carbon.hr.plain WHERE id IN (SELECT id FROM carbon.hr.t)";
    private static final String JOINED = "SELECT a.id FROM carbon.hr.plain a LEFT JOIN carbon.hr.t b ON a.id = b.id";

    private static SparkSession bob;

    @BeforeAll
    static void tables() {
        SampleTables.make();
        bob = TestEngine.session("bob");
    }

    @AfterAll
    static void stop() {
        TestEngine.stop();
    }

    @ParameterizedTest
    @ValueSource(strings = {PLAIN, NESTED, JOINED})
    void control_a_governed_read_passes(String sql) {
        assertThatCode(() -> new CheckRule(bob).accept(analysed(sql))).doesNotThrowAnyException();
        assertThatCode(() -> new Seal(bob).close(analysed(sql))).doesNotThrowAnyException();
    }

    static Stream<Arguments> losses() {
        return Stream.of(PLAIN, NESTED, JOINED)
                .flatMap(sql -> Stream.of(
                        arguments(sql, "no barrier", CarbonCondition.SEAL_BROKEN, (Function<PolicyBarrier, LogicalPlan>)
                                PolicyBarrier::child),
                        arguments(sql, "the barrier of another policy", CarbonCondition.SEAL_BROKEN, (Function<
                                        PolicyBarrier, LogicalPlan>)
                                barrier -> above(barrier, "bob", "another")),
                        arguments(sql, "the barrier of another principal", CarbonCondition.NOT_GOVERNABLE, (Function<
                                        PolicyBarrier, LogicalPlan>)
                                barrier ->
                                        above(barrier, "carl", barrier.policy().etag()))));
    }

    @ParameterizedTest(name = "{0}: {1}")
    @MethodSource("losses")
    void T31_a_read_that_lost_its_policy_is_refused(
            String sql, String what, CarbonCondition condition, Function<PolicyBarrier, LogicalPlan> loss) {
        LogicalPlan lost = without(analysed(sql), loss);

        assertRefused(() -> new CheckRule(bob).accept(lost), condition);
        assertRefused(() -> new Seal(bob).close(lost), condition);
    }

    @ParameterizedTest
    @ValueSource(strings = {PLAIN, NESTED, JOINED})
    void T24_a_policy_that_says_something_else_than_it_was_compiled_to_is_refused(String sql) {
        LogicalPlan changed =
                without(analysed(sql), barrier -> barrier.withNewChildInternal(elsewhere(barrier.child())));

        assertRefused(() -> new CheckRule(bob).accept(changed), CarbonCondition.SEAL_BROKEN);
    }

    @ParameterizedTest
    @ValueSource(strings = {PLAIN, NESTED, JOINED})
    void T32_a_plan_of_an_older_policy_is_refused(String sql) {
        LogicalPlan old = analysed(sql);
        TestEngine.index("policies/eu.json", SampleTables.rowFilter("pol_eu", "carbon.hr.t", "region = 'US'"));
        try {
            for (Runnable proof :
                    List.<Runnable>of(() -> new CheckRule(bob).accept(old), () -> new Seal(bob).close(old))) {
                StatementScope.clear();
                assertRefused(proof, CarbonCondition.NOT_GOVERNABLE);
            }
        } finally {
            TestEngine.index("policies/eu.json", SampleTables.rowFilter("pol_eu", "carbon.hr.t", "region = 'EU'"));
            StatementScope.clear();
        }
    }

    static Stream<LogicalPlan> unlisted() {
        Alias printed = new Alias(
                new PrintToStderr(new Literal(1, DataTypes.IntegerType)),
                "printed",
                NamedExpression.newExprId(),
                ScalaInterop.seq(List.of()),
                scala.Option.empty(),
                ScalaInterop.seq(List.of()));
        return Stream.of(
                new LeaveStatement("label"),
                new Project(ScalaInterop.<NamedExpression>seq(List.of(printed)), analysed("SELECT 1")));
    }

    @ParameterizedTest
    @MethodSource("unlisted")
    void T30_what_is_on_no_list_is_refused(LogicalPlan plan) {
        assertRefused(() -> new CheckRule(bob).accept(plan), CarbonCondition.NOT_GOVERNABLE);
    }

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

    private static LogicalPlan without(LogicalPlan plan, Function<PolicyBarrier, LogicalPlan> loss) {
        return new PlanRewrite(
                        node -> node instanceof PolicyBarrier barrier
                                ? Optional.of(loss.apply(barrier))
                                : Optional.empty(),
                        expression -> Optional.empty())
                .apply(plan);
    }

    private static LogicalPlan above(PolicyBarrier barrier, String principal, String etag) {
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
        return PolicyBarrier.of(other, barrier.child(), BarrierRows.SEEN, barrier.relation());
    }

    /** The same plan, whose filter asks for another region. */
    private static LogicalPlan elsewhere(LogicalPlan plan) {
        LogicalPlan below = plan.mapChildren(ScalaInterop.function(ReadProofTest::elsewhere));
        return (LogicalPlan) below.mapExpressions(ScalaInterop.function(ReadProofTest::elsewhere));
    }

    private static Expression elsewhere(Expression expression) {
        return (Expression) expression.transform(ScalaInterop.<Expression, Expression>rewriting(
                part -> part instanceof Literal literal && "EU".equals(String.valueOf(literal.value()))
                        ? Optional.<Expression>of(new Literal(UTF8String.fromString("US"), literal.dataType()))
                        : Optional.empty()));
    }
}
