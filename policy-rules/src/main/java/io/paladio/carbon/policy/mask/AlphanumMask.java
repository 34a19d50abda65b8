package io.paladio.carbon.policy.mask;

import java.nio.charset.StandardCharsets;

/** The character mapping of {@code mask-alphanum}, whose result is always ASCII. */
final class AlphanumMask {
    private static final int TABLE_SIZE = 128;
    private static final byte[] TABLE = table();

    private AlphanumMask() {}

    /** The masked form of the part from begin to end, one character for each code point. */
    static String of(String text, int begin, int end) {
        byte[] masked = new byte[end - begin];
        int length = 0;
        int index = begin;
        while (index < end) {
            char unit = text.charAt(index);
            if (unit < TABLE_SIZE) {
                masked[length++] = TABLE[unit];
                index++;
            } else {
                masked[length++] = 'x';
                index += Character.charCount(text.codePointAt(index));
            }
        }
        return new String(masked, 0, length, StandardCharsets.ISO_8859_1);
    }

    private static byte[] table() {
        byte[] table = new byte[TABLE_SIZE];
        for (char unit = 0; unit < TABLE_SIZE; unit++) {
            table[unit] = (byte) masked(unit);
        }
        return table;
    }

    private static char masked(char unit) {
        if (unit >= '0' && unit <= '9') {
            return 'n';
        }
        return "(),.-@".indexOf(unit) >= 0 ? unit : 'x';
    }
}
