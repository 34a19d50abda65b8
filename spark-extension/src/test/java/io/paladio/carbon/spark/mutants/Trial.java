package io.paladio.carbon.spark.mutants;

/**
 * What came of one mutant.
 *
 * @param told by which test it was killed, or what is wrong with it
 */
record Trial(Mutant mutant, Fate fate, String told, long seconds) {
    enum Fate {
        KILLED,
        /** No test saw it, and one should have. */
        SURVIVED,
        /** No test saw it, and none can: its table says why. */
        LIVES,
        /** It does not compile, or the JVM with it ended without a word. */
        BROKEN
    }
}
