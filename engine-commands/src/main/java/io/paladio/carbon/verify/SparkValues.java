package io.paladio.carbon.verify;

import io.paladio.carbon.policy.ColumnType;
import io.paladio.carbon.policy.ColumnType.Primitive;
import java.sql.Date;
import java.sql.Timestamp;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Values of Spark's client as those of policies, and back: dates as days and timestamps as microseconds since 1970. The process's
 * own time zone has to be UTC. Stateless.
 */
final class SparkValues {
    private static final long MICROS = 1_000_000L;
    private static final int NANOS_OF_MICRO = 1_000;

    private SparkValues() {}

    static Optional<Object> ofPolicy(@Nullable Object value) {
        if (value instanceof Date date) {
            return Optional.of((int) date.toLocalDate().toEpochDay());
        }
        if (value instanceof Timestamp time) {
            return Optional.of(micros(time.toLocalDateTime()));
        }
        return value instanceof LocalDateTime time ? Optional.of(micros(time)) : Optional.ofNullable(value);
    }

    static Object ofSpark(ColumnType type, Object value) {
        if (type == Primitive.DATE) {
            return Date.valueOf(LocalDate.ofEpochDay((int) value));
        }
        if (type == Primitive.TIMESTAMP || type == Primitive.TIMESTAMPTZ) {
            LocalDateTime time = time((long) value);
            return type == Primitive.TIMESTAMP ? time : Timestamp.valueOf(time);
        }
        return value;
    }

    /** Microseconds as a time of UTC. */
    static LocalDateTime time(long micros) {
        int nanos = (int) Math.floorMod(micros, MICROS) * NANOS_OF_MICRO;
        return LocalDateTime.ofEpochSecond(Math.floorDiv(micros, MICROS), nanos, ZoneOffset.UTC);
    }

    /** A time of UTC as microseconds. */
    static long micros(LocalDateTime time) {
        return time.toEpochSecond(ZoneOffset.UTC) * MICROS + time.getNano() / NANOS_OF_MICRO;
    }
}
