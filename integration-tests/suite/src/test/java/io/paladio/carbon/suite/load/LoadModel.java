package io.paladio.carbon.suite.load;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Which rules held when, as far as can be told from outside: a change takes hold at some moment between its sending and its
 * confirmation. Times are microseconds since 1970. Thread-safe.
 */
final class LoadModel {
    private final List<Span> spans = new ArrayList<>();

    private static final class Span {
        private final Map<Integer, TableRules> rules;
        private final long from;
        private long until = Long.MAX_VALUE;

        Span(Map<Integer, TableRules> rules, long from) {
            this.rules = rules;
            this.from = from;
        }
    }

    /**
     * One change.
     *
     * @param committed when Index had confirmed it; what was before it holds for no statement that starts later
     */
    record Change(Map<Integer, TableRules> before, Map<Integer, TableRules> after, long committed) {
        /** The tables whose rules it changed. */
        List<Integer> tables() {
            return after.keySet().stream()
                    .filter(table -> !after.get(table).equals(before.get(table)))
                    .toList();
        }
    }

    LoadModel(Map<Integer, TableRules> rules) {
        spans.add(new Span(Map.copyOf(rules), Long.MIN_VALUE));
    }

    synchronized Map<Integer, TableRules> latest() {
        return spans.get(spans.size() - 1).rules;
    }

    /** A change is about to be sent: from now on it may hold. */
    synchronized void sends(Map<Integer, TableRules> rules, long now) {
        spans.add(new Span(Map.copyOf(rules), now));
    }

    /** The last change was confirmed: what was before it holds no more. */
    synchronized void confirmed(long now) {
        spans.get(spans.size() - 2).until = now;
    }

    /** The last change, which was confirmed. */
    synchronized Change lastChange() {
        Span before = spans.get(spans.size() - 2);
        return new Change(before.rules, latest(), before.until);
    }

    /** All rules that may have held at some moment between the two. */
    synchronized List<Map<Integer, TableRules>> during(long began, long ended) {
        return spans.stream()
                .filter(span -> span.from <= ended && span.until >= began)
                .map(span -> span.rules)
                .toList();
    }

    synchronized int changes() {
        return spans.size() - 1;
    }
}
