package io.paladio.carbon.differential;

/** A statement whose outcome was not the right one, over the smallest world that shows it. */
record Finding(World world, Statement statement, Engines.Comparison comparison) {
    /** What differs, and the statement that shows it. */
    String summary() {
        return "seed " + world.seed() + ": " + comparison.difference().orElse("none") + "\n  "
                + statement.query().tree().sql() + "\n  " + statement.modes();
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder(summary())
                .append("\n  again: ./mvnw -q -Pdifferential verify -Dcarbon.seed=" + world.seed()
                        + " -Dcarbon.statements=" + World.STATEMENTS);
        for (World.Governed governed : world.tables()) {
            text.append("\n  ").append(governed.table());
            PolicyDocuments.of(governed.table().name(), governed.policies())
                    .values()
                    .forEach(document -> text.append("\n    ").append(document));
        }
        return text.append("\n  governed ")
                .append(comparison.governed())
                .append("\n  right ")
                .append(comparison.right())
                .toString();
    }
}
