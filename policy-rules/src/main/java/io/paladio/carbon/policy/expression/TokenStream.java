package io.paladio.carbon.policy.expression;

import java.util.List;

/** The tokens of one text, read from left to right. Used once, by one thread. */
final class TokenStream {
    private final List<Token> tokens;
    private int index;

    TokenStream(List<Token> tokens) {
        this.tokens = tokens;
    }

    Token peek() {
        return tokens.get(index);
    }

    Token peekNext() {
        return tokens.get(Math.min(index + 1, tokens.size() - 1));
    }

    int position() {
        return peek().position();
    }

    Token take() {
        Token token = peek();
        index = Math.min(index + 1, tokens.size() - 1);
        return token;
    }

    boolean takeWord(String keyword) {
        boolean found = peek().isWord(keyword);
        if (found) {
            take();
        }
        return found;
    }

    boolean takeSymbol(String symbol) {
        boolean found = peek().isSymbol(symbol);
        if (found) {
            take();
        }
        return found;
    }

    void expectWord(String keyword) throws ExpressionFault {
        if (!takeWord(keyword)) {
            throw fault(keyword + " is expected here.");
        }
    }

    void expectSymbol(String symbol) throws ExpressionFault {
        if (!takeSymbol(symbol)) {
            throw fault("\"" + symbol + "\" is expected here.");
        }
    }

    /** The value of the string that must stand here. */
    Token expectString(String purpose) throws ExpressionFault {
        if (peek().kind() != Token.Kind.STRING) {
            throw fault(purpose + " is expected here, as a string '…'.");
        }
        return take();
    }

    ExpressionFault fault(String problem) {
        String end = peek().kind() == Token.Kind.END ? "The expression ends too early: " : "";
        return new ExpressionFault(position(), end + problem);
    }
}
