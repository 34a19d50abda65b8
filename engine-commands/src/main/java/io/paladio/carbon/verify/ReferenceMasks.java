package io.paladio.carbon.verify;

import io.paladio.carbon.policy.Column;
import io.paladio.carbon.policy.ColumnType;
import io.paladio.carbon.policy.ColumnType.Primitive;
import io.paladio.carbon.policy.Mask;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.temporal.ChronoUnit;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.RowFactory;
import org.jspecify.annotations.Nullable;
import scala.jdk.javaapi.CollectionConverters;

/**
 * What each kind of mask makes of a value, from the standard's words and not by the code that engines run: it is held against that.
 * Values are those of policies. Stateless.
 */
final class ReferenceMasks {
    private static final String KEPT = "(),.-@";
    private static final int SHOWN = 4;

    private ReferenceMasks() {}

    /** The masked form of what is not NULL, for kinds that keep NULL. */
    static Object masked(Mask.Standard kind, Object value) {
        return switch (kind) {
            case MASK_ALPHANUM -> shaped((String) value, 0, 0);
            case SHOW_FIRST_4 -> shaped((String) value, SHOWN, 0);
            case SHOW_LAST_4 -> shaped((String) value, 0, SHOWN);
            case TRUNCATE_TO_YEAR -> truncated(value, ChronoUnit.YEARS);
            case TRUNCATE_TO_MONTH -> truncated(value, ChronoUnit.MONTHS);
            case SHA_256_GLOBAL -> hashed(value);
            case REPLACE_WITH_NULL, MASK_TO_FIXED_VALUE, SHA_256_QUERY_LOCAL ->
                throw new IllegalArgumentException(kind.kind() + " makes nothing of a value");
        };
    }

    private static String shaped(String text, int first, int last) {
        int[] points = text.codePoints().toArray();
        StringBuilder shaped = new StringBuilder();
        for (int i = 0; i < points.length; i++) {
            boolean isShown = i < first || i >= points.length - last;
            shaped.appendCodePoint(isShown ? points[i] : shape(points[i]));
        }
        return shaped.toString();
    }

    private static int shape(int point) {
        if (point >= '0' && point <= '9') {
            return 'n';
        }
        return KEPT.indexOf(point) >= 0 ? point : 'x';
    }

    private static Object truncated(Object value, ChronoUnit unit) {
        return value instanceof Integer days
                ? (Object) (int) start(LocalDate.ofEpochDay(days), unit).toEpochDay()
                : (Object)
                        SparkValues.micros(start(SparkValues.time((long) value).toLocalDate(), unit)
                                .atStartOfDay());
    }

    private static LocalDate start(LocalDate date, ChronoUnit unit) {
        return unit == ChronoUnit.YEARS ? date.withDayOfYear(1) : date.withDayOfMonth(1);
    }

    private static Object hashed(Object value) {
        if (value instanceof Integer number) {
            return digest(little(Integer.BYTES).putInt(number)).getInt();
        }
        if (value instanceof Long number) {
            return digest(little(Long.BYTES).putLong(number)).getLong();
        }
        return value instanceof byte[] bytes
                ? digest(ByteBuffer.wrap(bytes)).array()
                : HexFormat.of()
                        .formatHex(digest(ByteBuffer.wrap(((String) value).getBytes(StandardCharsets.UTF_8)))
                                .array());
    }

    private static ByteBuffer little(int size) {
        return ByteBuffer.allocate(size).order(ByteOrder.LITTLE_ENDIAN);
    }

    private static ByteBuffer digest(ByteBuffer bytes) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(bytes.array());
            return ByteBuffer.wrap(digest).order(ByteOrder.LITTLE_ENDIAN);
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every Java runtime has SHA-256", impossible);
        }
    }

    /** What stands for every value of a type, NULL among them: a value of Spark. */
    static Object fixed(ColumnType type) {
        if (type instanceof ColumnType.Struct struct) {
            @Nullable
            Object[] fields = struct.fields().stream()
                    .map(Column::type)
                    .map(ReferenceMasks::fixed)
                    .toArray();
            return RowFactory.create(fields);
        }
        if (type instanceof ColumnType.ListOf) {
            return CollectionConverters.asScala(List.of()).toSeq();
        }
        if (type instanceof ColumnType.MapOf) {
            return CollectionConverters.asScala(Map.of());
        }
        return type instanceof ColumnType.Decimal decimal
                ? BigDecimal.ZERO.setScale(decimal.scale())
                : fixed((Primitive) type);
    }

    private static Object fixed(Primitive type) {
        return switch (type) {
            case BOOLEAN -> false;
            case INT -> 0;
            case LONG -> 0L;
            case FLOAT -> 0f;
            case DOUBLE -> 0d;
            case STRING -> "XXXXXXXX";
            case BINARY -> new byte[0];
            case DATE -> SparkValues.ofSpark(type, 0);
            case TIMESTAMP, TIMESTAMPTZ ->
                SparkValues.ofSpark(type, SparkValues.micros(LocalDateTime.of(1970, 1, 1, 0, 0)));
            case TIME, TIMESTAMP_NANO, TIMESTAMPTZ_NANO, UUID, VARIANT, OTHER ->
                throw new IllegalArgumentException("no fixed value of " + type);
        };
    }
}
