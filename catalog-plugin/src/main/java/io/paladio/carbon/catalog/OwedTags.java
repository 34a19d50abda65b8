package io.paladio.carbon.catalog;

/**
 * What rows that a statement is about to commit owe for where they come from (S14), on its way into Index. Implemented by the
 * extension, made for one write, used by one thread.
 */
public interface OwedTags {
    /** Nothing is owed. */
    OwedTags NONE = new OwedTags() {
        @Override
        public void record() {}

        @Override
        public void withdraw() {}
    };

    /**
     * Has Index hold from now on that the rows owe it. Rows are visible with their commit, so that this comes before it.
     *
     * @throws SparkRefusal where Index can't; then nothing may be committed
     */
    void record();

    /** The rows were not added, which is certain. Never fails. */
    void withdraw();
}
