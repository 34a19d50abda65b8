package io.paladio.carbon.client;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Rows as people read them in a terminal. */
final class TextTable {
    private static final int WIDEST = 40;

    private TextTable() {}

    static String of(Answer.Rows answer) {
        List<List<String>> lines = new ArrayList<>();
        lines.add(answer.columns());
        answer.rows().forEach(row -> lines.add(row.stream().map(TextTable::cell).toList()));
        int[] widths = widths(lines);
        StringBuilder text = new StringBuilder();
        for (List<String> line : lines) {
            text.append("      ");
            StringBuilder cells = new StringBuilder();
            for (int i = 0; i < line.size(); i++) {
                cells.append(String.format("%-" + (widths[i] + 2) + "s", line.get(i)));
            }
            text.append(cells.toString().stripTrailing()).append('\n');
        }
        return text.toString();
    }

    private static int[] widths(List<List<String>> lines) {
        int[] widths = new int[lines.get(0).size()];
        for (List<String> line : lines) {
            for (int i = 0; i < widths.length; i++) {
                widths[i] = Math.max(Math.max(widths[i], line.get(i).length()), 1);
            }
        }
        return widths;
    }

    private static String cell(@Nullable Object value) {
        String text = value == null ? "NULL" : value.toString();
        return text.length() <= WIDEST ? text : text.substring(0, WIDEST - 1) + "…";
    }
}
