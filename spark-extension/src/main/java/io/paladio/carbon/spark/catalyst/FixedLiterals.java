package io.paladio.carbon.spark.catalyst;

import io.paladio.carbon.policy.ColumnType;
import io.paladio.carbon.policy.mask.FixedValues;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.catalyst.expressions.Literal;
import org.apache.spark.sql.catalyst.util.ArrayBasedMapData;
import org.apache.spark.sql.catalyst.util.GenericArrayData;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.StructType;

/** The fixed value of a column, whatever is in it: for a list or map an empty one, for a struct one of fixed values. Stateless. */
final class FixedLiterals {
    private FixedLiterals() {}

    static Optional<Literal> of(ColumnType type, DataType sparkType) {
        return value(type, sparkType).map(value -> new Literal(value, sparkType));
    }

    private static Optional<Object> value(ColumnType type, DataType sparkType) {
        if (type instanceof ColumnType.Struct struct && sparkType instanceof StructType sparkStruct) {
            return row(struct, sparkStruct).map(row -> row);
        }
        if (type instanceof ColumnType.ListOf) {
            return Optional.of(empty());
        }
        if (type instanceof ColumnType.MapOf) {
            return Optional.of(new ArrayBasedMapData(empty(), empty()));
        }
        return FixedValues.of(type).map(literal -> CatalystLiterals.of(literal).value());
    }

    private static GenericArrayData empty() {
        return new GenericArrayData(new Object[0]);
    }

    private static Optional<InternalRow> row(ColumnType.Struct struct, StructType sparkStruct) {
        List<io.paladio.carbon.policy.Column> fields = struct.fields();
        if (fields.size() != sparkStruct.length()) {
            return Optional.empty();
        }
        Object[] values = new Object[fields.size()];
        for (int place = 0; place < values.length; place++) {
            Optional<Object> value =
                    value(fields.get(place).type(), sparkStruct.apply(place).dataType());
            if (value.isEmpty()) {
                return Optional.empty();
            }
            values[place] = value.get();
        }
        return Optional.of(new GenericInternalRow(values));
    }
}
