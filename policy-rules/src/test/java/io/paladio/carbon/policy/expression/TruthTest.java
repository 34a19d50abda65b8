package io.paladio.carbon.policy.expression;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class TruthTest {

    @ParameterizedTest
    @CsvSource({
        "TRUE,TRUE,TRUE,TRUE", "TRUE,FALSE,FALSE,TRUE", "TRUE,UNKNOWN,UNKNOWN,TRUE",
        "FALSE,FALSE,FALSE,FALSE", "FALSE,UNKNOWN,FALSE,UNKNOWN", "UNKNOWN,UNKNOWN,UNKNOWN,UNKNOWN"
    })
    void S3_three_values_combine_as_sql_has_them(Truth left, Truth right, Truth both, Truth either) {
        assertThat(left.and(right)).isEqualTo(right.and(left)).isEqualTo(both);
        assertThat(left.or(right)).isEqualTo(right.or(left)).isEqualTo(either);
    }

    @Test
    void S3_unknown_is_no_truth_and_its_negation_neither() {
        assertThat(Truth.UNKNOWN.negate()).isEqualTo(Truth.UNKNOWN);
        assertThat(Truth.UNKNOWN.value()).isEmpty();
        assertThat(Truth.of(Optional.empty())).isEqualTo(Truth.UNKNOWN);
        assertThat(Truth.of(Optional.of(true))).isEqualTo(Truth.TRUE.negate().negate());
    }
}
