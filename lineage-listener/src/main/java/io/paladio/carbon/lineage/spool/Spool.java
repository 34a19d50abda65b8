package io.paladio.carbon.lineage.spool;

import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * A bounded queue of records on disk, that outlives its process. Records come back in the order in which they came, each until it
 * is said to be delivered, also by the next process. What is cut or corrupted costs the records that it hits and no other.
 *
 * <p>Where the bound is reached the oldest records of low priority go, then the oldest of high priority, a file at a time. One
 * process has the folder at a time. Thread-safe; one thread at a time takes records out.
 */
public final class Spool implements AutoCloseable {
    private static final long LONGEST_SEGMENT = 4L * 1024 * 1024;
    private static final long SEGMENTS = 32;

    private final Path folder;
    private final FileChannel lock;
    private final Watermark watermark;
    private final Map<Priority, Lane> lanes;
    private final long maxBytes;
    private long nextSequence;
    private long dropped;

    private Spool(Path folder, FileChannel lock, Watermark watermark, Map<Priority, Lane> lanes, long maxBytes) {
        this.folder = folder;
        this.lock = lock;
        this.watermark = watermark;
        this.lanes = lanes;
        this.maxBytes = maxBytes;
        this.nextSequence = 1
                + Math.max(
                        watermark.value(),
                        all().mapToLong(Lane::highestSequence).max().orElse(0));
    }

    /**
     * Opens the folder, making it where it is missing, for this user alone where the file system knows users.
     *
     * @throws SpoolInUse where another has it
     */
    public static Spool open(Path folder, long maxBytes) throws IOException {
        Files.createDirectories(folder.toAbsolutePath(), forItsOwnerAlone(folder));
        FileChannel lock = locked(folder.resolve("lock"));
        try {
            Watermark watermark = Watermark.open(folder.resolve("delivered"));
            long segmentBytes = Math.min(LONGEST_SEGMENT, Math.max(1, maxBytes / SEGMENTS));
            Map<Priority, Lane> lanes = new EnumMap<>(Priority.class);
            for (Priority priority : Priority.values()) {
                lanes.put(priority, Lane.open(folder, priority, segmentBytes, watermark::value));
            }
            return new Spool(folder, lock, watermark, lanes, maxBytes);
        } catch (IOException | RuntimeException failure) {
            lock.close();
            throw failure;
        }
    }

