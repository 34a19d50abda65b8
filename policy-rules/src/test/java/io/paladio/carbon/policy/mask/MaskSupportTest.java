package io.paladio.carbon.policy.mask;

import static org.assertj.core.api.Assertions.assertThat;

import io.paladio.carbon.policy.Column;
import io.paladio.carbon.policy.ColumnType;
import io.paladio.carbon.policy.ColumnType.Primitive;
import io.paladio.carbon.policy.Mask.Standard;
import io.paladio.carbon.policy.expression.Expression.Literal;
import io.paladio.carbon.policy.expression.ValueType;
import java.math.BigDecimal;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** S7: a kind of the standard applies to the types of its table and to no other. */
final class MaskSupportTest {
    private static final Set<Primitive> HASHED =
            EnumSet.of(Primitive.STRING, Primitive.INT, Primitive.LONG, Primitive.BINARY);
    private static final Set<Primitive> TRUNCATED = EnumSet.of(
            Primitive.DATE,
            Primitive.TIMESTAMP,
            Primitive.TIMESTAMPTZ,
            Primitive.TIMESTAMP_NANO,
            Primitive.TIMESTAMPTZ_NANO);
    private static final List<ColumnType> PARAMETERISED = List.of(
            new ColumnType.Decimal(10, 2),
            new ColumnType.Fixed(4),
            new ColumnType.Struct(List.of(column(Primitive.INT))),
            new ColumnType.ListOf(column(Primitive.INT)),
            new ColumnType.MapOf(column(Primitive.STRING), column(Primitive.INT)));

    static Stream<Arguments> kinds() {
        return Stream.of(
                Arguments.of(Standard.MASK_ALPHANUM, EnumSet.of(Primitive.STRING)),
                Arguments.of(Standard.SHOW_FIRST_4, EnumSet.of(Primitive.STRING)),
                Arguments.of(Standard.SHOW_LAST_4, EnumSet.of(Primitive.STRING)),
                Arguments.of(Standard.TRUNCATE_TO_YEAR, TRUNCATED),
                Arguments.of(Standard.TRUNCATE_TO_MONTH, TRUNCATED),
                Arguments.of(Standard.SHA_256_GLOBAL, HASHED),
                Arguments.of(Standard.SHA_256_QUERY_LOCAL, HASHED));
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void S7_a_kind_applies_to_its_own_types_alone(Standard kind, Set<Primitive> types) {
        for (Primitive type : Primitive.values()) {
            assertThat(MaskSupport.applies(kind, column(type))).as("%s", type).isEqualTo(types.contains(type));
        }
        for (ColumnType type : PARAMETERISED) {
            assertThat(MaskSupport.applies(kind, column(type))).as("%s", type).isFalse();
        }
    }

    @Test
    void S7_a_keyed_hash_applies_where_the_standards_do() {
        for (Primitive type : Primitive.values()) {
            assertThat(MaskSupport.appliesHash(column(type))).isEqualTo(HASHED.contains(type));
        }
        for (ColumnType type : PARAMETERISED) {
            assertThat(MaskSupport.appliesHash(column(type))).isFalse();
        }
    }

    @Test
    void S7_null_applies_to_every_optional_column_and_to_no_required_one() {
        for (Primitive type : Primitive.values()) {
            assertThat(MaskSupport.applies(Standard.REPLACE_WITH_NULL, column(type)))
                    .isTrue();
            assertThat(MaskSupport.applies(Standard.REPLACE_WITH_NULL, new Column(1, "c", type, true)))
                    .isFalse();
        }
    }

    @Test
    void S7_the_fixed_value_applies_wherever_the_standard_names_one() {
        for (Primitive type : Primitive.values()) {
            assertThat(MaskSupport.applies(Standard.MASK_TO_FIXED_VALUE, column(type)))
                    .isEqualTo(type != Primitive.OTHER);
        }
        for (ColumnType type : PARAMETERISED) {
            assertThat(MaskSupport.applies(Standard.MASK_TO_FIXED_VALUE, column(type)))
                    .isTrue();
        }
        assertThat(MaskSupport.hasFixedValue(new ColumnType.Struct(List.of(column(Primitive.OTHER)))))
                .isFalse();
    }

    static Stream<Arguments> fixedValues() {
        return Stream.of(
                Arguments.of(Primitive.BOOLEAN, false, ValueType.Simple.BOOLEAN),
                Arguments.of(Primitive.INT, 0, ValueType.Simple.INT),
                Arguments.of(Primitive.LONG, 0L, ValueType.Simple.LONG),
                Arguments.of(Primitive.FLOAT, 0f, ValueType.Simple.FLOAT),
                Arguments.of(Primitive.DOUBLE, 0d, ValueType.Simple.DOUBLE),
                Arguments.of(new ColumnType.Decimal(10, 2), new BigDecimal("0.00"), new ValueType.Decimal(10, 2)),
                Arguments.of(Primitive.STRING, "XXXXXXXX", ValueType.Simple.STRING),
                Arguments.of(Primitive.DATE, 0, ValueType.Simple.DATE),
                Arguments.of(Primitive.TIMESTAMP, 0L, ValueType.Simple.TIMESTAMP_NTZ),
                Arguments.of(Primitive.TIMESTAMPTZ, 0L, ValueType.Simple.TIMESTAMP),
                Arguments.of(Primitive.UUID, "00000000-0000-0000-0000-000000000000", ValueType.Simple.STRING),
                Arguments.of(Primitive.BINARY, new byte[0], ValueType.Simple.BINARY),
                Arguments.of(new ColumnType.Fixed(3), new byte[3], ValueType.Simple.BINARY));
    }

    @ParameterizedTest
    @MethodSource("fixedValues")
    void S6_the_fixed_value_has_the_columns_own_type(ColumnType type, Object value, ValueType valueType) {
        Literal fixed = FixedValues.of(type).orElseThrow();

        assertThat(fixed.value().orElseThrow()).isEqualTo(value);
        assertThat(fixed.type()).isEqualTo(valueType);
    }

    @Test
    void a_type_without_values_in_the_language_has_no_fixed_literal() {
        for (Primitive type : List.of(Primitive.TIME, Primitive.TIMESTAMP_NANO, Primitive.VARIANT, Primitive.OTHER)) {
            assertThat(FixedValues.of(type)).isEmpty();
        }
        assertThat(FixedValues.of(PARAMETERISED.get(3))).isEmpty();
    }

    @Test
    void a_kind_is_known_by_its_name_in_the_standard() {
        assertThat(Standard.named("show-first-4")).contains(Standard.SHOW_FIRST_4);
        assertThat(Standard.named("hmac-sha-256")).isEmpty();
        assertThat(Standard.named("SHOW-FIRST-4")).isEmpty();
    }

    private static Column column(ColumnType type) {
        return new Column(1, "c", type, false);
    }
}
