package io.paladio.carbon.lineage.spool;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.LongSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The records of one priority, in segments: files that are only appended to, and deleted as wholes. A segment of an earlier
 * process is never written to again. Guarded by the spool.
 */
final class Lane implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Lane.class);
    private static final Pattern NUMBERED = Pattern.compile("[a-z]+-(\\d{1,18})\\.spool");

    private final Path folder;
    private final Priority priority;
    private final long segmentBytes;
    private final LongSupplier delivered;
    private final Deque<Segment> segments = new ArrayDeque<>();
    private final Deque<SpoolEntry> loaded = new ArrayDeque<>();
    private final Damage damage = new Damage();
    private Optional<FileChannel> writing = Optional.empty();
    private long nextNumber = 1;
    private long nextOrdinal = 1;
    private long highestSequence;

    private Lane(Path folder, Priority priority, long segmentBytes, LongSupplier delivered) {
        this.folder = folder;
        this.priority = priority;
        this.segmentBytes = segmentBytes;
        this.delivered = delivered;
    }

    /**
     * Opens what is there.
     *
     * @param delivered up to which number records need not be sent any more
     */
    static Lane open(Path folder, Priority priority, long segmentBytes, LongSupplier delivered) throws IOException {
        Lane lane = new Lane(folder, priority, segmentBytes, delivered);
        for (Path file : lane.files()) {
            lane.adopt(file);
        }
        return lane;
    }

    private List<Path> files() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> name(file).startsWith(priority.prefix() + "-"))
                    .filter(file -> NUMBERED.matcher(name(file)).matches())
                    .sorted()
                    .toList();
        }
    }

    private void adopt(Path file) throws IOException {
        Segment segment = new Segment(file, Files.size(file));
        for (SegmentScan.Found found : SegmentScan.of(file, 0, segment.bytes()).found()) {
            Frame frame = found.frame();
            nextOrdinal = Math.max(nextOrdinal, frame.ordinal() + 1);
            highestSequence = Math.max(highestSequence, frame.sequence());
            if (frame.sequence() > delivered.getAsLong()) {
                segment.holds(frame);
            }
        }
        Matcher numbered = NUMBERED.matcher(name(file));
        nextNumber = numbered.matches() ? Math.max(nextNumber, Long.parseLong(numbered.group(1)) + 1) : nextNumber;
        segments.add(segment);
    }

    private static String name(Path file) {
        return String.valueOf(file.getFileName());
    }

    long highestSequence() {
        return highestSequence;
    }

    /** Appends a record, whole or not at all. */
    void append(long key, long sequence, long millis, byte[] payload) throws IOException {
        Frame frame = new Frame(key, sequence, nextOrdinal, millis, payload);
        FileChannel channel = channelFor(frame);
        Segment segment = segments.getLast();
        try {
            ByteBuffer bytes = frame.bytes();
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
        } catch (IOException failure) {
            try {
                abandon(channel, segment);
            } catch (IOException second) {
                failure.addSuppressed(second);
            }
            throw failure;
        }
        segment.grow(frame.size());
        segment.holds(frame);
        nextOrdinal++;
    }

    private FileChannel channelFor(Frame frame) throws IOException {
        if (writing.isPresent() && segments.getLast().bytes() + frame.size() > segmentBytes) {
            seal();
        }
        if (writing.isEmpty()) {
            Path file = folder.resolve(String.format(Locale.ROOT, "%s-%018d.spool", priority.prefix(), nextNumber));
            nextNumber++;
            writing = Optional.of(FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE));
            segments.add(new Segment(file, 0));
        }
        return writing.get();
    }

    /**
     * What was half written is cut off, and where that fails it is not read: the segment's length ends before it. The next record
     * goes into a file of its own, since this one may be at fault.
     */
    private void abandon(FileChannel channel, Segment segment) throws IOException {
        try (channel) {
            channel.truncate(segment.bytes());
        } finally {
            writing = Optional.empty();
        }
    }

    /** Nothing more is written to the file that is written to now. */
    void seal() throws IOException {
        if (writing.isPresent()) {
            FileChannel channel = writing.get();
            writing = Optional.empty();
            channel.close();
        }
    }

    Optional<FileChannel> writing() {
        return writing;
    }

    /** The record that waits longest. */
    Optional<SpoolEntry> head() {
        tidy();
        for (Segment segment : segments) {
            if (loaded.isEmpty() && !segment.isRead()) {
                load(segment);
            }
        }
        tidy();
        return Optional.ofNullable(loaded.peek());
    }

    private void load(Segment segment) {
        int waiting = 0;
        try {
            SegmentScan scan = SegmentScan.of(segment.file(), segment.readTo(), segment.bytes());
            for (SegmentScan.Found found : scan.found()) {
                damage.read(found);
                if (found.frame().sequence() > delivered.getAsLong()) {
                    loaded.add(new SpoolEntry(priority, found.frame(), segment));
                    waiting++;
                }
            }
            if (scan.rubbishAtEnd()) {
                damage.rubbish();
            }
        } catch (ClosedByInterruptException stopped) {
            return;
        } catch (IOException unreadable) {
            damage.rubbish();
        }
        segment.read(waiting);
    }

    /** Takes the record that waits longest off. */
    SpoolEntry poll() {
        return loaded.remove();
    }

    /** Puts records back that were taken off, in their order. */
    void putBack(Deque<SpoolEntry> entries) {
        entries.descendingIterator().forEachRemaining(loaded::addFirst);
    }

    /** Files that nobody needs any more go. */
    void tidy() {
        while (!segments.isEmpty() && segments.getFirst().isDone() && !isWriting(segments.getFirst())) {
            delete(segments.removeFirst());
        }
    }

    private boolean isWriting(Segment segment) {
        return writing.isPresent() && segment.equals(segments.getLast());
    }

    /** Gives up the oldest segment that there is, and tells how many records waited in it. */
    OptionalLong shed() throws IOException {
        if (segments.isEmpty()) {
            return OptionalLong.empty();
        }
        if (isWriting(segments.getFirst())) {
            seal();
        }
        Segment oldest = segments.removeFirst();
        loaded.removeIf(entry -> entry.segment().equals(oldest));
        if (!oldest.isRead()) {
            damage.passOver();
        }
        oldest.giveUp();
        delete(oldest);
        return OptionalLong.of(oldest.waiting());
    }

    private static void delete(Segment segment) {
        try {
            Files.deleteIfExists(segment.file());
        } catch (IOException stays) {
            LOG.warn("A file of a spool that is not needed any more can't be deleted");
        }
    }

    long bytes() {
        return segments.stream().mapToLong(Segment::bytes).sum();
    }

    long waiting() {
        return segments.stream().mapToLong(Segment::waiting).sum();
    }

    long damaged() {
        return damage.count();
    }

    OptionalLong oldest() {
        if (!loaded.isEmpty()) {
            return OptionalLong.of(loaded.getFirst().came().toEpochMilli());
        }
        return segments.stream()
                .map(Segment::oldestUnread)
                .filter(OptionalLong::isPresent)
                .mapToLong(OptionalLong::getAsLong)
                .findFirst();
    }

    @Override
    public void close() throws IOException {
        seal();
    }
}
