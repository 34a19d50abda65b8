package io.paladio.carbon.policy.expression;

/**
 * One word of an expression's text.
 *
 * @param text a keyword or plain name as written; the value of a string or quoted name; the characters of anything else
 * @param position where it begins, in characters from 0
 */
record Token(Kind kind, String text, int position) {
    enum Kind {
        /** A keyword, or a name without quotes. */
        WORD,
        /** A name in back-ticks. */
        QUOTED_NAME,
        STRING,
        NUMBER,
        SYMBOL,
        END
    }

    boolean isWord(String keyword) {
        return kind == Kind.WORD && text.equalsIgnoreCase(keyword);
    }

    boolean isSymbol(String symbol) {
        return kind == Kind.SYMBOL && text.equals(symbol);
    }

    boolean isName() {
        return kind == Kind.QUOTED_NAME || kind == Kind.WORD && !Keywords.isReserved(text);
    }
}
