package io.paladio.carbon.lineage.spool;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.zip.CRC32C;

/**
 * Up to which record all have been delivered, on disk. Handed to the operating system at each step, so that a killed process
 * repeats no more than what was under way; after a power failure it may lie behind, and records are sent again. Guarded by the
 * spool.
 */
final class Watermark implements AutoCloseable {
    private static final int SIZE = 2 * Long.BYTES;

    private final FileChannel channel;
    private long value;

    private Watermark(FileChannel channel, long value) {
        this.channel = channel;
        this.value = value;
    }

    /** Opens the file; one that makes no sense stands for nothing delivered. */
    static Watermark open(Path file) throws IOException {
        FileChannel channel =
                FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
        ByteBuffer bytes = ByteBuffer.allocate(SIZE);
        boolean whole = channel.read(bytes, 0) == SIZE;
        long value = bytes.getLong(0);
        return new Watermark(channel, whole && bytes.getLong(Long.BYTES) == checksum(value) ? value : 0);
    }

    long value() {
        return value;
    }

    void advance(long to) throws IOException {
        value = Math.max(value, to);
        ByteBuffer bytes = ByteBuffer.allocate(SIZE).putLong(value).putLong(checksum(value));
        channel.write(bytes.flip(), 0);
    }

    private static long checksum(long value) {
        CRC32C checksum = new CRC32C();
        checksum.update(ByteBuffer.allocate(Long.BYTES).putLong(value).flip());
        return checksum.getValue();
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
