package io.paladio.carbon.lineage;

import java.util.Optional;

/** Where finished statement records go: decision records, OpenLineage. Thread-safe; never throws to the statement. */
public interface StatementSink extends AutoCloseable {
    /** Takes one finished record; returns at once. */
    void accept(StatementRecord statement);

    /** What became of the records so far. */
    SinkCounts counts();

    /** How it is with the sink; empty for one that keeps nothing. */
    Optional<SinkHealth> health();

    /** Delivers what is left, within a bounded time. */
    @Override
    void close();
}
