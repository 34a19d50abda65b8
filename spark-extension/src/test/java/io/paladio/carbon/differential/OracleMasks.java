package io.paladio.carbon.differential;

import io.paladio.carbon.differential.TablePolicies.Mask;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.iceberg.data.GenericRecord;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;

/** What each kind of mask makes of a value, from the standard's words. */
final class OracleMasks {
    private static final String KEPT = "(),.-@";

    private OracleMasks() {}

    static Object applied(Mask mask, Type type, Object raw, GenericRecord row) {
        if (mask.kind().equals(OracleMeet.FIXED)) {
            return fixed(type);
        }
        if (mask.kind().equals(OracleMeet.NULL)) {
            return null;
        }
        if (mask.formula().isPresent()) {
            return mask.formula().get().meaning().of(row, raw);
        }
        return raw == null ? null : ofValue(mask.kind(), raw);
    }

    private static Object ofValue(String kind, Object raw) {
        return switch (kind) {
            case "mask-alphanum" -> shaped((String) raw, 0, 0);
            case "show-first-4" -> shaped((String) raw, 4, 0);
            case "show-last-4" -> shaped((String) raw, 0, 4);
            case "truncate-to-year" -> truncated("year", raw);
            case "truncate-to-month" -> truncated("month", raw);
            case "sha-256-global" -> OracleHash.masked(raw, OracleHash::sha256);
            default -> OracleHash.masked(raw, bytes -> OracleHash.hmac(key(kind), bytes));
        };
    }

    static byte[] key(String kind) {
        String name = kind.substring(kind.indexOf(' ') + 1);
        return ("the differential suite's key named " + name).getBytes(StandardCharsets.UTF_8);
    }

    private static String shaped(String text, int first, int last) {
        int[] points = text.codePoints().toArray();
        StringBuilder shaped = new StringBuilder();
        for (int i = 0; i < points.length; i++) {
            boolean shown = i < first || i >= points.length - last;
            shaped.appendCodePoint(shown ? points[i] : shape(points[i]));
        }
        return shaped.toString();
    }

    private static int shape(int point) {
        if (point >= '0' && point <= '9') {
            return 'n';
        }
        return KEPT.indexOf(point) >= 0 ? point : 'x';
    }

    private static Object truncated(String unit, Object raw) {
        if (raw instanceof LocalDate date) {
            return PolicyFunctions.start(unit, date.atStartOfDay()).toLocalDate();
        }
        return raw instanceof OffsetDateTime time
                ? PolicyFunctions.start(unit, time.toLocalDateTime()).atOffset(ZoneOffset.UTC)
                : PolicyFunctions.start(unit, (LocalDateTime) raw);
    }

    static Object fixed(Type type) {
        return switch (type.typeId()) {
            case BOOLEAN -> false;
            case INTEGER -> 0;
            case LONG -> 0L;
            case FLOAT -> 0f;
            case DOUBLE -> 0d;
            case DECIMAL -> BigDecimal.ZERO.setScale(((Types.DecimalType) type).scale());
            case DATE -> LocalDate.EPOCH;
            case TIMESTAMP -> time((Types.TimestampType) type);
            case STRING -> "XXXXXXXX";
            case UUID -> new UUID(0, 0);
            case FIXED -> new byte[((Types.FixedType) type).length()];
            case BINARY -> ByteBuffer.allocate(0);
            case LIST -> List.of();
            case MAP -> Map.of();
            case STRUCT -> struct(type.asStructType());
            default -> throw new IllegalArgumentException("no fixed value of " + type);
        };
    }

    private static Object time(Types.TimestampType type) {
        LocalDateTime epoch = LocalDate.EPOCH.atStartOfDay();
        return type.shouldAdjustToUTC() ? epoch.atOffset(ZoneOffset.UTC) : epoch;
    }

    private static GenericRecord struct(Types.StructType type) {
        GenericRecord fixed = GenericRecord.create(type);
        for (int i = 0; i < type.fields().size(); i++) {
            fixed.set(i, fixed(type.fields().get(i).type()));
        }
        return fixed;
    }
}
