package io.paladio.carbon.suite.load;

import java.time.Duration;

/** How much of everything. */
record LoadSize(int sessions, int readers, int tables, Duration time) {
    /** What fits into every build. */
    static final LoadSize SHORT = new LoadSize(8, 4, 3, Duration.ofSeconds(10));

    static LoadSize minutes(int minutes) {
        return new LoadSize(64, 16, 8, Duration.ofMinutes(minutes));
    }
}
