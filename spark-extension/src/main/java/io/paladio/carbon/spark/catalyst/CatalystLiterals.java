package io.paladio.carbon.spark.catalyst;

import io.paladio.carbon.policy.expression.Expression;
import java.math.BigDecimal;
import org.apache.spark.sql.catalyst.expressions.Literal;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.Decimal;
import org.apache.spark.sql.types.DecimalType;
import org.apache.spark.unsafe.types.UTF8String;

/** Constants of policies as Catalyst's, in its internal form of values. Stateless. */
final class CatalystLiterals {
    private CatalystLiterals() {}

    static Literal of(Expression.Literal literal) {
        DataType type = SparkTypes.of(literal.type());
        return literal.value()
                .map(value -> new Literal(internal(value, type), type))
                .orElseGet(() -> nothing(type));
    }

    static Literal of(String text) {
        return new Literal(UTF8String.fromString(text), org.apache.spark.sql.types.DataTypes.StringType);
    }

    static Literal of(int number) {
        return new Literal(number, org.apache.spark.sql.types.DataTypes.IntegerType);
    }

    /** NULL of a type. */
    static Literal nothing(DataType type) {
        return Literal.create(NULL[0], type);
    }

    // Catalyst's NULL is Java's; this is the one place that hands it over.
    private static final Object[] NULL = new Object[1];

    private static Object internal(Object value, DataType type) {
        if (value instanceof String text) {
            return UTF8String.fromString(text);
        }
        if (value instanceof BigDecimal number && type instanceof DecimalType decimal) {
            return Decimal.apply(number, decimal.precision(), decimal.scale());
        }
        return value;
    }
}
