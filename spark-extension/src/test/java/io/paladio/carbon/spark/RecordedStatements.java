package io.paladio.carbon.spark;

import static org.assertj.core.api.Assertions.assertThat;

import io.paladio.carbon.lineage.SinkCounts;
import io.paladio.carbon.lineage.SinkHealth;
import io.paladio.carbon.lineage.StatementRecord;
import io.paladio.carbon.lineage.StatementSink;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.spark.SparkContext;

/** A sink that keeps what it takes. Thread-safe. */
final class RecordedStatements implements StatementSink {
    private final List<StatementRecord> records = new CopyOnWriteArrayList<>();

    @Override
    public void accept(StatementRecord statement) {
        records.add(statement);
    }

    @Override
    public SinkCounts counts() {
        return new SinkCounts(records.size(), 0, 0);
    }

    @Override
    public Optional<SinkHealth> health() {
        return Optional.empty();
    }

    @Override
    public void close() {
        // Keeps nothing open.
    }

    void clear() {
        records.clear();
    }

    /** All records, once Spark has told its listeners of all that happened so far. */
    List<StatementRecord> settled(SparkContext context) throws Exception {
        context.listenerBus().waitUntilEmpty(20_000);
        return List.copyOf(records);
    }

    /** The one record that there is. */
    StatementRecord only(SparkContext context) throws Exception {
        List<StatementRecord> settled = settled(context);
        assertThat(settled).hasSize(1);
        return settled.get(0);
    }
}
