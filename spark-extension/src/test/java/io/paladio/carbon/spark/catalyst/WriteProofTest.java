package io.paladio.carbon.spark.catalyst;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.paladio.carbon.catalog.SparkRefusal;
import io.paladio.carbon.error.CarbonCondition;
import io.paladio.carbon.policy.EffectivePolicy;
import io.paladio.carbon.spark.CarbonSparkExtensions;
import io.paladio.carbon.spark.SampleTables;
import io.paladio.carbon.spark.TestEngine;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.ProjectingInternalRow;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.EqualTo;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.Literal;
import org.apache.spark.sql.catalyst.expressions.Literal$;
import org.apache.spark.sql.catalyst.expressions.NamedExpression;
import org.apache.spark.sql.catalyst.plans.logical.Filter;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.MergeRows;
import org.apache.spark.sql.catalyst.plans.logical.Project;
import org.apache.spark.sql.catalyst.plans.logical.ReplaceData;
import org.apache.spark.sql.catalyst.plans.logical.Union;
import org.apache.spark.sql.catalyst.plans.logical.V2WriteCommand;
import org.apache.spark.sql.catalyst.plans.logical.WriteDelta;
import org.apache.spark.sql.catalyst.rules.Rule;
import org.apache.spark.sql.execution.CommandExecutionMode;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.unsafe.types.UTF8String;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import scala.runtime.BoxedUnit;

/** S12: the forms of a governed write, and what happens to one that lost a part of its form. */
class WriteProofTest {
    private static final String UPDATE = "UPDATE carbon.proof.cow SET name = ssn WHERE id = 1";
    private static final String INSERT = "INSERT INTO carbon.proof.cow VALUES (1, 'x', 'EU', 'x')";
    private static final String KEYED = "INSERT INTO carbon.proof.keyed (id, region) VALUES (1, 'EU')";
    private static final String KEYED_MERGE_ALONE =
            "MERGE INTO carbon.proof.keyed t USING carbon.hr.plain s ON t.id = s.id"
                    + " WHEN NOT MATCHED THEN INSERT (id, region) VALUES (s.id, 'EU')";
    private static final String KEYED_MERGE = KEYED_MERGE_ALONE + " WHEN NOT MATCHED BY SOURCE THEN DELETE";
    private static final String DELTA = "UPDATE carbon.proof.mor SET name = ssn WHERE id = 1";

    private static SparkSession bob;

    @BeforeAll
    static void tables() {
        TestEngine.restrictedWrites("check");
        SampleTables.make();
        TestEngine.index("policies/p-eu.json", SampleTables.rowFilter("pol_p_eu", "carbon.proof", "region = 'EU'"));
        TestEngine.index(
                "policies/p-ssn.json",
                SampleTables.mask("pol_p_ssn", "carbon.proof", "ssn", "{\"kind\":\"show-last-4\"}"));
        SparkSession alice = TestEngine.session("alice");
        alice.sql("CREATE NAMESPACE IF NOT EXISTS carbon.proof");
        create(alice, "cow", "copy-on-write");
        create(alice, "mor", "merge-on-read");
        TestEngine.index(
                "policies/p-keyed.json",
                SampleTables.mask("pol_p_keyed", "carbon.proof.keyed", "name", "{\"kind\":\"sha-256-query-local\"}"));
        create(alice, "keyed", "merge-on-read");
        bob = TestEngine.session("bob");
    }

    private static void create(SparkSession alice, String table, String mode) {
        alice.sql("CREATE TABLE IF NOT EXISTS carbon.proof." + table
                + " (id INT, name STRING, region STRING, ssn STRING)"
                + " USING iceberg TBLPROPERTIES ('write.update.mode'='" + mode + "', 'write.delete.mode'='" + mode
                + "', 'write.merge.mode'='" + mode + "')");
    }

