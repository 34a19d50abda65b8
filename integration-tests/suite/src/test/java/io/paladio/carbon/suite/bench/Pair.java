package io.paladio.carbon.suite.bench;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** Two ways to the same end, run in turn so that whatever else the machine does falls on both. Used by one thread. */
final class Pair {
    private static final int WARM_UP = 8;

    private final String name;
    private final Timings one = new Timings();
    private final Timings other = new Timings();

    private Pair(String name) {
        this.name = name;
    }

    /** Runs each so many times, after some that are not counted. */
    static Pair of(String name, int runs, Runnable one, Runnable other) {
        Pair pair = new Pair(name);
        for (int round = 0; round < WARM_UP; round++) {
            one.run();
            other.run();
        }
        for (int round = 0; round < runs; round++) {
            // Each goes first every other time.
            if (round % 2 == 0) {
                pair.one.time(one);
                pair.other.time(other);
            } else {
                pair.other.time(other);
                pair.one.time(one);
            }
        }
        System.out.printf(
                "bench: %s: %.1f ms to %.1f ms, ratio %.2f%n",
                name, pair.one.median(), pair.other.median(), pair.ratio());
        return pair;
    }

    String name() {
        return name;
    }

    /** The first to the second, by their medians. */
    double ratio() {
        return one.median() / other.median();
    }

    ObjectNode json() {
        ObjectNode json = JsonNodeFactory.instance.objectNode().put("ratio", Timings.rounded(ratio()));
        json.set("one", one.json());
        json.set("other", other.json());
        return json;
    }
}
