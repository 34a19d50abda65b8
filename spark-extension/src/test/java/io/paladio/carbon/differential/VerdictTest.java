package io.paladio.carbon.differential;

import static org.assertj.core.api.Assertions.assertThat;

import io.paladio.carbon.differential.Outcome.Failure;
import io.paladio.carbon.differential.Outcome.Rows;
import java.util.List;
import org.apache.spark.sql.catalyst.expressions.GenericRowWithSchema;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The comparison itself: what it calls different, and what not. */
class VerdictTest {
    private static final StructType SCHEMA = schema("c1", false);
    private static final Rows TWO = new Rows(SCHEMA, List.of("1", "2"));

    private static StructType schema(String name, boolean nullable) {
        return new StructType(new StructField[] {DataTypes.createStructField(name, DataTypes.IntegerType, nullable)});
    }

    static List<Arguments> others() {
        return List.of(
                Arguments.of("a row less", new Rows(SCHEMA, List.of("1"))),
                Arguments.of("a row twice", new Rows(SCHEMA, List.of("1", "1"))),
                Arguments.of("another value", new Rows(SCHEMA, List.of("1", "∅"))),
                Arguments.of("another name", new Rows(schema("c2", false), TWO.rows())),
                Arguments.of("NULL allowed", new Rows(schema("c1", true), TWO.rows())),
                Arguments.of("another type", new Rows(new StructType().add("c1", "bigint", false), TWO.rows())),
                Arguments.of("a failure", new Failure("DIVIDE_BY_ZERO", "")));
    }

    @ParameterizedTest
    @MethodSource("others")
    void outcomes_that_differ_are_told_apart(String what, Outcome other) {
        assertThat(Verdict.difference(other, TWO, false)).as(what).isPresent();
        assertThat(Verdict.difference(TWO, other, false)).as(what).isPresent();
    }

    @Test
    void order_counts_where_it_is_asked_for() {
        Rows turned = new Rows(SCHEMA, List.of("2", "1"));

        assertThat(Verdict.difference(turned, TWO, false)).isEmpty();
        assertThat(Verdict.difference(turned, TWO, true)).isPresent();
    }

    @Test
    void failures_are_alike_by_their_error_class() {
        assertThat(Verdict.difference(new Failure("A", "x"), new Failure("A", "y"), false))
                .isEmpty();
        assertThat(Verdict.difference(new Failure("A", ""), new Failure("B", ""), false))
                .isPresent();
    }

    @Test
    void texts_of_rows_tell_values_apart_and_know_what_is_equal() {
        assertThat(text(null)).isNotEqualTo(text(""));
        assertThat(text("1")).isNotEqualTo(text(1));
        assertThat(text(0d)).isEqualTo(text(-0d));
        assertThat(text(Double.NaN)).isNotEqualTo(text(null));
        assertThat(text(new byte[] {1})).isNotEqualTo(text(new byte[] {2}));
    }

    private static String text(Object value) {
        return RowText.of(row(value));
    }

    private static GenericRowWithSchema row(Object value) {
        return new GenericRowWithSchema(new Object[] {value}, SCHEMA);
    }
}
