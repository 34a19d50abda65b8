package io.paladio.carbon.facecheck;

import java.util.List;

/**
 * What came of a check. Immutable.
 *
 * @param words what was seen, without a token, a key or a place
 */
record Verdict(Kind kind, String words) {
    /** Whether the face does what it must. */
    enum Kind {
        HOLDS("holds"),
        BROKEN("does not hold"),
        NOT_TRIED("not tried");

        private final String words;

        Kind(String words) {
            this.words = words;
        }

        String words() {
            return words;
        }
    }

    static Verdict holds(String words) {
        return new Verdict(Kind.HOLDS, words);
    }

    static Verdict broken(String words) {
        return new Verdict(Kind.BROKEN, words);
    }

    static Verdict notTried(String why) {
        return new Verdict(Kind.NOT_TRIED, why);
    }

    boolean is(Kind other) {
        return kind == other;
    }

    /** The worst of several; where all hold, these words. */
    static Verdict worst(List<Verdict> verdicts, String allHold) {
        for (Kind kind : List.of(Kind.BROKEN, Kind.NOT_TRIED)) {
            for (Verdict verdict : verdicts) {
                if (verdict.is(kind)) {
                    return verdict;
                }
            }
        }
        return holds(allHold);
    }
}
