package io.paladio.carbon.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import io.paladio.carbon.policy.Column;
import io.paladio.carbon.policy.ColumnType;
import io.paladio.carbon.policy.ColumnType.Primitive;
import io.paladio.carbon.policy.TableSchema;
import java.util.List;
import org.apache.spark.sql.connector.expressions.Expression;
import org.apache.spark.sql.connector.expressions.Expressions;
import org.apache.spark.sql.connector.expressions.LiteralValue;
import org.apache.spark.sql.connector.expressions.filter.Not;
import org.apache.spark.sql.connector.expressions.filter.Predicate;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.unsafe.types.UTF8String;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** T20: Iceberg leaves out files by what means the same to it as to Spark, and by nothing else. */
class PruningPredicatesTest {
    private static final byte[] HALF_A_CHARACTER = {'Z', (byte) 0xC3};

    private static Predicate comparing(String operator, UTF8String value) {
        return new Predicate(
                operator, new Expression[] {Expressions.column("c"), new LiteralValue<>(value, DataTypes.StringType)});
    }

    private static Predicate[] handedOn(ColumnType type, Predicate predicate) {
        TableSchema schema = new TableSchema(0, List.of(new Column(1, "c", type, false)));
        return new PruningPredicates(schema).of(new Predicate[] {predicate});
    }

    @ParameterizedTest
    @ValueSource(strings = {"=", "<=>", "<", "<=", ">", ">=", "IN"})
    void comparisons_of_text_are_handed_on_unless_it_is_no_text(String operator) {
        UTF8String text = UTF8String.fromString("Zé");
        UTF8String noText = UTF8String.fromBytes(HALF_A_CHARACTER);

        assertThat(handedOn(Primitive.STRING, comparing(operator, text))).containsExactly(comparing(operator, text));
        assertThat(handedOn(Primitive.STRING, comparing(operator, noText))).isEmpty();
        assertThat(handedOn(Primitive.STRING, new Not(comparing(operator, noText))))
                .isEmpty();
    }

    @Test
    void so_are_prefixes() {
        assertThat(handedOn(Primitive.STRING, comparing("STARTS_WITH", UTF8String.fromString("Z"))))
                .hasSize(2);
        assertThat(handedOn(Primitive.STRING, comparing("STARTS_WITH", UTF8String.fromBytes(HALF_A_CHARACTER))))
                .isEmpty();
    }

    @ParameterizedTest
    @EnumSource(
            value = Primitive.class,
            names = {"UUID", "FLOAT", "DOUBLE", "VARIANT", "OTHER"})
    void types_with_another_order_or_none_leave_out_no_file(Primitive type) {
        assertThat(handedOn(type, comparing(">", UTF8String.fromString("c0000000-0000-0000-0000-000000000000"))))
                .isEmpty();
        assertThat(handedOn(type, new Predicate("IS_NULL", new Expression[] {Expressions.column("c")})))
                .isEmpty();
    }

    @Test
    void what_is_not_in_the_schema_or_is_nested_in_a_list_leaves_out_no_file() {
        ColumnType list = new ColumnType.ListOf(new Column(2, "element", Primitive.STRING, false));
        assertThat(handedOn(list, comparing("=", UTF8String.fromString("a")))).isEmpty();
        Predicate other = new Predicate("IS_NULL", new Expression[] {Expressions.column("d")});
        assertThat(handedOn(Primitive.STRING, other)).isEmpty();
    }
}
