package io.paladio.carbon.suite.load;

/**
 * How much of everything.
 *
 * @param changes that somebody can tell
 * @param busy sessions that read without a pause, besides one for each reader that reads after each change
 */
record FreshnessSize(int changes, int busy, int readers, int tables) {
    /** What fits into every build. */
    static final FreshnessSize SHORT = new FreshnessSize(15, 3, 4, 3);

    static FreshnessSize changes(int changes) {
        return new FreshnessSize(changes, 8, 8, 4);
    }
}
