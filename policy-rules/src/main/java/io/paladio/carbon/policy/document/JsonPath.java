package io.paladio.carbon.policy.document;

import com.fasterxml.jackson.core.JsonStreamContext;
import java.util.regex.Pattern;

/** Written paths into a document: {@code $.columns[0].alias}. */
final class JsonPath {
    private static final Pattern PLAIN = Pattern.compile("[A-Za-z_][A-Za-z0-9_-]{0,63}");
    private static final int LONGEST = 64;

    private JsonPath() {}

    static String field(String parent, String name) {
        if (PLAIN.matcher(name).matches()) {
            return parent + "." + name;
        }
        return parent + "['" + shown(name) + "']";
    }

    /** A name as a message may repeat it: short, and without what could end it. */
    static String shown(String name) {
        StringBuilder shown = new StringBuilder();
        name.codePoints()
                .limit(LONGEST)
                .forEach(point -> shown.appendCodePoint(Character.isISOControl(point) || point == '\'' ? '?' : point));
        return shown.toString();
    }

    static String element(String parent, int index) {
        return parent + "[" + index + "]";
    }

    /** Where a parser stands. */
    static String of(JsonStreamContext context) {
        JsonStreamContext parent = context.getParent();
        if (parent == null) {
            return "$";
        }
        if (context.inArray()) {
            return element(of(parent), context.getCurrentIndex());
        }
        return context.hasCurrentName() ? field(of(parent), context.getCurrentName()) : of(parent);
    }
}
