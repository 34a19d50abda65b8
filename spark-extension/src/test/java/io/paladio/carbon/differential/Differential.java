package io.paladio.carbon.differential;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/** Runs statements over worlds and counts what comes of them. The same seed makes the same run. Used by one thread. */
final class Differential {
    /** A long run that is cut short has told how far it came. */
    private static final int STATEMENTS_PER_REPORT = 1000;

    private final Engines engines;
    private final Worlds worlds;
    private final List<Finding> findings = new ArrayList<>();
    private final Map<String, Integer> refusals = new TreeMap<>();
    private final Map<String, Integer> failures = new TreeMap<>();
    private final Map<String, String> examples = new TreeMap<>();
    private final UnaryOperator<Finding> smallest;
    private int statements;
    private int empty;
    private int unanswered;

    private Differential(Engines engines, Worlds worlds, UnaryOperator<Finding> smallest) {
        this.engines = engines;
        this.worlds = worlds;
        this.smallest = smallest;
    }

    /** A run whose findings are made as small as they get. */
    static Differential shrinking(Engines engines, Worlds worlds) {
        return new Differential(engines, worlds, finding -> Shrinker.smallest(engines, worlds, finding));
    }

    /** A run that leaves findings as they are. */
    static Differential plain(Engines engines, Worlds worlds) {
        return new Differential(engines, worlds, UnaryOperator.identity());
    }

    /**
     * Runs statements until there are as many as wanted.
     *
     * @param seed of the first world; each world's seed tells the next one's
     * @param enough when to stop before
     */
    void run(long seed, int wanted, Predicate<Differential> enough) {
        long next = seed;
        while (statements < wanted && !enough.test(this)) {
            World world = World.generated(next);
            if (worlds.areTelling(world)) {
                run(world, wanted, enough);
            }
            next = Dice.after(next);
        }
    }

    private void run(World world, int wanted, Predicate<Differential> enough) {
        worlds.install(world);
        for (Statement statement : world.statements(Math.min(World.STATEMENTS, wanted - statements))) {
            if (!enough.test(this)) {
                run(world, statement);
            }
        }
    }

    private void run(World world, Statement statement) {
        if (++statements % STATEMENTS_PER_REPORT == 0) {
            System.out.println("differential: after " + statements + ": " + figures());
        }
        Engines.Comparison comparison = engines.compare(statement);
        count(statement, comparison);
        if (comparison.difference().isPresent() && !comparison.isRefused()) {
            Finding finding = new Finding(world, statement, comparison);
            System.out.println("differential: found, being made smaller: " + finding.summary());
            findings.add(smallest.apply(finding));
            System.out.println("differential: " + findings.get(findings.size() - 1));
            worlds.install(world);
        }
    }

    private void count(Statement statement, Engines.Comparison comparison) {
        if (comparison.governed() instanceof Outcome.Failure failure) {
            (failure.isRefusal() ? refusals : failures).merge(failure.condition(), 1, Integer::sum);
            examples.putIfAbsent(failure.condition(), statement.query().tree().sql());
        }
        if (Engines.isWithoutAnswer(comparison.right())) {
            unanswered++;
        }
        if (comparison.right() instanceof Outcome.Rows rows && rows.rows().isEmpty()) {
            empty++;
        }
    }

    List<Finding> findings() {
        return List.copyOf(findings);
    }

    int statements() {
        return statements;
    }

    /** How many statements the governed engine refused to run. */
    int refused() {
        return refusals.values().stream().mapToInt(Integer::intValue).sum();
    }

    int failed() {
        return failures.values().stream().mapToInt(Integer::intValue).sum();
    }

    int empty() {
        return empty;
    }

    /** How many statements Spark fails on by a fault of its own, so that there is nothing to compare with. */
    int unanswered() {
        return unanswered;
    }

    /** A statement for each way in which statements failed or were refused. */
    Map<String, String> examples() {
        return examples;
    }

    String figures() {
        return "without rows " + empty + ", unanswered by Spark itself " + unanswered + ", refused " + refusals
                + ", failed alike " + failures;
    }
}
