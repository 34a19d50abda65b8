package io.paladio.carbon.suite.attack;

import static org.assertj.core.api.Assertions.assertThat;

import io.paladio.carbon.suite.fixture.Answer;
import io.paladio.carbon.suite.fixture.Engine;
import io.paladio.carbon.suite.fixture.SharedEngine;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A statement whose tasks fail, by whatever a user can make them fail with: what it tells, and whom it harms. */
@ExtendWith(SharedEngine.class)
class TaskFailuresTest {
    @AfterEach
    void others_are_served(Engine engine) {
        assertThat(engine.as("alice").sql("SELECT count(*) FROM carbon.hr.t").rows())
                .containsExactly("[8]");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT xpath_string(CASE WHEN id = 2 THEN '<bad' ELSE '<a/>' END, 'a') FROM carbon.hr.t",
                "SELECT format_string('%d', name) FROM carbon.hr.t",
                "SELECT name RLIKE concat('(', id) FROM carbon.hr.t",
                "SELECT /*+ REPARTITION(3) */ format_string('%d', name) FROM carbon.hr.t"
            })
    void T19_a_failed_task_is_told_without_place_count_and_code(String statement, Engine engine) {
        Answer answer = engine.as("bob").sql(statement);

        assertThat(answer.isError()).as("%s", answer).isTrue();
        assertThat(answer.text())
                .doesNotContain(
                        "Job aborted", "TID", "in stage", "executor driver", "\\tat ", "java.lang", "java.util");
    }

    @Test
    void T19_control_an_error_with_a_name_keeps_name_and_words(Engine engine) {
        Answer answer = engine.as("bob").sql("SELECT 1 / (id - id) FROM carbon.hr.t");

        assertThat(answer.errorClass()).as("%s", answer).isEqualTo("DIVIDE_BY_ZERO");
        assertThat(answer.message()).contains("Division by zero");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT count(*) FROM range(2) WHERE repeat('ab', 300000 + cast(id AS INT)) RLIKE '^(a|b)*$'",
                "SELECT length(repeat(cast(id AS STRING), 2000000000)) FROM range(2)",
                "SELECT repeat('ab', 300000) RLIKE '^(a|b)*$'",
                "SELECT length(repeat('a', 2000000000))"
            })
    void T38_a_task_without_stack_or_memory_fails_its_statement_alone(String statement, Engine engine) {
        Answer answer = engine.as("bob").sql(statement);

        assertThat(answer.isError()).as("%s", answer).isTrue();
        assertThat(engine.as("bob").sql("SELECT 1").rows()).containsExactly("[1]");
    }
}
