package io.paladio.carbon.lineage.spool;

import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.zip.CRC32C;

/**
 * A record as it lies in a segment: a mark to find it by, its length, a checksum over all that follows, then the record.
 *
 * @param key what it belongs to
 * @param sequence its number among all records of the spool: the order in which they came
 * @param ordinal its number in its lane, without gaps: a gap tells how many records are gone
 * @param millis when it came
 */
@SuppressWarnings("ArrayRecordComponent")
record Frame(long key, long sequence, long ordinal, long millis, byte[] payload) {
    static final int HEADER = 3 * Integer.BYTES + 4 * Long.BYTES;

    private static final int MARK = 0xCA5B_F001;
    private static final int CHECKSUM_AT = 2 * Integer.BYTES;

    int size() {
        return HEADER + payload.length;
    }

    /** The bytes to write. */
    ByteBuffer bytes() {
        ByteBuffer bytes = ByteBuffer.allocate(size());
        bytes.putInt(MARK).putInt(payload.length).putInt(0);
        bytes.putLong(key).putLong(sequence).putLong(ordinal).putLong(millis).put(payload);
        bytes.putInt(CHECKSUM_AT, checksum(bytes, 0, payload.length));
        return bytes.flip();
    }

    /** The record that begins here; empty where none does, or not a whole one. */
    static Optional<Frame> at(ByteBuffer bytes, int offset) {
        if (bytes.limit() - offset < HEADER || bytes.getInt(offset) != MARK) {
            return Optional.empty();
        }
        int length = bytes.getInt(offset + Integer.BYTES);
        if (length < 0 || length > bytes.limit() - offset - HEADER) {
            return Optional.empty();
        }
        if (bytes.getInt(offset + CHECKSUM_AT) != checksum(bytes, offset, length)) {
            return Optional.empty();
        }
        ByteBuffer rest = bytes.duplicate().position(offset + CHECKSUM_AT + Integer.BYTES);
        byte[] payload = new byte[length];
        Frame frame = new Frame(rest.getLong(), rest.getLong(), rest.getLong(), rest.getLong(), payload);
        rest.get(payload);
        return Optional.of(frame);
    }

    /** Over the length too: a wrong one must not make two records of one. */
    private static int checksum(ByteBuffer bytes, int offset, int length) {
        CRC32C checksum = new CRC32C();
        checksum.update(bytes.duplicate().position(offset + Integer.BYTES).limit(offset + CHECKSUM_AT));
        checksum.update(
                bytes.duplicate().position(offset + CHECKSUM_AT + Integer.BYTES).limit(offset + HEADER + length));
        return (int) checksum.getValue();
    }
}
