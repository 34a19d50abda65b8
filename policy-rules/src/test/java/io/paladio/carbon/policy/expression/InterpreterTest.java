package io.paladio.carbon.policy.expression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.paladio.carbon.policy.expression.Expression.Cast;
import io.paladio.carbon.policy.expression.Expression.Literal;
import io.paladio.carbon.policy.expression.ValueType.Simple;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class InterpreterTest {

    @Test
    void a_column_that_the_row_lacks_is_no_null() {
        assertThatThrownBy(() -> Interpreter.evaluate(TestTable.COLUMNS.get(0), Map.of()))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void a_date_too_far_for_a_timestamp_is_null() {
        assertThat(widened(Integer.MAX_VALUE)).isEmpty();
        assertThat(widened(1)).contains(86_400_000_000L);
    }

    private static Optional<Object> widened(int days) {
        Literal date = new Literal(Optional.of(days), Simple.DATE);
        return Interpreter.evaluate(new Cast(date, Simple.TIMESTAMP_NTZ), Map.of());
    }
}
