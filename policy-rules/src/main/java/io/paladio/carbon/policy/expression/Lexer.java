package io.paladio.carbon.policy.expression;

import io.paladio.carbon.policy.expression.Token.Kind;
import java.util.ArrayList;
import java.util.List;

/** Cuts an expression's text into tokens. Used once, by one thread. */
final class Lexer {
    private static final int LONGEST = 64 * 1024;
    private static final List<String> SYMBOLS =
            List.of("<=>", "<=", "<>", ">=", "!=", "=", "<", ">", "(", ")", ",", ".", "-", "*");

    private final String sql;
    private final List<Token> tokens = new ArrayList<>();
    private int index;

    private Lexer(String sql) {
        this.sql = sql;
    }

    static List<Token> tokens(String sql) throws ExpressionFault {
        if (sql.length() > LONGEST) {
            throw new ExpressionFault(
                    LONGEST, "An expression has at most 65536 characters. Split it into several policies.");
        }
        Lexer lexer = new Lexer(sql);
        lexer.readAll();
        return List.copyOf(lexer.tokens);
    }

    private void readAll() throws ExpressionFault {
        while (true) {
            skipSpace();
            if (index == sql.length()) {
                tokens.add(new Token(Kind.END, "", index));
                return;
            }
            tokens.add(next());
        }
    }

    private void skipSpace() throws ExpressionFault {
        while (index < sql.length() && " \t\r\n".indexOf(sql.charAt(index)) >= 0) {
            index++;
        }
        if (sql.startsWith("--", index) || sql.startsWith("/*", index)) {
            throw new ExpressionFault(
                    index, "Comments are not part of the language. Say it in the policy's name instead.");
        }
    }

    private Token next() throws ExpressionFault {
        char first = sql.charAt(index);
        if (isLetter(first)) {
            return word();
        }
        if (isDigit(first) || first == '.' && index + 1 < sql.length() && isDigit(sql.charAt(index + 1))) {
            return number();
        }
        return switch (first) {
            case '\'' -> quoted(Kind.STRING, QuotedText.string(sql, index));
            case '`' -> quoted(Kind.QUOTED_NAME, QuotedText.name(sql, index));
            case '"' -> throw new ExpressionFault(index, "Write '…' for a string and `…` for a name.");
            default -> symbol();
        };
    }

    private Token quoted(Kind kind, QuotedText text) {
        Token token = new Token(kind, text.value(), index);
        index = text.end();
        return token;
    }

    private Token word() {
        int begin = index;
        while (index < sql.length() && (isLetter(sql.charAt(index)) || isDigit(sql.charAt(index)))) {
            index++;
        }
        return new Token(Kind.WORD, sql.substring(begin, index), begin);
    }

    /** Digits, point, exponent and type suffix as they stand; {@link NumberLiteral} judges them. */
    private Token number() {
        int begin = index;
        while (index < sql.length() && isNumberPart(begin)) {
            index++;
        }
        return new Token(Kind.NUMBER, sql.substring(begin, index), begin);
    }

    private boolean isNumberPart(int begin) {
        char character = sql.charAt(index);
        boolean sign = (character == '-' || character == '+') && index > begin && isExponent(sql.charAt(index - 1));
        return isDigit(character) || isLetter(character) || character == '.' || sign;
    }

    private Token symbol() throws ExpressionFault {
        for (String symbol : SYMBOLS) {
            if (sql.startsWith(symbol, index)) {
                Token token = new Token(Kind.SYMBOL, symbol, index);
                index += symbol.length();
                return token;
            }
        }
        throw new ExpressionFault(
                index,
                "This character is not part of the language. For arithmetic write try_add and its kin, for || concat.");
    }

    private static boolean isExponent(char character) {
        return character == 'e' || character == 'E';
    }

    private static boolean isLetter(char character) {
        return character >= 'a' && character <= 'z' || character >= 'A' && character <= 'Z' || character == '_';
    }

    private static boolean isDigit(char character) {
        return character >= '0' && character <= '9';
    }
}
