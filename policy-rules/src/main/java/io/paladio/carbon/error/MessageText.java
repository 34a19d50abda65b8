package io.paladio.carbon.error;

import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Makes foreign text safe to stand in a message: no control characters, bounded length, visible quotes. */
public final class MessageText {
    private static final int LONGEST = 256;
    private static final Pattern NAME = Pattern.compile("\\{([a-z]+)}");

    private MessageText() {}

    /** A foreign name, in back-ticks. */
    public static String quoted(String text) {
        return "`" + plain(text).replace("`", "``") + "`";
    }

    static String plain(String text) {
        StringBuilder safe = new StringBuilder();
        text.codePoints().limit(LONGEST).forEach(point -> safe.appendCodePoint(isVisible(point) ? point : '\uFFFD'));
        return text.codePointCount(0, text.length()) > LONGEST
                ? safe.append('…').toString()
                : safe.toString();
    }

    static String fill(String template, Map<String, String> parameters) {
        return NAME.matcher(template)
                .replaceAll(found -> Matcher.quoteReplacement(parameters.getOrDefault(found.group(1), "unknown")));
    }

    private static boolean isVisible(int point) {
        int type = Character.getType(point);
        return !Character.isISOControl(point)
                && type != Character.FORMAT
                && type != Character.LINE_SEPARATOR
                && type != Character.PARAGRAPH_SEPARATOR
                && type != Character.SURROGATE
                && type != Character.UNASSIGNED;
    }
}
