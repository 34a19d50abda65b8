package io.paladio.carbon.spark.catalyst;

import static org.assertj.core.api.Assertions.assertThat;

import io.paladio.carbon.policy.Column;
import io.paladio.carbon.policy.ColumnType;
import io.paladio.carbon.policy.ColumnType.Primitive;
import io.paladio.carbon.policy.EffectivePolicy;
import io.paladio.carbon.policy.Principal;
import io.paladio.carbon.policy.Securable;
import io.paladio.carbon.policy.TableSchema;
import io.paladio.carbon.policy.expression.Expression;
import io.paladio.carbon.policy.expression.Expression.ColumnReference;
import io.paladio.carbon.policy.expression.ExpressionGenerator;
import io.paladio.carbon.policy.expression.Interpreter;
import io.paladio.carbon.policy.expression.ValueType;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.AttributeReference;
import org.apache.spark.sql.catalyst.expressions.BoundReference;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.catalyst.expressions.NamedExpression;
import org.apache.spark.sql.types.Decimal;
import org.apache.spark.sql.types.DecimalType;
import org.apache.spark.sql.types.Metadata;
import org.apache.spark.unsafe.types.UTF8String;
import org.junit.jupiter.api.Test;

/** S8: the compiled form of every expression means what the reference interpreter says, on every row, without a session. */
class ExpressionCompilerProperties {
    private static final int EXPRESSIONS = 6_000;
    private static final int ROWS = 3;
    private static final List<Column> COLUMNS = List.of(
            column(1, Primitive.BOOLEAN),
            column(2, Primitive.INT),
            column(3, Primitive.LONG),
            column(4, Primitive.FLOAT),
            column(5, Primitive.DOUBLE),
            column(6, new ColumnType.Decimal(10, 2)),
            column(7, Primitive.STRING),
            column(8, Primitive.STRING),
            column(9, Primitive.BINARY),
            column(10, Primitive.DATE),
            column(11, Primitive.TIMESTAMPTZ),
            column(12, Primitive.TIMESTAMP));
    private static final List<AttributeReference> ATTRIBUTES =
            COLUMNS.stream().map(ExpressionCompilerProperties::attribute).toList();

    private static Column column(int id, ColumnType type) {
        return new Column(id, "c" + id, type, false);
    }

    private static AttributeReference attribute(Column column) {
        return new AttributeReference(
                column.name(),
                SparkTypes.of(ValueType.of(column.type()).orElseThrow()),
                true,
                Metadata.empty(),
                NamedExpression.newExprId(),
                ScalaInterop.seq(List.of()));
    }

    @Test
    void the_compiled_form_agrees_with_the_interpreter() {
        EffectivePolicy policy = new EffectivePolicy(
                new Principal("bob", Set.of(), Map.of()),
                Securable.table("c", "s", "t"),
                "etag",
                Optional.empty(),
                List.of(),
                List.of());
        ExpressionCompiler compiler =
                new ExpressionCompiler(FieldBinding.of(policy, new TableSchema(0, COLUMNS), ATTRIBUTES));
        ExpressionGenerator generator = new ExpressionGenerator(
                20261129,
                COLUMNS.stream()
                        .map(column -> new ColumnReference(
                                column.fieldId(),
                                column.name(),
                                ValueType.of(column.type()).orElseThrow()))
                        .toList());
        for (int each = 0; each < EXPRESSIONS; each++) {
            Expression expression = generator.expression(generator.type(), 4);
            org.apache.spark.sql.catalyst.expressions.Expression compiled = bound(compiler.compile(expression));
            assertThat(compiled.dataType()).as("type of %s", expression).isEqualTo(SparkTypes.of(expression.type()));
            for (int row = 0; row < ROWS; row++) {
                Map<Integer, Optional<Object>> values = generator.row();
                assertThat(external(compiled.eval(internal(values))))
                        .as("%s on %s", expression, values)
                        .isEqualTo(external(
                                Interpreter.evaluate(expression, values).orElse(null)));
            }
        }
    }

    private static org.apache.spark.sql.catalyst.expressions.Expression bound(
            org.apache.spark.sql.catalyst.expressions.Expression expression) {
        return (org.apache.spark.sql.catalyst.expressions.Expression) expression.transform(ScalaInterop
                .<org.apache.spark.sql.catalyst.expressions.Expression,
                        org.apache.spark.sql.catalyst.expressions.Expression>
                        rewriting(node -> ATTRIBUTES.contains(node)
                ? Optional.of(new BoundReference(ATTRIBUTES.indexOf(node), node.dataType(), true))
                : Optional.empty()));
    }

    private static InternalRow internal(Map<Integer, Optional<Object>> values) {
        List<Object> row = new ArrayList<>();
        for (int place = 0; place < COLUMNS.size(); place++) {
            Object value = values.get(COLUMNS.get(place).fieldId()).orElse(null);
            if (value instanceof String text) {
                row.add(UTF8String.fromString(text));
            } else if (value instanceof BigDecimal number) {
                DecimalType type = (DecimalType) ATTRIBUTES.get(place).dataType();
                row.add(Decimal.apply(number, type.precision(), type.scale()));
            } else {
                row.add(value);
            }
        }
        return new GenericInternalRow(row.toArray());
    }

    private static Optional<Object> external(Object value) {
        if (value instanceof UTF8String text) {
            return Optional.of(text.toString());
        }
        if (value instanceof Decimal number) {
            return Optional.of(number.toJavaBigDecimal());
        }
        if (value instanceof byte[] bytes) {
            return Optional.of(java.util.HexFormat.of().formatHex(bytes));
        }
        return Optional.ofNullable(value);
    }
}
