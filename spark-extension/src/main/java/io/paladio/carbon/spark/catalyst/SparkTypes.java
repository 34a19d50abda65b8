package io.paladio.carbon.spark.catalyst;

import io.paladio.carbon.policy.expression.ValueType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;

/** The types of policies' expressions as Spark's. Stateless. */
final class SparkTypes {
    private SparkTypes() {}

    static DataType of(ValueType type) {
        if (type instanceof ValueType.Decimal decimal) {
            return DataTypes.createDecimalType(decimal.precision(), decimal.scale());
        }
        return switch ((ValueType.Simple) type) {
            case BOOLEAN -> DataTypes.BooleanType;
            case INT -> DataTypes.IntegerType;
            case LONG -> DataTypes.LongType;
            case FLOAT -> DataTypes.FloatType;
            case DOUBLE -> DataTypes.DoubleType;
            case STRING -> DataTypes.StringType;
            case BINARY -> DataTypes.BinaryType;
            case DATE -> DataTypes.DateType;
            case TIMESTAMP -> DataTypes.TimestampType;
            case TIMESTAMP_NTZ -> DataTypes.TimestampNTZType;
        };
    }
}
