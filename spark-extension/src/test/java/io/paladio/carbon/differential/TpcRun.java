package io.paladio.carbon.differential;

import io.paladio.carbon.differential.Engines.Comparison;
import io.paladio.carbon.differential.Outcome.Failure;
import io.paladio.carbon.differential.Outcome.Rows;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Asks queries of both engines and counts what comes of them. Used by one thread. */
final class TpcRun {
    private static final String DENIED = "CARBON_COLUMN_DENIED";

    private final Engines engines;
    private final long seed;
    private final List<String> findings = new ArrayList<>();
    private final Map<String, Integer> alike = new TreeMap<>();
    private int answers;
    private int empty;

    /** @param seed of the settings that queries run under */
    TpcRun(Engines engines, long seed) {
        this.engines = engines;
        this.seed = seed;
    }

    void ask(TpcQuery query, PolicySet policies) {
        answers++;
        Modes modes = Modes.drawn(new Dice(seed ^ (query.name() + policies.name()).hashCode()));
        difference(query, modes)
                .ifPresent(difference ->
                        findings.add(query.name() + " under " + policies.name() + ", " + modes + ": " + difference));
    }

    private Optional<String> difference(TpcQuery query, Modes modes) {
        Comparison asked = engines.compare(statement(query.sql(), modes));
        count(asked);
        if (isDeniedAlike(asked)) {
            return Optional.empty();
        }
        return query.limit().filter(limit -> isFull(asked, limit)).isPresent()
                ? ofWhole(asked, engines.compare(statement(query.whole(), modes)))
                : asked.difference();
    }

    private static Statement statement(String sql, Modes modes) {
        return new Statement(new Query(Tree.of("tpc", sql), List.of()), modes);
    }

    private void count(Comparison asked) {
        if (asked.governed() instanceof Failure failure) {
            alike.merge(failure.condition(), 1, Integer::sum);
        } else if (((Rows) asked.governed()).rows().isEmpty()) {
            empty++;
        }
    }

    /** To name a column that bob may not refer to is refused; in his copy there is no such column. */
    private static boolean isDeniedAlike(Comparison asked) {
        return asked.governed() instanceof Failure refused
                && refused.condition().equals(DENIED)
                && asked.right() instanceof Failure unknown
                && unknown.condition().startsWith("UNRESOLVED_COLUMN");
    }

    private static boolean isFull(Comparison asked, int limit) {
        return asked.governed() instanceof Rows rows && rows.rows().size() == limit;
    }

    /**
     * Which of the rows that tie for the last places are taken is a matter of the plan: as many must come as there are places, all of
     * them rows of the whole answer, and the whole answers must be the same.
     */
    private static Optional<String> ofWhole(Comparison asked, Comparison whole) {
        if (whole.difference().isPresent()) {
            return whole.difference().map(difference -> "without the limit, " + difference);
        }
        Rows some = (Rows) asked.governed();
        boolean count = asked.right() instanceof Rows right
                && right.rows().size() == some.rows().size();
        boolean part = whole.governed() instanceof Rows all && new HashSet<>(all.rows()).containsAll(some.rows());
        return count && part ? Optional.empty() : Optional.of("the first rows are not of the whole answer");
    }

    List<String> findings() {
        return List.copyOf(findings);
    }

    int answers() {
        return answers;
    }

    /** How many answers have no row, so that they tell little. */
    int empty() {
        return empty;
    }

    /** How many statements failed or were refused, on both sides alike or not. */
    int failed() {
        return alike.values().stream().mapToInt(Integer::intValue).sum();
    }

    String figures() {
        return "without rows " + empty + ", refused or failed " + alike;
    }
}
