package io.paladio.carbon.spark.catalyst;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.paladio.carbon.catalog.SparkRefusal;
import io.paladio.carbon.error.CarbonCondition;
import io.paladio.carbon.policy.Column;
import io.paladio.carbon.policy.ColumnMask;
import io.paladio.carbon.policy.ColumnType;
import io.paladio.carbon.policy.ColumnType.Primitive;
import io.paladio.carbon.policy.EffectivePolicy;
import io.paladio.carbon.policy.Mask;
import io.paladio.carbon.policy.Mask.Standard;
import io.paladio.carbon.policy.PolicyReference;
import io.paladio.carbon.policy.Principal;
import io.paladio.carbon.policy.Securable;
import io.paladio.carbon.policy.TableSchema;
import io.paladio.carbon.policy.mask.HmacKey;
import io.paladio.carbon.policy.mask.KeyedMasks;
import io.paladio.carbon.policy.mask.MaskSecrets;
import io.paladio.carbon.policy.mask.QuerySalt;
import io.paladio.carbon.policy.mask.StandardMasks;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.spark.sql.catalyst.expressions.AttributeReference;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.Literal;
import org.apache.spark.sql.catalyst.expressions.NamedExpression;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.Metadata;
import org.apache.spark.unsafe.types.UTF8String;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class MaskCompilerTest {
    private static final HmacKey KEY = HmacKey.of("the key of these tests".getBytes(StandardCharsets.UTF_8));
    private static final QuerySalt SALT = QuerySalt.of(new byte[16]);
    private static final EffectivePolicy POLICY = new EffectivePolicy(
            new Principal("bob", Set.of(), Map.of()),
            Securable.table("c", "s", "t"),
            "etag",
            Optional.empty(),
            List.of(),
            List.of());

    static Stream<Arguments> vectors() {
        return Stream.of(
                arguments(Standard.MASK_ALPHANUM, Primitive.STRING, DataTypes.StringType, "Ab1-@.😀", "xxn-@.x"),
                arguments(Standard.MASK_ALPHANUM, Primitive.STRING, DataTypes.StringType, "", ""),
                arguments(Standard.MASK_ALPHANUM, Primitive.STRING, DataTypes.StringType, null, null),
                arguments(Standard.SHOW_FIRST_4, Primitive.STRING, DataTypes.StringType, "12345", "1234n"),
                arguments(Standard.SHOW_FIRST_4, Primitive.STRING, DataTypes.StringType, "1😀3456", "1😀34nn"),
                arguments(Standard.SHOW_LAST_4, Primitive.STRING, DataTypes.StringType, "a2345", "x2345"),
                arguments(Standard.SHOW_LAST_4, Primitive.STRING, DataTypes.StringType, "abc", "abc"),
                arguments(Standard.SHOW_LAST_4, Primitive.STRING, DataTypes.StringType, null, null),
                arguments(Standard.TRUNCATE_TO_YEAR, Primitive.DATE, DataTypes.DateType, 19_723 + 40, 19_723),
                arguments(Standard.TRUNCATE_TO_YEAR, Primitive.DATE, DataTypes.DateType, -1, -365),
                arguments(
                        Standard.TRUNCATE_TO_MONTH,
                        Primitive.TIMESTAMPTZ,
                        DataTypes.TimestampType,
                        -1L,
                        -31 * 86_400_000_000L),
                arguments(Standard.TRUNCATE_TO_MONTH, Primitive.TIMESTAMP, DataTypes.TimestampNTZType, null, null),
                arguments(
                        Standard.SHA_256_GLOBAL,
                        Primitive.STRING,
                        DataTypes.StringType,
                        "abc",
                        StandardMasks.sha256Global("abc")),
                arguments(
                        Standard.SHA_256_GLOBAL,
                        Primitive.INT,
                        DataTypes.IntegerType,
                        7,
                        StandardMasks.sha256Global(7)),
                arguments(
                        Standard.SHA_256_GLOBAL,
                        Primitive.LONG,
                        DataTypes.LongType,
                        7L,
                        StandardMasks.sha256Global(7L)),
                arguments(
                        Standard.SHA_256_QUERY_LOCAL,
                        Primitive.STRING,
                        DataTypes.StringType,
                        "abc",
                        StandardMasks.sha256QueryLocal(SALT, "abc")),
                arguments(
                        Standard.SHA_256_QUERY_LOCAL,
                        Primitive.LONG,
                        DataTypes.LongType,
                        7L,
                        StandardMasks.sha256QueryLocal(SALT, 7L)),
                arguments(Standard.SHA_256_QUERY_LOCAL, Primitive.INT, DataTypes.IntegerType, null, null),
                arguments(Standard.REPLACE_WITH_NULL, Primitive.STRING, DataTypes.StringType, "abc", null),
                arguments(Standard.REPLACE_WITH_NULL, Primitive.INT, DataTypes.IntegerType, 7, null),
                arguments(Standard.MASK_TO_FIXED_VALUE, Primitive.STRING, DataTypes.StringType, null, "XXXXXXXX"),
                arguments(Standard.MASK_TO_FIXED_VALUE, Primitive.INT, DataTypes.IntegerType, 7, 0),
                arguments(Standard.MASK_TO_FIXED_VALUE, Primitive.BOOLEAN, DataTypes.BooleanType, true, false),
                arguments(
                        Standard.MASK_TO_FIXED_VALUE,
                        Primitive.UUID,
                        DataTypes.StringType,
                        "x",
                        "00000000-0000-0000-0000-000000000000"));
    }

    @ParameterizedTest
    @MethodSource("vectors")
    void S6_a_mask_gives_the_standards_value(
            Standard kind, ColumnType type, DataType sparkType, Object raw, Object masked) {
        Expression result = compiled(mask(kind, type), sparkType, raw);

        assertThat(result.dataType()).isEqualTo(sparkType);
        assertThat(java(result.eval(null))).isEqualTo(masked);
    }

    @Test
    void S7_a_mask_of_another_type_than_its_column_is_refused() {
        Mask number = new Mask.Computed(new io.paladio.carbon.policy.expression.Expression.Literal(
                Optional.of(1), io.paladio.carbon.policy.expression.ValueType.Simple.INT));

        assertUnenforceable(mask(number, Primitive.STRING), DataTypes.StringType);
    }

    @Test
    void a_mask_that_the_engine_has_no_key_for_is_refused() {
        assertUnenforceable(mask(new Mask.HmacSha256("other"), Primitive.STRING), DataTypes.StringType);
    }

    static Stream<Arguments> keyed() {
        return Stream.of(
                arguments(Primitive.STRING, DataTypes.StringType, "abc", KeyedMasks.hmacSha256(KEY, "abc")),
                arguments(Primitive.INT, DataTypes.IntegerType, 7, KeyedMasks.hmacSha256(KEY, 7)),
                arguments(Primitive.LONG, DataTypes.LongType, 7L, KeyedMasks.hmacSha256(KEY, 7L)),
                arguments(
                        Primitive.BINARY, DataTypes.BinaryType, new byte[] {7}, KeyedMasks.hmacSha256(KEY, new byte[] {7
                        })),
                arguments(Primitive.STRING, DataTypes.StringType, null, null));
    }

    @ParameterizedTest
    @MethodSource("keyed")
    void S6_a_keyed_hash_gives_the_hash_under_the_key_of_its_name(
            ColumnType type, DataType sparkType, Object raw, Object masked) {
        Expression result = compiled(mask(new Mask.HmacSha256("k"), type), sparkType, raw);

        assertThat(result.dataType()).isEqualTo(sparkType);
        assertThat(java(result.eval(null))).isEqualTo(masked);
        assertThat(result.toString()).contains("HmacKey");
    }

    @Test
    void a_fixed_value_of_a_type_without_one_is_refused() {
        assertUnenforceable(mask(Standard.MASK_TO_FIXED_VALUE, Primitive.OTHER), DataTypes.StringType);
    }

    @Test
    void a_denied_column_is_refused_wherever_it_comes_to_be_masked() {
        assertUnenforceable(mask(new Mask.Deny(), Primitive.STRING), DataTypes.StringType);
    }

    @Test
    void unless_releases_the_raw_value_only_where_it_is_true() {
        for (Optional<Object> truth :
                List.<Optional<Object>>of(Optional.of(true), Optional.of(false), Optional.empty())) {
            ColumnMask mask = new ColumnMask(
                    column(Primitive.STRING),
                    Standard.MASK_ALPHANUM,
                    Optional.of(new io.paladio.carbon.policy.expression.Expression.Literal(
                            truth, io.paladio.carbon.policy.expression.ValueType.Simple.BOOLEAN)),
                    List.of(new PolicyReference("p", 1, "e")));
            boolean released = truth.equals(Optional.of(true));
            assertThat(java(compiled(mask, DataTypes.StringType, "abc").eval(null)))
                    .isEqualTo(released ? "abc" : "xxx");
        }
    }

    @Test
    void query_local_hashes_of_two_statements_differ() {
        Expression one = compiled(
                mask(Standard.SHA_256_QUERY_LOCAL, Primitive.STRING), DataTypes.StringType, "abc", QuerySalt.fresh());
        Expression other = compiled(
                mask(Standard.SHA_256_QUERY_LOCAL, Primitive.STRING), DataTypes.StringType, "abc", QuerySalt.fresh());

        assertThat(java(one.eval(null))).isNotEqualTo(java(other.eval(null)));
        assertThat(one.toString()).contains("QuerySalt");
    }

    private static void assertUnenforceable(ColumnMask mask, DataType type) {
        assertThatThrownBy(() -> compiled(mask, type, "x"))
                .isInstanceOfSatisfying(
                        SparkRefusal.class,
                        refusal ->
                                assertThat(refusal.carbonCondition()).isEqualTo(CarbonCondition.POLICY_UNENFORCEABLE));
    }

    private static Column column(ColumnType type) {
        return new Column(1, "c", type, false);
    }

    private static ColumnMask mask(Mask mask, ColumnType type) {
        return new ColumnMask(column(type), mask, Optional.empty(), List.of(new PolicyReference("p", 1, "e")));
    }

    private static Expression compiled(ColumnMask mask, DataType type, Object raw) {
        return compiled(mask, type, raw, SALT);
    }

    private static Expression compiled(ColumnMask mask, DataType type, Object raw, QuerySalt salt) {
        AttributeReference attribute = new AttributeReference(
                "c", type, true, Metadata.empty(), NamedExpression.newExprId(), ScalaInterop.seq(List.of()));
        FieldBinding fields = FieldBinding.of(POLICY, new TableSchema(0, List.of(mask.column())), List.of(attribute));
        Object internal = raw instanceof String text ? UTF8String.fromString(text) : raw;
        MaskSecrets secrets = new MaskSecrets(salt, () -> Map.of("k", KEY));
        return new MaskCompiler(POLICY, secrets).compile(mask, Literal.create(internal, type), fields);
    }

    private static Object java(Object value) {
        return value instanceof UTF8String text ? text.toString() : value;
    }
}
