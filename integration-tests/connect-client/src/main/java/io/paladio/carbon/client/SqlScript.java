package io.paladio.carbon.client;

import java.util.ArrayList;
import java.util.List;

/** A file of statements, each ended by a semicolon; quoted text and comments may hold semicolons. */
final class SqlScript {
    private final String text;
    private final List<Statement> statements = new ArrayList<>();
    private final StringBuilder statement = new StringBuilder();
    private int position;
    private int start;
    private boolean begun;

    /** @param line that of the file in which the statement begins, counted from one */
    record Statement(int line, String sql) {}

    private SqlScript(String text) {
        this.text = text;
    }

    static List<Statement> split(String text) {
        SqlScript script = new SqlScript(text);
        script.read();
        return List.copyOf(script.statements);
    }

    private void read() {
        while (position < text.length()) {
            char c = text.charAt(position);
            if (c == ';') {
                finish();
                position++;
            } else if (c == '\'' || c == '"' || c == '`') {
                take(endOfQuote(c));
            } else if (text.startsWith("--", position)) {
                position = end(text.indexOf('\n', position), 0);
            } else if (text.startsWith("/*", position) && !text.startsWith("/*+", position)) {
                position = end(text.indexOf("*/", position), 2);
                statement.append(' ');
            } else {
                take(position + 1);
            }
        }
        finish();
    }

    private void take(int until) {
        if (!begun && !text.substring(position, until).isBlank()) {
            begun = true;
            start = position;
        }
        statement.append(text, position, until);
        position = until;
    }

    private int endOfQuote(char quote) {
        int at = position + 1;
        while (at < text.length() && text.charAt(at) != quote) {
            at += text.charAt(at) == '\\' && quote != '`' ? 2 : 1;
        }
        return Math.min(at + 1, text.length());
    }

    private int end(int found, int length) {
        return found < 0 ? text.length() : found + length;
    }

    private void finish() {
        String sql = statement.toString().strip();
        if (!sql.isEmpty()) {
            int line = 1
                    + (int) text.substring(0, start)
                            .chars()
                            .filter(c -> c == '\n')
                            .count();
            statements.add(new Statement(line, sql));
        }
        statement.setLength(0);
        begun = false;
    }
}
