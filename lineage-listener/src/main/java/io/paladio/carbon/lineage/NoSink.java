package io.paladio.carbon.lineage;

import java.util.Optional;

/** Keeps nothing: the operator's explicit {@code none}. Stateless. */
final class NoSink implements StatementSink {
    @Override
    public void accept(StatementRecord statement) {
        // The operator asked for no record.
    }

    @Override
    public SinkCounts counts() {
        return new SinkCounts(0, 0, 0);
    }

    @Override
    public Optional<SinkHealth> health() {
        return Optional.empty();
    }

    @Override
    public void close() {
        // Holds nothing.
    }
}
