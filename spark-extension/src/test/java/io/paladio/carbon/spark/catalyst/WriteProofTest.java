package io.paladio.carbon.spark.catalyst;

import static org.assertj.core.api.Assertions.assertThat;

import io.paladio.carbon.spark.SampleTables;
import io.paladio.carbon.spark.TestEngine;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.EqualTo;
import org.apache.spark.sql.catalyst.expressions.NamedExpression;
import org.apache.spark.sql.catalyst.plans.logical.Filter;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.Project;
import org.apache.spark.sql.catalyst.plans.logical.Union;
import org.apache.spark.sql.catalyst.plans.logical.V2WriteCommand;
import org.apache.spark.sql.execution.CommandExecutionMode;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** S12: the forms of a governed write, and what happens to one that lost a part of its form. */
class WriteProofTest {
    private static final String UPDATE = "UPDATE carbon.proof.cow SET name = ssn WHERE id = 1";
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
        TestEngine.unindex("policies/p-eu.json");
        TestEngine.unindex("policies/p-ssn.json");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                UPDATE,
                DELTA,
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
                Arguments.of("a masked value is stored in its own column", DELTA, emptied()));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("mutants")
    void a_write_without_a_part_of_its_form_is_broken(
            String what, String sql, Function<LogicalPlan, LogicalPlan> mutation) {
        V2WriteCommand write = (V2WriteCommand) analyzed(sql);
        LogicalPlan mutant = (LogicalPlan) write.withNewQuery(mutation.apply(write.query()));

        assertThat(WriteProof.of(mutant).broken()).as(what).isPresent();
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
                        ? Optional.of(checked.withNewChildInternal(renamed(checked.child())))
                        : Optional.empty());
    }

    private static LogicalPlan renamed(LogicalPlan rows) {
        List<NamedExpression> columns = new ArrayList<>();
        Attribute ssn = named(rows, "ssn");
        for (Attribute column : ScalaInterop.list(rows.output())) {
            columns.add(column.name().equals("name") ? PolicyWrap.reissued(reference(column), ssn) : column);
        }
        return new Project(ScalaInterop.seq(columns), rows);
    }

    private static Function<LogicalPlan, LogicalPlan> emptied() {
        return query -> rewritten(query, node -> {
            if (!(node instanceof CheckedRows checked)) {
                return Optional.empty();
            }
            List<NamedExpression> columns = new ArrayList<>();
            for (Attribute column : ScalaInterop.list(checked.output())) {
                columns.add(
                        column.name().equals("ssn")
                                ? PolicyWrap.reissued(reference(column), named(checked, "name"))
                                : column);
            }
            return Optional.of(checked.withNewChildInternal(new Project(ScalaInterop.seq(columns), checked.child())));
        });
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
