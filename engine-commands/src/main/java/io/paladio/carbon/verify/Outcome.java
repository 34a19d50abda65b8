package io.paladio.carbon.verify;

import java.util.Optional;

/**
 * What was found out about one statement.
 *
 * @param words the rest of a line; counts, names of columns and error classes, never a value
 */
record Outcome(Kind kind, String words, Optional<Comparison> rows) {
    /** What it comes to. */
    enum Kind {
        SAME("same"),
        DIFFERENT("different"),
        /** The engine does not accept it: nothing was shown, and nothing compared. */
        REFUSED("refused"),
        NOT_COMPARED("not compared");

        private final String word;

        Kind(String word) {
            this.word = word;
        }

        String word() {
            return word;
        }
    }

    static Outcome same(String words) {
        return new Outcome(Kind.SAME, words, Optional.empty());
    }

    static Outcome different(String words) {
        return new Outcome(Kind.DIFFERENT, words, Optional.empty());
    }

    static Outcome notCompared(String why) {
        return new Outcome(Kind.NOT_COMPARED, why, Optional.empty());
    }

    @Override
    public String toString() {
        return kind.word() + ": " + words;
    }
}
