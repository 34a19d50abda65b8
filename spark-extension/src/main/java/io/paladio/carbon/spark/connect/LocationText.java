package io.paladio.carbon.spark.connect;

/**
 * Takes locations out of texts that leave the engine: Spark and its libraries write paths, URIs and hosts into error messages
 * and plans, and these say where hidden data lies.
 *
 * <p>Users write these texts too, of any length and shape. Each character is looked at a fixed number of times: a look back
 * ends at the slash before, and nothing recurs.
 */
final class LocationText {
    private static final String HIDDEN = "<location>";
    // A backslash escapes the quote that follows it in JSON.
    private static final String ENDS_URI = " \t\n\u000B\f\r'\"`<>(){}[],;\\";
    private static final int SHORTEST_SCHEME = 2;
    private static final int OCTETS = 4;
    private static final int OCTET_DIGITS = 3;

    private final String text;
    private final StringBuilder shown;
    private int next;

    private LocationText(String text) {
        this.text = text;
        this.shown = new StringBuilder(text.length());
    }

    static String hidden(String text) {
        return text.indexOf('/') < 0 ? text : new LocationText(text).hidden();
    }

    private String hidden() {
        for (int slash = text.indexOf('/'); slash >= 0; slash = text.indexOf('/', Math.max(slash + 1, next))) {
            int scheme = schemeBefore(slash);
            int end = scheme < 0 ? addressEnd(slash) : uriEnd(slash);
            if (end > 0) {
                hide(scheme < 0 ? hostBefore(slash) : scheme, end);
            } else {
                hide(slash, stepsEnd(slash));
            }
        }
        return shown.append(text, next, text.length()).toString();
    }

    private void hide(int start, int end) {
        if (end > 0) {
            shown.append(text, next, start).append(HIDDEN);
            next = end;
        }
    }

    /** Where a scheme begins whose colon stands before the slash. */
    private int schemeBefore(int slash) {
        int colon = slash - 1;
        if (colon < next || text.charAt(colon) != ':') {
            return -1;
        }
        int start = colon;
        for (int at = colon - 1; at >= next && isOfScheme(text.charAt(at)); at--) {
            if (isLetter(text.charAt(at))) {
                start = at;
            }
        }
        return colon - start >= SHORTEST_SCHEME ? start : -1;
    }

    /** The end of scheme://rest and file:/rest. */
    private int uriEnd(int slash) {
        int end = slash + 1;
        while (end < text.length() && isOfUri(text.charAt(end))) {
            end++;
        }
        return end > slash + 1 ? end : -1;
    }

    private int hostBefore(int slash) {
        int start = slash;
        while (start > next && isOfHost(text.charAt(start - 1))) {
            start--;
        }
        return start;
    }

    /** The end of host/10.0.0.1:8080; the host may be empty. */
    private int addressEnd(int slash) {
        int end = slash;
        for (int octet = 0; octet < OCTETS; octet++) {
            if (octet > 0 && !isAt(end, '.')) {
                return -1;
            }
            int digits = digitsEnd(end + 1) - end - 1;
            if (digits < 1 || digits > OCTET_DIGITS) {
                return -1;
            }
            end += 1 + digits;
        }
        int port = isAt(end, ':') ? digitsEnd(end + 1) : end;
        return port > end + 1 ? port : end;
    }

    private boolean isAt(int index, char character) {
        return index < text.length() && text.charAt(index) == character;
    }

    private int digitsEnd(int start) {
        int end = start;
        while (end < text.length() && isDigit(text.charAt(end))) {
            end++;
        }
        return end;
    }

    /** The end of /two/or/more/steps, not within a word and not as a lone slash. */
    private int stepsEnd(int slash) {
        if (slash > 0 && (isWord(text.charAt(slash - 1)) || "./<".indexOf(text.charAt(slash - 1)) >= 0)) {
            return -1;
        }
        int end = slash + 1;
        int slashes = 1;
        while (end < text.length() && isOfStep(text.charAt(end), end - slash)) {
            slashes += text.charAt(end) == '/' ? 1 : 0;
            end++;
        }
        return slashes > 1 ? end : -1;
    }

    private static boolean isOfStep(char character, int distance) {
        return character == '/' ? distance > 1 : isWord(character) || ".@%+=~-".indexOf(character) >= 0;
    }

    private static boolean isOfUri(char character) {
        return ENDS_URI.indexOf(character) < 0;
    }

    private static boolean isOfScheme(char character) {
        return isLetter(character) || isDigit(character) || "+.-".indexOf(character) >= 0;
    }

    private static boolean isOfHost(char character) {
        return isWord(character) || character == '.' || character == '-';
    }

    private static boolean isWord(char character) {
        return isLetter(character) || isDigit(character) || character == '_';
    }

    private static boolean isLetter(char character) {
        return (character >= 'a' && character <= 'z') || (character >= 'A' && character <= 'Z');
    }

    private static boolean isDigit(char character) {
        return character >= '0' && character <= '9';
    }
}
