package io.paladio.carbon.platform.sample;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What is true of the sample, counted while it was generated and so without any engine: what the demonstration's answers are held
 * against. Thread-safe.
 */
public final class SampleFacts {
    private final Map<String, Object> facts = new TreeMap<>();

    SampleFacts() {}

    synchronized void put(String name, Object value) {
        facts.put(name, value);
    }

    synchronized void add(String name, long value) {
        facts.merge(name, value, (old, more) -> (Long) old + (Long) more);
    }

    /** The facts by name: numbers, and lists of texts. */
    public synchronized Map<String, Object> asMap() {
        return Map.copyOf(facts);
    }

    static List<String> row(Object... values) {
        return Arrays.stream(values).map(String::valueOf).toList();
    }
}
