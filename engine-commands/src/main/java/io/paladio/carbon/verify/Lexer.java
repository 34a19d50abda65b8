package io.paladio.carbon.verify;

import io.paladio.carbon.verify.Token.Kind;
import java.util.ArrayList;
import java.util.List;

/** Takes SQL text apart as Spark does, far enough to find statements, keywords and names. Used once; not thread-safe. */
final class Lexer {
    private final String text;
    private final List<Token> tokens = new ArrayList<>();
    private int position;

    private Lexer(String text) {
        this.text = text;
    }

    /** All pieces but comments, hints among these. */
    static List<Token> tokens(String text) {
        Lexer lexer = new Lexer(text);
        while (lexer.position < text.length()) {
            lexer.next();
        }
        return List.copyOf(lexer.tokens);
    }

    private void next() {
        char c = text.charAt(position);
        if (Character.isWhitespace(c)) {
            position++;
        } else if (text.startsWith("--", position)) {
            int end = text.indexOf('\n', position);
            position = end < 0 ? text.length() : end + 1;
        } else if (text.startsWith("/*", position)) {
            position = endOfComment();
        } else if (c == '`') {
            takeName();
        } else if (c == '\'' || c == '"') {
            take(Kind.TEXT, endOfText(position, '\\'));
        } else if (isWordPart(c)) {
            takeWord();
        } else {
            take(Kind.SYMBOL, position + 1);
        }
    }

    private void take(Kind kind, int end) {
        tokens.add(new Token(kind, position, end, text.substring(position, end)));
        position = end;
    }

    private void takeName() {
        int end = endOfText(position, '`');
        String name =
                text.substring(position + 1, Math.max(position + 1, end - 1)).replace("``", "`");
        tokens.add(new Token(Kind.NAME, position, end, name));
        position = end;
    }

    private void takeWord() {
        int end = position;
        while (end < text.length() && isWordPart(text.charAt(end))) {
            end++;
        }
        boolean isRaw = end == position + 1
                && end < text.length()
                && "rR".indexOf(text.charAt(position)) >= 0
                && "'\"".indexOf(text.charAt(end)) >= 0;
        if (isRaw) {
            // A raw text ends at the next quote, whatever stands before it.
            int close = text.indexOf(text.charAt(end), end + 1);
            take(Kind.TEXT, close < 0 ? text.length() : close + 1);
        } else {
            take(Kind.WORD, end);
        }
    }

    private static boolean isWordPart(char c) {
        return Character.isLetterOrDigit(c) || c == '_';
    }

    /** @param escape what takes its meaning from the next character; a back-tick is doubled */
    private int endOfText(int start, char escape) {
        char quote = text.charAt(start);
        int at = start + 1;
        while (at < text.length()) {
            char c = text.charAt(at);
            if (c == escape && (c != quote || text.startsWith("``", at))) {
                at += 2;
            } else if (c == quote) {
                return at + 1;
            } else {
                at++;
            }
        }
        return text.length();
    }

    /** Comments lie within comments. */
    private int endOfComment() {
        int depth = 0;
        int at = position;
        while (at < text.length()) {
            if (text.startsWith("/*", at)) {
                depth++;
                at += 2;
            } else if (text.startsWith("*/", at)) {
                depth--;
                at += 2;
            } else {
                at++;
            }
            if (depth == 0) {
                return at;
            }
        }
        return text.length();
    }
}