    @AfterAll
    static void reject() {
        TestEngine.restrictedWrites("reject");
        TestEngine.stop();
        TestEngine.unindex("policies/p-eu.json");
        TestEngine.unindex("policies/p-ssn.json");
        TestEngine.unindex("policies/p-keyed.json");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                UPDATE,
                DELTA,
                KEYED,
                KEYED_MERGE,
                KEYED_MERGE_ALONE,
                "INSERT INTO carbon.proof.keyed SELECT id, NULL, 'EU', NULL FROM carbon.hr.plain GROUP BY id",
                "INSERT INTO carbon.proof.keyed SELECT id, NULL, 'EU', NULL FROM carbon.hr.plain UNION ALL"
                        + " SELECT id, NULL, 'EU', NULL FROM (SELECT * FROM carbon.hr.plain ORDER BY id LIMIT 2)",
                "MERGE INTO carbon.proof.keyed t USING (SELECT id, NULL AS name, 'EU' AS region, label AS ssn FROM carbon.hr.plain) s"
                        + " ON t.id = s.id WHEN MATCHED THEN DELETE WHEN NOT MATCHED THEN INSERT *",
                "DELETE FROM carbon.proof.cow WHERE ssn = 'x'",
                "DELETE FROM carbon.proof.mor",
                "INSERT INTO carbon.proof.cow VALUES (1, 'x', 'EU', 'x')",
                "MERGE INTO carbon.proof.cow t USING carbon.hr.plain s ON t.id = s.id WHEN MATCHED THEN DELETE"
                        + " WHEN NOT MATCHED THEN INSERT (id, region) VALUES (s.id, 'EU')",
                "MERGE INTO carbon.proof.mor t USING carbon.hr.plain s ON t.id = s.id"
                        + " WHEN NOT MATCHED BY SOURCE THEN UPDATE SET name = t.ssn",
                "MERGE INTO carbon.proof.mor t USING carbon.hr.plain s ON t.id = s.id"
                        + " WHEN NOT MATCHED THEN INSERT (id, region) VALUES (s.id, 'EU')"
            })
    void a_governed_write_is_proven_before_and_after_optimization(String sql) {
        assertThat(WriteProof.of(analyzed(sql)).isOfWrites()).isTrue();
        assertThat(WriteProof.of(analyzed(sql)).broken()).isEmpty();
        assertThat(WriteProof.of(optimized(sql)).broken()).isEmpty();
        assertThat(WriteProof.of(optimized(sql)).writes()).hasSize(1);
    }

    static Stream<Arguments> mutants() {
        return Stream.of(
                Arguments.of("hidden rows are not kept", UPDATE, (Function<LogicalPlan, LogicalPlan>)
                        query -> query.children().head()),
                Arguments.of("hidden rows are kept twice", UPDATE, (Function<LogicalPlan, LogicalPlan>) query ->
                        new Union(
                                ScalaInterop.seq(List.of(
                                        query.children().apply(0),
                                        query.children().apply(1),
                                        query.children().apply(1))),
                                false,
                                false)),
                Arguments.of("changed rows are not checked", UPDATE, unchecked()),
                Arguments.of("changed rows are not checked", DELTA, unchecked()),
                Arguments.of("a stored value is compared", UPDATE, compared()),
                Arguments.of("a stored value is compared", DELTA, compared()),
                Arguments.of("a stored value goes into another column", DELTA, swapped()),
                Arguments.of("a masked value is stored in its own column", DELTA, emptied()),
                Arguments.of("the check asks for something else", UPDATE, asking("US")),
                Arguments.of("the check asks for something else", DELTA, asking("US")),
                Arguments.of("the check asks for something else", INSERT, asking("US")),
                Arguments.of("a column takes another's place above the check", DELTA, aboveCheck("region", "name")),
                Arguments.of("a column takes another's place above the check", INSERT, aboveCheck("region", "name")),
                Arguments.of("a constant takes a column's place above the check", DELTA, constant()),
                Arguments.of("a guess stands beside what is hashed", KEYED, guessed()),
                Arguments.of("a guess stands beside what is hashed", KEYED_MERGE, guessedInMerge()),
                Arguments.of("a guess stands beside what is hashed", KEYED_MERGE_ALONE, guessed()));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("mutants")
    void a_write_without_a_part_of_its_form_is_broken(
            String what, String sql, Function<LogicalPlan, LogicalPlan> mutation) {
        V2WriteCommand write = (V2WriteCommand) analyzed(sql);
        LogicalPlan mutant = (LogicalPlan) write.withNewQuery(mutation.apply(write.query()));

        assertThat(WriteProof.of(mutant).broken()).as(what).isPresent();
    }

    @Test
    void a_replacement_that_passes_over_other_files_is_broken() {
        ReplaceData write = (ReplaceData) analyzed(UPDATE);

        assertThat(WriteProof.of(withCondition(write, write.condition())).broken())
                .isEmpty();
        assertThat(WriteProof.of(withCondition(write, exchanged(write.condition(), "EU", "US")))
                        .broken())
                .isPresent();
        assertThat(WriteProof.of(withCondition(write, Literal$.MODULE$.FalseLiteral()))
                        .broken())
                .isPresent();
    }

    private static ReplaceData withCondition(ReplaceData write, Expression condition) {
        return write.copy(
                write.table(),
                condition,
                write.query(),
                write.originalTable(),
                write.projections(),
                write.groupFilterCondition(),
                write.write());
    }

    @ParameterizedTest
    @ValueSource(strings = {UPDATE, DELTA})
    void a_replacement_whose_columns_are_filled_by_others_is_broken(String sql) {
        assertThat(WriteProof.of(shifted((V2WriteCommand) analyzed(sql))).broken())
                .isPresent();
    }

    private static LogicalPlan shifted(V2WriteCommand write) {
        if (write instanceof ReplaceData replace) {
            ProjectingInternalRow row = shifted(replace.projections().rowProjection());
            return replace.copy(
                    replace.table(),
                    replace.condition(),
                    replace.query(),
                    replace.originalTable(),
                    replace.projections().copy(row, replace.projections().metadataProjection()),
                    replace.groupFilterCondition(),
                    replace.write());
        }
        WriteDelta delta = (WriteDelta) write;
        ProjectingInternalRow row = shifted(delta.projections().rowProjection().get());
        return delta.copy(
                delta.table(),
                delta.condition(),
                delta.query(),
                delta.originalTable(),
                delta.projections()
                        .copy(
                                scala.Option.apply(row),
                                delta.projections().rowIdProjection(),
                                delta.projections().metadataProjection()),
                delta.write());
    }

    /** Names are filled by what belongs to numbers of the social security. */
    private static ProjectingInternalRow shifted(ProjectingInternalRow projection) {
        List<Object> places = new ArrayList<>(ScalaInterop.list(projection.colOrdinals()));
        places.set(1, places.get(3));
        return new ProjectingInternalRow(
                projection.schema(), ScalaInterop.<Object>seq(places).toIndexedSeq());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                UPDATE,
                DELTA,
                INSERT,
                "DELETE FROM carbon.proof.cow WHERE id = 1",
                "DELETE FROM carbon.proof.mor WHERE id = 1",
                "MERGE INTO carbon.proof.cow t USING carbon.hr.plain s ON t.id = s.id"
                        + " WHEN NOT MATCHED THEN INSERT (id, region) VALUES (s.id, 'EU')",
                "MERGE INTO carbon.proof.cow t USING carbon.hr.plain s ON t.id = s.id WHEN MATCHED THEN DELETE",
                "MERGE INTO carbon.proof.mor t USING carbon.hr.plain s ON t.id = s.id WHEN MATCHED THEN DELETE"
            })
    void T24_T27_a_rule_of_the_analyser_that_changes_what_a_policy_says_in_a_write_ends_it(String sql) {
        SparkSession tampered = TestEngine.session("bob", extensions -> {
            new CarbonSparkExtensions().apply(extensions);
            extensions.injectPostHocResolutionRule(session -> new Tampering());
            return BoxedUnit.UNIT;
        });

        assertThatThrownBy(() -> tampered.sql(sql))
                .isInstanceOfSatisfying(
                        SparkRefusal.class,
                        refusal -> assertThat(refusal.carbonCondition()).isEqualTo(CarbonCondition.SEAL_BROKEN));
    }

    /** Exchanges a text wherever it stands that the policy compares with, and leaves the statement's own as they are. */
    private static final class Tampering extends Rule<LogicalPlan> {
        @Override
        public LogicalPlan apply(LogicalPlan plan) {
            LogicalPlan within = plan.mapChildren(ScalaInterop.function(this::apply));
            return within instanceof Project
                    ? within
                    : (LogicalPlan) within.mapExpressions(
                            ScalaInterop.function(expression -> exchanged(expression, "EU", "US")));
        }
    }

    private static Expression exchanged(Expression expression, String text, String other) {
        return (Expression) expression.transform(ScalaInterop.<Expression, Expression>rewriting(
                part -> part instanceof Literal literal && text.equals(String.valueOf(literal.value()))
                        ? Optional.<Expression>of(new Literal(UTF8String.fromString(other), literal.dataType()))
                        : Optional.empty()));
    }

    private static Function<LogicalPlan, LogicalPlan> asking(String region) {
        return query -> rewritten(
                query,
                node -> node instanceof CheckedRows checked
                        ? Optional.of(new CheckedRows(
                                (EffectivePolicy) checked.productElement(0),
                                exchanged((Expression) checked.productElement(1), "EU", region),
                                checked.child()))
                        : Optional.empty());
    }

    private static Function<LogicalPlan, LogicalPlan> aboveCheck(String column, String other) {
        return query -> rewritten(
                query,
                node -> node instanceof CheckedRows checked
                        ? Optional.of(with(checked, column, named(checked, other)))
                        : Optional.empty());
    }

    private static Function<LogicalPlan, LogicalPlan> constant() {
        return query -> rewritten(
                query,
                node -> node instanceof CheckedRows checked
                        ? Optional.of(
                                with(checked, "region", new Literal(UTF8String.fromString("US"), DataTypes.StringType)))
                        : Optional.empty());
    }

    private static LogicalPlan with(LogicalPlan rows, String name, Expression value) {
        List<NamedExpression> columns = new ArrayList<>();
        for (Attribute column : ScalaInterop.list(rows.output())) {
            columns.add(column.name().equals(name) ? PolicyWrap.reissued(reference(column), value) : column);
        }
        return new Project(ScalaInterop.seq(columns), rows);
    }

    private static Function<LogicalPlan, LogicalPlan> guessed() {
        return query -> rewritten(
                query,
                node -> node instanceof CheckedRows checked
                        ? Optional.of(checked.withNewChildInternal(with(checked.child(), "name", guess())))
                        : Optional.empty());
    }

    private static Function<LogicalPlan, LogicalPlan> guessedInMerge() {
        return query -> rewritten(
                query,
                node -> node instanceof MergeRows merge
                        ? Optional.of((LogicalPlan) merge.mapExpressions(ScalaInterop.function(expression ->
                                (Expression) expression.transform(ScalaInterop.<Expression, Expression>rewriting(
                                        part -> part instanceof Literal literal
                                                        && literal.value() == null
                                                        && literal.dataType().equals(DataTypes.StringType)
                                                ? Optional.<Expression>of(guess())
                                                : Optional.empty())))))
                        : Optional.empty());
    }

    private static Literal guess() {
        return new Literal(UTF8String.fromString("a guess"), DataTypes.StringType);
    }

    private static Function<LogicalPlan, LogicalPlan> unchecked() {
        return query -> rewritten(
                query, node -> node instanceof CheckedRows checked ? Optional.of(checked.child()) : Optional.empty());
    }

    private static Function<LogicalPlan, LogicalPlan> compared() {
        return query -> rewritten(
                query,
                node -> node instanceof PolicyBarrier barrier && barrier.rows() == BarrierRows.CHANGED
                        ? Optional.of(new Filter(new EqualTo(stored(barrier), stored(barrier)), barrier))
                        : Optional.empty());
    }

    private static Function<LogicalPlan, LogicalPlan> swapped() {
        return query -> rewritten(
                query,
                node -> node instanceof CheckedRows checked
                        ? Optional.of(
                                checked.withNewChildInternal(with(checked.child(), "name", named(checked, "ssn"))))
                        : Optional.empty());
    }

    private static Function<LogicalPlan, LogicalPlan> emptied() {
        return query -> rewritten(
                query,
                node -> node instanceof CheckedRows checked
                        ? Optional.of(
                                checked.withNewChildInternal(with(checked.child(), "ssn", named(checked, "name"))))
                        : Optional.empty());
    }

    private static org.apache.spark.sql.catalyst.expressions.AttributeReference reference(Attribute column) {
        return (org.apache.spark.sql.catalyst.expressions.AttributeReference) column;
    }

    private static Attribute stored(PolicyBarrier barrier) {
        return ScalaInterop.list(barrier.output()).stream()
                .filter(column -> column.name().equals("ssn") && barrier.carries(column))
                .findFirst()
                .orElseThrow();
    }

    private static Attribute named(LogicalPlan rows, String name) {
        return ScalaInterop.list(rows.output()).stream()
                .filter(column -> column.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static LogicalPlan rewritten(LogicalPlan plan, Function<LogicalPlan, Optional<LogicalPlan>> change) {
        return change.apply(plan)
                .orElseGet(() -> plan.mapChildren(ScalaInterop.function(child -> rewritten(child, change))));
    }

    private static LogicalPlan analyzed(String sql) {
        return execution(sql).analyzed();
    }

    private static LogicalPlan optimized(String sql) {
        return execution(sql).optimizedPlan();
    }

    private static org.apache.spark.sql.execution.QueryExecution execution(String sql) {
        org.apache.spark.sql.classic.SparkSession session = (org.apache.spark.sql.classic.SparkSession) bob;
        try {
            return session.sessionState()
                    .executePlan(session.sessionState().sqlParser().parsePlan(sql), CommandExecutionMode.SKIP());
        } catch (org.apache.spark.sql.catalyst.parser.ParseException unreadable) {
            throw new AssertionError(unreadable);
        }
    }
}
