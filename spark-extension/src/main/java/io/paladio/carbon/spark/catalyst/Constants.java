package io.paladio.carbon.spark.catalyst;

import java.util.Optional;
import java.util.OptionalDouble;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.Literal;
import org.apache.spark.sql.types.Decimal;
import org.apache.spark.unsafe.types.CalendarInterval;
import org.apache.spark.unsafe.types.UTF8String;

/** What constants come to, as Spark works them out while it plans. Stateless. */
final class Constants {
    private static final double DAY = 86_400_000_000.0;
    private static final double MONTH = 28 * DAY;

    private Constants() {}

    /** The number that a constant is; of a text what it says, of an interval its microseconds; empty where it is none, or fails. */
    static OptionalDouble number(Expression constant) {
        if (!constant.resolved() || !constant.foldable()) {
            return OptionalDouble.empty();
        }
        try {
            return number(constant.eval(constant.eval$default$1()));
        } catch (RuntimeException fails) {
            // Then Spark fails as well, or leaves it to the executors.
            return OptionalDouble.empty();
        }
    }

    /** What a constant comes to; NULL where it fails. */
    static Literal value(Expression constant) {
        try {
            return new Literal(constant.eval(constant.eval$default$1()), constant.dataType());
        } catch (RuntimeException fails) {
            return CatalystLiterals.nothing(constant.dataType());
        }
    }

    /** The text that a constant is; empty where it is none. */
    static Optional<String> text(Expression constant) {
        return constant instanceof Literal literal && literal.value() instanceof UTF8String text
                ? Optional.of(text.toString())
                : Optional.empty();
    }

    private static OptionalDouble number(Object value) {
        if (value instanceof Number number) {
            return OptionalDouble.of(number.doubleValue());
        }
        if (value instanceof Decimal decimal) {
            return OptionalDouble.of(decimal.toDouble());
        }
        if (value instanceof CalendarInterval interval) {
            return OptionalDouble.of(interval.months * MONTH + interval.days * DAY + interval.microseconds);
        }
        return value instanceof UTF8String text
                ? OptionalDouble.of(Double.parseDouble(text.toString()))
                : OptionalDouble.empty();
    }
}
