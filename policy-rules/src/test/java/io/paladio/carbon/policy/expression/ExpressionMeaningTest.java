package io.paladio.carbon.policy.expression;

import static org.assertj.core.api.Assertions.assertThat;

import io.paladio.carbon.policy.expression.ValueType.Simple;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;

/** What conditions and values of the language mean, from text to result (S3, S8). */
final class ExpressionMeaningTest {

    @ParameterizedTest(name = "{0} is {1}, {2} on NULLs")
    @CsvFileSource(resources = "/expression/conditions.psv", delimiter = '|', quoteCharacter = '#', numLinesToSkip = 1)
    void S8_a_condition_means_what_sql_says(String sql, Truth onValues, Truth onNulls) throws ExpressionFault {
        Expression condition = ExpressionBinder.bind(sql, TestTable.scope(), Simple.BOOLEAN);

        assertThat(Interpreter.test(condition, TestTable.row())).isEqualTo(onValues);
        assertThat(Interpreter.test(condition, TestTable.emptyRow())).isEqualTo(onNulls);
    }

    @ParameterizedTest(name = "{0} is {1}")
    @CsvFileSource(
            resources = "/expression/texts.psv",
            delimiter = '|',
            quoteCharacter = '#',
            numLinesToSkip = 1,
            emptyValue = "")
    void S8_a_text_function_means_what_spark_says(String sql, String expected) throws ExpressionFault {
        Expression text = ExpressionBinder.bind(sql, TestTable.scope(), Simple.STRING);

        assertThat(Interpreter.evaluate(text, TestTable.row())
                        .map(value -> "<" + value + ">")
                        .orElse("NULL"))
                .isEqualTo(expected);
    }
}
