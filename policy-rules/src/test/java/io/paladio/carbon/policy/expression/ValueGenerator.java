package io.paladio.carbon.policy.expression;

import io.paladio.carbon.policy.expression.ValueType.Simple;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/** Values of every type, those at its edges often, NULL now and then. Seeded; used by one thread. */
public final class ValueGenerator {
    private static final List<String> TEXTS = List.of(
            "",
            " ",
            "a",
            "A",
            "EU",
            "eu",
            "ab%",
            "a_b",
            "a\\b",
            "  x ",
            "ÀÉ",
            "ß",
            "😀",
            "😀𝒳b",
            "｡",
            "alice@example.com",
            "0123456789");
    private static final long MICROS_PER_DAY = 86_400_000_000L;

    private final Random random;

    public ValueGenerator(Random random) {
        this.random = random;
    }

    /** A value that a row may hold; empty is NULL. */
    public Optional<Object> value(ValueType type) {
        return random.nextInt(5) == 0 ? Optional.empty() : Optional.of(some(type));
    }

    private Object some(ValueType type) {
        if (type instanceof ValueType.Decimal decimal) {
            return decimal(decimal);
        }
        return switch ((Simple) type) {
            case BOOLEAN -> random.nextBoolean();
            case INT -> pick(List.of(0, 1, -1, 2, 7, Integer.MAX_VALUE, Integer.MIN_VALUE, random.nextInt()));
            case LONG -> pick(List.of(0L, 1L, -1L, 5_000_000_000L, Long.MAX_VALUE, Long.MIN_VALUE, random.nextLong()));
            case FLOAT ->
                pick(List.of(0f, -0f, 0.5f, 0.1f, Float.NaN, Float.POSITIVE_INFINITY, -Float.MAX_VALUE, 16_777_217f));
            case DOUBLE ->
                pick(List.of(0d, -0d, 0.5, 0.1, Double.NaN, Double.NEGATIVE_INFINITY, Double.MIN_VALUE, 1e300));
            case STRING -> pick(TEXTS);
            case BINARY ->
                pick(List.of(new byte[0], new byte[] {0}, new byte[] {(byte) 0xff}, new byte[] {0, (byte) 0x80}));
            case DATE -> pick(List.of(0, -1, 19_723, -719_162, 2_932_896, random.nextInt(-100_000, 100_000)));
            case TIMESTAMP, TIMESTAMP_NTZ ->
                pick(List.of(
                        0L,
                        -1L,
                        1_704_067_200_000_001L,
                        random.nextLong(-100_000 * MICROS_PER_DAY, 100_000 * MICROS_PER_DAY)));
        };
    }

    private BigDecimal decimal(ValueType.Decimal type) {
        BigInteger limit = BigInteger.TEN.pow(type.precision());
        BigInteger digits = pick(List.of(
                BigInteger.ZERO,
                BigInteger.ONE,
                BigInteger.ONE.negate(),
                limit.subtract(BigInteger.ONE),
                BigInteger.ONE.subtract(limit),
                new BigInteger(limit.bitLength(), random).mod(limit)));
        return new BigDecimal(digits, type.scale());
    }

    <T> T pick(List<T> choices) {
        return choices.get(random.nextInt(choices.size()));
    }
}
