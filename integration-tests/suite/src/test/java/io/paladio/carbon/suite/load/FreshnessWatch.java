package io.paladio.carbon.suite.load;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;

/**
 * Looks, after each change of a policy, for the first statement that obeys it, and for any that started after its COMMIT and does
 * not. Only a statement whose right answer the change altered for its reader can tell. Thread-safe.
 */
final class FreshnessWatch {
    private static final int EXAMPLES = 5;

    private final List<Long> toFirstAnswer = new ArrayList<>();
    private final List<String> examples = new ArrayList<>();
    private Optional<LoadModel.Change> open = Optional.empty();
    private CountDownLatch seen = new CountDownLatch(0);
    private int changes;
    private long decisive;
    private long stale;

    /**
     * What has been seen so far.
     *
     * @param decisive statements that started after a COMMIT and whose right answer it had altered
     * @param stale those of them that did not obey it
     * @param toFirstAnswer for each change, microseconds from its COMMIT to the end of the first statement that obeyed it
     */
    record Figures(int changes, long decisive, long stale, List<Long> toFirstAnswer, List<String> examples) {}

    /** A change was committed; counted down as soon as a statement obeys it. */
    synchronized CountDownLatch committed(LoadModel.Change change) {
        changes++;
        open = Optional.of(change);
        seen = new CountDownLatch(1);
        return seen;
    }

    /** Another change is about to be sent: from now on an answer can't be held against the last one. */
    synchronized void close() {
        open = Optional.empty();
    }

    /** Whether the change alters what this statement answers to this reader. */
    static boolean tells(Reader reader, LoadRead read, LoadModel.Change change) {
        return !read.expected(reader, change.before()).equals(read.expected(reader, change.after()));
    }

    /** Whether a statement was seen that obeys what was before its start: whoever waits for a right one may wait for ever. */
    synchronized boolean isStale() {
        return stale > 0;
    }

    synchronized void check(Reader reader, LoadRead read, JsonNode answer) {
        if (open.filter(change -> tells(reader, read, change)).isEmpty()) {
            return;
        }
        LoadModel.Change change = open.orElseThrow();
        Optional<Optional<List<String>>> got = LoadChecker.seen(answer);
        if (got.isEmpty()) {
            return;
        }
        boolean obeys = got.get().equals(read.expected(reader, change.after()));
        if (answer.path("began").asLong() > change.committed()) {
            decisive++;
            if (!obeys) {
                stale++;
                example(reader, read);
            }
        }
        if (obeys) {
            first(answer.path("ended").asLong() - change.committed());
        }
    }

    private void first(long microseconds) {
        if (seen.getCount() > 0) {
            toFirstAnswer.add(Math.max(0, microseconds));
            seen.countDown();
        }
    }

    private void example(Reader reader, LoadRead read) {
        if (examples.size() < EXAMPLES) {
            examples.add(reader.name() + ": " + read.sql());
        }
    }

    synchronized Figures figures() {
        return new Figures(changes, decisive, stale, List.copyOf(toFirstAnswer), List.copyOf(examples));
    }
}
