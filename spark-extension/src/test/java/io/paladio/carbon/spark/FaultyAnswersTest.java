package io.paladio.carbon.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.paladio.carbon.catalog.SparkRefusal;
import io.paladio.carbon.error.CarbonCondition;
import io.paladio.carbon.index.Access;
import io.paladio.carbon.index.ResolveAnswer;
import io.paladio.carbon.index.TableAnswer;
import io.paladio.carbon.policy.Principal;
import io.paladio.carbon.policy.Securable;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** T33: answers of Index that are about something else than what was asked open nothing. */
class FaultyAnswersTest {
    private static final Securable TABLE = Securable.table("carbon", "hr", "t");
    private static final TableAnswer OPEN = new TableAnswer(TABLE, "e", Access.UNKNOWN, Map.of(), Map.of(), List.of());

    private static SparkSession bob;

    @BeforeAll
    static void tables() {
        SampleTables.make();
        bob = TestEngine.session("bob");
    }

    @AfterEach
    void answer() {
        TestEngine.answers(UnaryOperator.identity());
    }

    @AfterAll
    static void stop() {
        TestEngine.stop();
    }

    static Stream<Arguments> faults() {
        Principal exempt = new Principal("alice", Set.of("auditors"), Map.of());
        return Stream.of(
                arguments("about another principal", (UnaryOperator<ResolveAnswer>)
                        answer -> new ResolveAnswer(answer.asOf(), answer.epoch(), exempt, answer.tables())),
                arguments("without the table", (UnaryOperator<ResolveAnswer>)
                        answer -> new ResolveAnswer(answer.asOf(), answer.epoch(), answer.principal(), Map.of())),
                arguments("none", (UnaryOperator<ResolveAnswer>) answer -> {
                    throw new IllegalStateException("its words");
                }));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("faults")
    void T33_an_answer_that_is_none_refuses(String what, UnaryOperator<ResolveAnswer> fault) {
        TestEngine.answers(fault);

        assertThatThrownBy(() -> bob.sql("SELECT * FROM carbon.hr.t").collectAsList())
                .as(what)
                .isInstanceOfSatisfying(SparkRefusal.class, refusal -> {
                    assertThat(refusal.carbonCondition()).isEqualTo(CarbonCondition.INDEX_UNAVAILABLE);
                    assertThat(refusal.getMessage()).doesNotContain("its words");
                });
    }

    @Test
    void T33_what_was_not_asked_is_not_believed() {
        bob.sql("CREATE OR REPLACE TEMPORARY VIEW later AS SELECT id FROM carbon.hr.t");
        TestEngine.answers(answer -> {
            Map<Securable, TableAnswer> more = new HashMap<>(answer.tables());
            more.putIfAbsent(TABLE, OPEN);
            return new ResolveAnswer(answer.asOf(), answer.epoch(), answer.principal(), more);
        });

        assertThat(bob.sql("SELECT p.id FROM carbon.hr.plain p JOIN later l ON p.id = l.id")
                        .collectAsList())
                .hasSize(2);
    }
}
