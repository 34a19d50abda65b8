package io.paladio.carbon.verify;

/**
 * A piece of SQL text.
 *
 * @param text a name without its quotes; all else as it stands
 */
record Token(Kind kind, int start, int end, String text) {
    /** What kind of piece it is. */
    enum Kind {
        /** A keyword, a plain name or a number. */
        WORD,
        /** A name in back-ticks. */
        NAME,
        /** A text in quotes. */
        TEXT,
        SYMBOL
    }

    /** Whether it is this keyword or symbol. */
    boolean is(String expected) {
        return (kind == Kind.WORD || kind == Kind.SYMBOL) && text.equalsIgnoreCase(expected);
    }

    boolean isName() {
        return kind == Kind.WORD || kind == Kind.NAME;
    }

    /** Whether it names this, in any case, as Spark compares names. */
    boolean names(String name) {
        return isName() && text.equalsIgnoreCase(name);
    }
}
