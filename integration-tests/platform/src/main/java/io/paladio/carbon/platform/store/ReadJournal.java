package io.paladio.carbon.platform.store;

import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;

/** What was read from the store since the journal was opened, object by object. Thread-safe. */
public final class ReadJournal implements AutoCloseable {
    private final Queue<String> keys = new ConcurrentLinkedQueue<>();
    private final Consumer<ReadJournal> closing;

    ReadJournal(Consumer<ReadJournal> closing) {
        this.closing = closing;
    }

    void read(String key) {
        keys.add(key);
    }

    /** The data files that were opened, each once, in the order of their names. */
    public List<String> dataFiles() {
        return keys.stream()
                .filter(key -> key.endsWith(".parquet"))
                .distinct()
                .sorted()
                .toList();
    }

    @Override
    public void close() {
        closing.accept(this);
    }
}
