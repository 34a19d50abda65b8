package io.paladio.carbon.index.file;

import io.paladio.carbon.index.IndexUnavailable;
import io.paladio.carbon.index.MalformedJson;
import io.paladio.carbon.index.PolicySource;
import io.paladio.carbon.index.ResolveAnswer;
import io.paladio.carbon.index.ResolveRequest;
import io.paladio.carbon.index.TableAnswer;
import io.paladio.carbon.policy.Securable;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Index as a folder of JSON documents, for a quick start, a test or a small installation.
 *
 * <p>Each question looks whether a file changed and then reads all of them again, so that an answer never mixes two states. A
 * policy file at fault takes with it what it hangs on; any other file at fault takes all. Thread-safe: one thread reads at a
 * time, and the others wait no longer than the deadline.
 */
public final class FilePolicySource implements PolicySource {
    private final Path folder;
    private final Duration timeout;
    private final ReentrantLock reading = new ReentrantLock();
    private Optional<Loaded> loaded = Optional.empty();

    private record Loaded(FolderContents contents, IndexDocuments documents, long epoch) {}

    public FilePolicySource(Path folder, Duration timeout) {
        this.folder = folder;
        this.timeout = timeout;
    }

    @Override
    public ResolveAnswer resolve(ResolveRequest request) {
        Loaded state = current();
        Map<Securable, TableAnswer> tables = new HashMap<>();
        for (Securable table : request.tables()) {
            tables.put(table, state.documents().table(table, request.caller()));
        }
        return new ResolveAnswer(Instant.now(), state.epoch(), state.documents().principal(request.caller()), tables);
    }

    @Override
    public void close() {
        // Nothing is held open between two questions.
    }

    private Loaded current() {
        long deadline = System.nanoTime() + timeout.toNanos();
        lock();
        try {
            Loaded state = upToDate(deadline);
            loaded = Optional.of(state);
            return state;
        } catch (IOException unreadable) {
            throw IndexUnavailable.because("the folder of its documents can't be read");
        } catch (MalformedJson fault) {
            throw IndexUnavailable.because("of its documents, " + fault.problem());
        } finally {
            reading.unlock();
        }
    }

    private Loaded upToDate(long deadline) throws IOException, MalformedJson {
        do {
            Map<String, FolderContents.Stamp> stamps = FolderContents.stampsOf(folder);
            if (loaded.isPresent() && loaded.get().contents().stillHolds(stamps)) {
                return loaded.get();
            }
            Optional<FolderContents> contents = FolderContents.read(folder, stamps);
            if (contents.isPresent()) {
                return load(contents.get());
            }
        } while (System.nanoTime() < deadline);
        throw IndexUnavailable.because("its documents keep changing");
    }

    private Loaded load(FolderContents contents) throws MalformedJson {
        Optional<Loaded> same = loaded.filter(state -> state.contents().texts().equals(contents.texts()));
        if (same.isPresent()) {
            return new Loaded(contents, same.get().documents(), same.get().epoch());
        }
        long epoch = loaded.map(Loaded::epoch).orElse(0L) + 1;
        return new Loaded(contents, IndexDocuments.of(contents), epoch);
    }

    private void lock() {
        try {
            if (!reading.tryLock(timeout.toNanos(), TimeUnit.NANOSECONDS)) {
                throw IndexUnavailable.because("its documents could not be read in time");
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw IndexUnavailable.because("the question was interrupted");
        }
    }
}
