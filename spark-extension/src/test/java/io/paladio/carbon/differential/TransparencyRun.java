package io.paladio.carbon.differential;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Plans of made-up statements over made-up tables without a policy. The same seed makes the same run. Used by one thread. */
final class TransparencyRun {
    private final Transparency transparency;
    private final Worlds worlds;
    private final List<String> differences = new ArrayList<>();
    private final Map<String, Integer> unplanned = new TreeMap<>();
    private int statements;

    TransparencyRun(Transparency transparency, Worlds worlds) {
        this.transparency = transparency;
        this.worlds = worlds;
    }

    /**
     * Compares plans until there are as many as wanted.
     *
     * @param seed of the first world; each world's seed tells the next one's
     */
    void run(long seed, int wanted) {
        for (long next = seed; statements < wanted; next = Dice.after(next)) {
            World world = World.generated(next).open();
            worlds.install(world);
            for (Statement statement : world.statements(Math.min(World.STATEMENTS, wanted - statements))) {
                compare(world, statement);
            }
        }
    }

    private void compare(World world, Statement statement) {
        statements++;
        String sql = statement.query().tree().sql();
        Transparency.Plans plans = transparency.plans(sql, statement.modes());
        if (!plans.isPlanned()) {
            unplanned.merge(plans.plain().get(0), 1, Integer::sum);
        }
        plans.difference()
                .ifPresent(difference -> differences.add(
                        "seed " + world.seed() + ", " + statement.modes() + ": " + sql + "\n" + difference));
    }

    List<String> differences() {
        return List.copyOf(differences);
    }

    int statements() {
        return statements;
    }

    /** How many statements Spark has no plan for, with us and without us, so that an error class is all that was compared. */
    int unplanned() {
        return unplanned.values().stream().mapToInt(Integer::intValue).sum();
    }

    String figures() {
        return "without a plan " + unplanned;
    }
}
