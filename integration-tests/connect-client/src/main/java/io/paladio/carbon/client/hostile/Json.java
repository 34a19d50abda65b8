package io.paladio.carbon.client.hostile;

import java.util.List;
import java.util.stream.Collectors;

/** Writes the little JSON that the client answers in; the client's class path has no library for it. */
final class Json {
    private Json() {}

    static String object(String... namesAndTexts) {
        StringBuilder json = new StringBuilder("{");
        for (int i = 0; i < namesAndTexts.length; i += 2) {
            json.append(i == 0 ? "" : ",")
                    .append(text(namesAndTexts[i]))
                    .append(':')
                    .append(text(namesAndTexts[i + 1]));
        }
        return json.append('}').toString();
    }

    static String rows(List<List<String>> rows) {
        return rows(rows, "");
    }

    static String rows(List<List<String>> rows, String text) {
        return "{\"status\":\"OK\",\"rows\":["
                + rows.stream()
                        .map(row -> row.stream().map(Json::text).collect(Collectors.joining(",", "[", "]")))
                        .collect(Collectors.joining(","))
                + "],\"text\":" + text(text) + "}";
    }

    private static String text(String text) {
        StringBuilder quoted = new StringBuilder("\"");
        for (char c : text.toCharArray()) {
            if (c == '"' || c == '\\') {
                quoted.append('\\').append(c);
            } else if (c < ' ') {
                quoted.append(String.format("\\u%04x", (int) c));
            } else {
                quoted.append(c);
            }
        }
        return quoted.append('"').toString();
    }
}