    private static FileAttribute<?>[] forItsOwnerAlone(Path folder) {
        Set<String> views = folder.getFileSystem().supportedFileAttributeViews();
        return views.contains("posix")
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"))
                }
                : new FileAttribute<?>[0];
    }

    private static FileChannel locked(Path file) throws IOException {
        FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        try {
            Optional<FileLock> lock = Optional.ofNullable(channel.tryLock());
            if (lock.isPresent()) {
                return channel;
            }
        } catch (OverlappingFileLockException ourselves) {
            channel.close();
            throw new SpoolInUse();
        }
        channel.close();
        throw new SpoolInUse();
    }

    private Stream<Lane> all() {
        return lanes.values().stream();
    }

    /**
     * Appends a record and hands it to the operating system: from then on it outlives this process.
     *
     * @throws IOException where it can't be written, also after the oldest records of low priority made room: nothing of it stays
     */
    public synchronized void append(SpoolRecord record) throws IOException {
        byte[] payload = record.text().getBytes(StandardCharsets.UTF_8);
        if (!makeRoomFor(Frame.HEADER + (long) payload.length)) {
            dropped++;
            return;
        }
        try {
            write(record, payload);
        } catch (IOException failure) {
            shedWhereTheDiskIsFull();
            write(record, payload);
        }
        notifyAll();
    }

    /** Any other failure, nothing that is given up would mend. */
    private void shedWhereTheDiskIsFull() throws IOException {
        if (Files.getFileStore(folder).getUsableSpace() < LONGEST_SEGMENT) {
            shed(lane(Priority.LOW));
        }
    }

    private void write(SpoolRecord record, byte[] payload) throws IOException {
        lane(record.priority()).append(record.key(), nextSequence, System.currentTimeMillis(), payload);
        nextSequence++;
    }

    private boolean makeRoomFor(long size) throws IOException {
        if (size > maxBytes) {
            return false;
        }
        all().forEach(Lane::tidy);
        while (bytes() + size > maxBytes) {
            if (!shed(lane(Priority.LOW)) && !shed(lane(Priority.HIGH))) {
                return false;
            }
        }
        return true;
    }

    private boolean shed(Lane lane) throws IOException {
        OptionalLong lost = lane.shed();
        dropped += lost.orElse(0);
        return lost.isPresent();
    }

    private Lane lane(Priority priority) {
        return Optional.ofNullable(lanes.get(priority)).orElseThrow();
    }

    /** Waits until all that was appended outlives the machine too. */
    public void sync() throws IOException {
        for (FileChannel channel : writing()) {
            try {
                channel.force(false);
            } catch (ClosedChannelException sealed) {
                // It was full, or given up, while this waited for another.
                continue;
            }
        }
    }

    private synchronized List<FileChannel> writing() {
        return all().map(Lane::writing).flatMap(Optional::stream).toList();
    }

    /**
     * The records that wait longest, in the order in which they came; the same again until they are delivered.
     *
     * @param most how many
     * @param patience how long to wait for the first
     */
    public synchronized List<SpoolEntry> next(int most, Duration patience) throws InterruptedException {
        long end = System.nanoTime() + patience.toNanos();
        List<SpoolEntry> next = ahead(most);
        for (long left = patience.toNanos(); next.isEmpty() && left > 0; left = end - System.nanoTime()) {
            TimeUnit.NANOSECONDS.timedWait(this, left);
            next = ahead(most);
        }
        return next;
    }

    private List<SpoolEntry> ahead(int most) {
        Map<Priority, Deque<SpoolEntry>> taken = new EnumMap<>(Priority.class);
        List<SpoolEntry> ahead = new ArrayList<>();
        Optional<Priority> first = first();
        while (first.isPresent() && ahead.size() < most) {
            SpoolEntry entry = lane(first.get()).poll();
            ahead.add(entry);
            taken.computeIfAbsent(first.get(), none -> new ArrayDeque<>()).add(entry);
            first = first();
        }
        taken.forEach((priority, entries) -> lane(priority).putBack(entries));
        return ahead;
    }

    /** The lane whose oldest record is the oldest of all. */
    private Optional<Priority> first() {
        Optional<SpoolEntry> low = lane(Priority.LOW).head();
        Optional<SpoolEntry> high = lane(Priority.HIGH).head();
        if (low.isEmpty() || high.isEmpty()) {
            return low.map(entry -> Priority.LOW).or(() -> high.map(entry -> Priority.HIGH));
        }
        return Optional.of(low.get().sequence() < high.get().sequence() ? Priority.LOW : Priority.HIGH);
    }

    /** These records, the first of those that wait, need not be kept any more. */
    public synchronized void delivered(List<SpoolEntry> entries) throws IOException {
        long last = watermark.value();
        for (SpoolEntry entry : entries) {
            last = Math.max(last, entry.sequence());
            if (entry.segment().isGone()) {
                dropped--;
            } else {
                take(entry);
            }
        }
        all().forEach(Lane::tidy);
        watermark.advance(last);
    }

    private void take(SpoolEntry entry) {
        for (Lane lane : lanes.values()) {
            if (lane.head().filter(entry::equals).isPresent()) {
                lane.poll();
                entry.segment().delivered();
            }
        }
    }

    /** What there is at this moment. */
    public synchronized SpoolCounts counts() {
        OptionalLong oldest =
                all().map(Lane::oldest).flatMapToLong(OptionalLong::stream).min();
        return new SpoolCounts(
                all().mapToLong(Lane::waiting).sum(),
                bytes(),
                oldest.isPresent() ? Optional.of(Instant.ofEpochMilli(oldest.getAsLong())) : Optional.empty(),
                dropped,
                all().mapToLong(Lane::damaged).sum());
    }

    private long bytes() {
        return all().mapToLong(Lane::bytes).sum();
    }

    /** Leaves what waits on disk. */
    @Override
    public synchronized void close() throws IOException {
        try (lock;
                watermark) {
            for (Lane lane : lanes.values()) {
                lane.close();
            }
        }
    }
}
