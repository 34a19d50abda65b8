package io.paladio.carbon.suite.load;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;

/**
 * Holds each answer against the model and counts. An answer is right if it is, whole, what the reader sees under the rules of some
 * one moment of the statement: a row more, a row less, a raw value or a mixture of two moments is a violation. Thread-safe.
 */
final class LoadChecker {
    private static final int EXAMPLES = 5;
    private static final String DENIED = "CARBON_ACCESS_DENIED";
    /** What a busy machine may cost, never what may be wrong. */
    private static final Set<String> OF_LOAD = Set.of("CARBON_INDEX_UNAVAILABLE", "CARBON_FACE_UNAVAILABLE");

    private final LoadModel model;
    private final Map<String, Integer> refusals = new TreeMap<>();
    private final List<String> examples = new ArrayList<>();
    private long statements;
    private long rows;
    private long violations;
    private long unexplained;

    LoadChecker(LoadModel model) {
        this.model = model;
    }

    /** What has been seen so far. */
    record Figures(
            long statements,
            long rows,
            long violations,
            long unexplained,
            Map<String, Integer> refusals,
            List<String> examples) {}

    synchronized void check(Reader reader, LoadRead read, JsonNode answer) {
        statements++;
        List<Map<Integer, TableRules>> possible =
                model.during(answer.path("began").asLong(), answer.path("ended").asLong());
        if (answer.has("error")) {
            refused(reader, read, answer, possible);
        } else {
            answered(reader, read, answer, possible);
        }
    }

    /** What a statement showed: its rows, or nothing for want of a grant; empty where it failed otherwise. */
    static Optional<Optional<List<String>>> seen(JsonNode answer) {
        if (answer.has("error")) {
            boolean denied = answer.path("error").asText().equals(DENIED);
            return denied ? Optional.of(Optional.empty()) : Optional.empty();
        }
        return Optional.of(Optional.of(rows(answer)));
    }

    private static List<String> rows(JsonNode answer) {
        return StreamSupport.stream(answer.path("rows").spliterator(), false)
                .map(JsonNode::toString)
                .sorted()
                .toList();
    }

    private void answered(Reader reader, LoadRead read, JsonNode answer, List<Map<Integer, TableRules>> possible) {
        List<String> got = rows(answer);
        rows += got.size();
        List<List<String>> right = possible.stream()
                .map(rules -> read.expected(reader, rules))
                .flatMap(Optional::stream)
                .toList();
        if (!right.contains(got)) {
            Set<String> visible = right.stream().flatMap(List::stream).collect(Collectors.toSet());
            long hidden = got.stream().filter(row -> !visible.contains(row)).count();
            violations += Math.max(1, hidden);
            example("VIOLATION of " + hidden + " rows", reader, read);
        }
    }

    private void refused(Reader reader, LoadRead read, JsonNode answer, List<Map<Integer, TableRules>> possible) {
        String error = answer.path("error").asText();
        refusals.merge(error, 1, Integer::sum);
        boolean explained = OF_LOAD.contains(error)
                || error.equals(DENIED)
                        && possible.stream()
                                .anyMatch(rules -> read.expected(reader, rules).isEmpty())
                || error.equals("CARBON_NOT_GOVERNABLE") && possible.size() > 1;
        if (!explained) {
            unexplained++;
            example(answer.path("message").asText(), reader, read);
        }
    }

    private void example(String what, Reader reader, LoadRead read) {
        if (examples.size() < EXAMPLES) {
            examples.add(reader.name() + ": " + read.sql() + " → " + what);
        }
    }

    synchronized Figures figures() {
        return new Figures(statements, rows, violations, unexplained, new TreeMap<>(refusals), List.copyOf(examples));
    }
}
