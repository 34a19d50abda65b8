package io.paladio.carbon.spark.catalyst;

import static org.assertj.core.api.Assertions.assertThat;

import io.paladio.carbon.catalog.SparkRefusal;
import io.paladio.carbon.error.CarbonCondition;
import io.paladio.carbon.lineage.StatementRecord.ErrorName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

class ErrorNamesTest {
    @ParameterizedTest
    @CsvSource({
        "[DIVIDE_BY_ZERO] Division by zero., DIVIDE_BY_ZERO, 22012",
        "INTERNAL: [CAST_INVALID_INPUT] The value '111-22-3333' is malformed., CAST_INVALID_INPUT, 22018",
        "UNAUTHENTICATED: [CARBON_IDENTITY_INVALID] x, CARBON_IDENTITY_INVALID, 28000",
        "[UNRESOLVED_COLUMN.WITH_SUGGESTION] x, UNRESOLVED_COLUMN.WITH_SUGGESTION, 42703"
    })
    void the_class_stands_at_the_head_of_a_message(String message, String errorClass, String sqlState) {
        assertThat(ErrorNames.inMessage(message)).isEqualTo(new ErrorName(errorClass, sqlState));
    }

    @Test
    void a_parser_s_message_begins_with_an_empty_line() {
        assertThat(ErrorNames.inMessage("INTERNAL: \n[PARSE_SYNTAX_ERROR] Syntax error")
                        .errorClass())
                .isEqualTo("PARSE_SYNTAX_ERROR");
    }

    @ParameterizedTest
    @NullSource
    @ValueSource(
            strings = {
                "",
                "[",
                "111-22-3333",
                "[SSN_111_22_3333] raised by a user",
                "text before [DIVIDE_BY_ZERO]",
                "[divide_by_zero] x",
                "[DIVIDE_BY_ZERO.SSN_111_22_3333] x"
            })
    void what_is_no_known_class_is_not_repeated(String message) {
        assertThat(ErrorNames.inMessage(message)).isEqualTo(ErrorNames.UNKNOWN);
    }

    @ParameterizedTest
    @EnumSource(CarbonCondition.class)
    void our_refusals_keep_class_and_sqlstate_through_causes(CarbonCondition condition) {
        SparkRefusal refusal = SparkRefusal.of(condition.refusal().build());

        assertThat(ErrorNames.of(new RuntimeException(new IllegalStateException(refusal))))
                .isEqualTo(new ErrorName(condition.errorClass(), condition.sqlState()));
    }

    @Test
    void a_chain_of_causes_without_end_ends() {
        Exception first = new Exception();
        Exception second = new Exception(first);
        first.initCause(second);

        assertThat(ErrorNames.of(first)).isEqualTo(ErrorNames.UNKNOWN);
    }
}
