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
        StringBuilder quoted = new StringBuilder(parent).append("['");
        name.codePoints()
                .limit(LONGEST)
                .forEach(point -> quoted.appendCodePoint(Character.isISOControl(point) || point == '\'' ? '?' : point));
        return quoted.append("']").toString();
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
        String path = of(parent);
        if (parent.inArray()) {
            path = element(path, parent.getCurrentIndex());
        }
        return context.inObject() && context.hasCurrentName() ? field(path, context.getCurrentName()) : path;
    }
}
