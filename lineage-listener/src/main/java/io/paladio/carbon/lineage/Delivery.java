package io.paladio.carbon.lineage;

/** Writes one record somewhere. Called by one thread only; may block and may throw. */
interface Delivery {
    /** Writes the record, or throws. */
    void deliver(StatementRecord statement) throws Exception;

    /** Gives back what it holds. */
    void close() throws Exception;
}
