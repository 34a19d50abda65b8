package io.paladio.carbon.platform.store;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** The open journals of a store; without one nothing is kept. Thread-safe. */
final class ReadJournals {
    private final List<ReadJournal> open = new CopyOnWriteArrayList<>();

    ReadJournal open() {
        ReadJournal journal = new ReadJournal(open::remove);
        open.add(journal);
        return journal;
    }

    void read(String key) {
        open.forEach(journal -> journal.read(key));
    }
}
