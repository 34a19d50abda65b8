package io.paladio.carbon.lineage.spool;

/** What goes first where there is no room for all. */
public enum Priority {
    /** Goes first: the other records still tell what matters without it. */
    LOW("low"),
    /** Goes only where no record of low priority is left. */
    HIGH("high");

    private final String prefix;

    Priority(String prefix) {
        this.prefix = prefix;
    }

    /** How the names of files begin that hold records of it. */
    String prefix() {
        return prefix;
    }
}
