package io.paladio.carbon.policy;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** The written form of a securable's path. */
final class SecurableText {
    private SecurableText() {}

    static String join(List<String> path) {
        return path.stream().map(SecurableText::quoteIfNeeded).collect(Collectors.joining("."));
    }

    static List<String> split(String text) {
        List<String> parts = new ArrayList<>();
        StringBuilder part = new StringBuilder();
        boolean quoted = false;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '`' && quoted && i + 1 < text.length() && text.charAt(i + 1) == '`') {
                part.append('`');
                i++;
            } else if (c == '`') {
                quoted = !quoted;
            } else if (c == '.' && !quoted) {
                parts.add(part.toString());
                part.setLength(0);
            } else if (c == '*' && !quoted) {
                throw new IllegalArgumentException("a wildcard is not a name");
            } else {
                part.append(c);
            }
        }
        if (quoted) {
            throw new IllegalArgumentException("a back-tick is not closed");
        }
        parts.add(part.toString());
        return parts;
    }

    private static String quoteIfNeeded(String part) {
        boolean plain = part.chars().noneMatch(c -> c == '.' || c == '`' || c == '*');
        return plain ? part : "`" + part.replace("`", "``") + "`";
    }
}
