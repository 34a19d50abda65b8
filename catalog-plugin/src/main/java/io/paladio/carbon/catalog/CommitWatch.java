package io.paladio.carbon.catalog;

/** What has to happen around the commit of a write. Implementations are used by one thread. */
@FunctionalInterface
interface CommitWatch {
    /** Runs the commit, or throws in its place. */
    void run(Runnable commit);
}
