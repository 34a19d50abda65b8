package io.paladio.carbon.suite.bench;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** How long the same thing took, again and again. Used by one thread. */
final class Timings {
    private final List<Double> milliseconds = new ArrayList<>();

    /** Does it once more. */
    void time(Runnable work) {
        long began = System.nanoTime();
        work.run();
        milliseconds.add((System.nanoTime() - began) / 1e6);
    }

    double median() {
        return at(0.5);
    }

    ObjectNode json() {
        return JsonNodeFactory.instance
                .objectNode()
                .put("runs", milliseconds.size())
                .put("p50-ms", rounded(at(0.5)))
                .put("p90-ms", rounded(at(0.9)))
                .put("p99-ms", rounded(at(0.99)));
    }

    @Override
    public String toString() {
        return "p50 %.2f ms, p90 %.2f ms, p99 %.2f ms".formatted(at(0.5), at(0.9), at(0.99));
    }

    static double median(List<Double> values) {
        return at(values, 0.5);
    }

    static double rounded(double value) {
        return Math.round(value * 1000) / 1000.0;
    }

    private double at(double share) {
        return at(milliseconds, share);
    }

    private static double at(List<Double> values, double share) {
        List<Double> sorted = new ArrayList<>(values);
        Collections.sort(sorted);
        double place = share * (sorted.size() - 1);
        int below = (int) place;
        int above = Math.min(below + 1, sorted.size() - 1);
        return sorted.get(below) + (place - below) * (sorted.get(above) - sorted.get(below));
    }
}
