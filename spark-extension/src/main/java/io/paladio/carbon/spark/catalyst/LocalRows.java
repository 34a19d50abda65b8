package io.paladio.carbon.spark.catalyst;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.AttributeReference;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.catalyst.expressions.NamedExpression;
import org.apache.spark.sql.catalyst.plans.logical.LocalRelation;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.util.GenericArrayData;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.unsafe.types.UTF8String;
import org.jspecify.annotations.Nullable;
import scala.Option;

/** A plan of rows that the driver holds. Stateless. */
final class LocalRows {
    private LocalRows() {}

    /** Rows of texts, numbers, points in time, lists of texts, and optional ones of those, as the schema says. */
    static LogicalPlan of(StructType schema, Stream<List<Object>> rows) {
        List<Attribute> columns = Arrays.stream(schema.fields())
                .<Attribute>map(field -> new AttributeReference(
                        field.name(),
                        field.dataType(),
                        field.nullable(),
                        field.metadata(),
                        NamedExpression.newExprId(),
                        ScalaInterop.seq(List.of())))
                .toList();
        List<InternalRow> data = rows.<InternalRow>map(row -> new GenericInternalRow(
                        row.stream().map(LocalRows::internal).toArray()))
                .toList();
        return new LocalRelation(ScalaInterop.seq(columns), ScalaInterop.seq(data), false, Option.empty());
    }

    private static @Nullable Object internal(Object value) {
        if (value instanceof Optional<?> optional) {
            return optional.isPresent() ? internal(optional.get()) : null;
        }
        if (value instanceof List<?> texts) {
            return new GenericArrayData(texts.stream().map(LocalRows::internal).toArray());
        }
        if (value instanceof Instant time) {
            return ChronoUnit.MICROS.between(Instant.EPOCH, time);
        }
        return value instanceof String text ? UTF8String.fromString(text) : value;
    }
}
