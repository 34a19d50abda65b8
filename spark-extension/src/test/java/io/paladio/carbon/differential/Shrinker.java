package io.paladio.carbon.differential;

/** Makes a difference smaller, step by step, as long as it stays one. Used by one thread. */
final class Shrinker {
    private static final int MOST_TRIES = 250;

    private final Engines engines;
    private final Worlds worlds;
    private int tries;
    private Finding finding;

    private Shrinker(Engines engines, Worlds worlds, Finding finding) {
        this.engines = engines;
        this.worlds = worlds;
        this.finding = finding;
    }

    static Finding smallest(Engines engines, Worlds worlds, Finding finding) {
        Shrinker shrinker = new Shrinker(engines, worlds, finding);
        while (shrinker.tries < MOST_TRIES && (shrinker.smallerStatement() || shrinker.smallerWorld())) {
            // Each round takes something away.
        }
        worlds.install(shrinker.finding.world());
        return shrinker.finding;
    }

    private boolean smallerStatement() {
        worlds.install(finding.world());
        for (Tree smaller : finding.statement().query().tree().smaller()) {
            if (tries++ >= MOST_TRIES) {
                return false;
            }
            if (stillDiffers(finding.world(), finding.statement().with(smaller))) {
                return true;
            }
        }
        return false;
    }

    private boolean smallerWorld() {
        for (World smaller : finding.world().smaller()) {
            if (tries++ >= MOST_TRIES) {
                return false;
            }
            worlds.install(smaller);
            if (stillDiffers(smaller, finding.statement())) {
                return true;
            }
        }
        return false;
    }

    private boolean stillDiffers(World world, Statement statement) {
        Engines.Comparison comparison = engines.compare(statement);
        if (comparison.difference().isEmpty()
                || comparison.isRefused() != finding.comparison().isRefused()) {
            return false;
        }
        finding = new Finding(world, statement, comparison);
        return true;
    }
}
