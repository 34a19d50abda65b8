package io.paladio.carbon.index.file;

import io.paladio.carbon.error.Refusal;
import io.paladio.carbon.index.FaultyDocument;
import io.paladio.carbon.index.IndexUnavailable;
import io.paladio.carbon.index.MalformedJson;
import io.paladio.carbon.index.Obligations;
import io.paladio.carbon.index.PolicySource;
import io.paladio.carbon.index.Recording;
import io.paladio.carbon.index.ResolveAnswer;
import io.paladio.carbon.index.ResolveRequest;
import io.paladio.carbon.index.TableAnswer;
import io.paladio.carbon.policy.Securable;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Path;
import java.nio.file.ReadOnlyFileSystemException;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Index as a folder of JSON documents, for a quick start, a test or a small installation.
 *
 * <p>Each question looks whether a file changed and then reads all of them again, so that an answer never mixes two states. A
 * file at fault keeps the meaning that it had when it was last whole (S22). Where it never was, a policy file takes with it what
 * it hangs on, and any other file takes all. Thread-safe: one thread reads at a time, and the others wait no longer than the
 * deadline.
 */
public final class FilePolicySource implements PolicySource {
    private static final Logger LOG = LoggerFactory.getLogger(FilePolicySource.class);

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

    /** As a document of its own in the folder, which the engine must be able to write to. */
    @Override
    public Recording record(Obligations obligations) {
        long deadline = System.nanoTime() + timeout.toNanos();
        lock();
        try {
            Map<String, Map<String, String>> known =
                    upToDate(deadline).documents().columns(obligations.table());
            if (obligations.contradicts(known)) {
                return Recording.SECOND_VALUE;
            }
            Obligations added = obligations.beyond(known);
            if (!added.columns().isEmpty()) {
                ObligationFiles.write(folder, added);
            }
            return Recording.IN_FORCE;
        } catch (AccessDeniedException | ReadOnlyFileSystemException notOurs) {
            return Recording.NO_PLACE;
        } catch (IOException failure) {
            throw IndexUnavailable.because("the folder of its documents can't be written to");
        } catch (MalformedJson fault) {
            throw IndexUnavailable.because("of its documents, " + fault.problem());
        } finally {
            reading.unlock();
        }
    }

    /** As the folder is now. */
    @Override
    public List<FaultyDocument> faults() {
        try {
            return current().documents().faults();
        } catch (Refusal unavailable) {
            String reason = unavailable.parameters().getOrDefault("reason", "");
            return List.of(new FaultyDocument("the folder", reason, FaultyDocument.Standing.REFUSED));
        }
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
        IndexDocuments documents = IndexDocuments.of(contents, loaded.map(Loaded::documents));
        documents
                .faults()
                .forEach(fault -> LOG.warn(
                        "Index document {} is at fault, {}: {}",
                        fault.document(),
                        fault.fault(),
                        fault.standing().words()));
        return new Loaded(contents, documents, epoch);
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
