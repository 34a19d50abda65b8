package io.paladio.carbon.lineage;

/** Where finished statement records go: decision records, OpenLineage. Thread-safe; never throws to the statement. */
public interface StatementSink extends AutoCloseable {
    /** Takes one finished record; returns at once. */
    void accept(StatementRecord statement);

    /** What became of the records so far: for health and metrics. */
    SinkCounts counts();

    /** Writes what is left, within a bounded time. */
    @Override
    void close();
}
