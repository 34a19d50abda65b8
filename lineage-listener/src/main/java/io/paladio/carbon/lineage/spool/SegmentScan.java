package io.paladio.carbon.lineage.spool;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What a segment holds from some place on.
 *
 * @param found the records, each with whether rubbish lies before it
 * @param rubbishAtEnd whether there are bytes after the last one that make no record
 */
record SegmentScan(List<Found> found, boolean rubbishAtEnd) {

    /** A whole record. */
    record Found(Frame frame, boolean afterRubbish) {}

    /** Reads from one place to another; what is cut or corrupted is passed over. */
    static SegmentScan of(Path file, long from, long to) throws IOException {
        ByteBuffer bytes = read(file, from, to);
        List<Found> found = new ArrayList<>();
        boolean rubbish = false;
        int offset = 0;
        while (offset < bytes.limit()) {
            Optional<Frame> frame = Frame.at(bytes, offset);
            if (frame.isPresent()) {
                found.add(new Found(frame.get(), rubbish));
                offset += frame.get().size();
                rubbish = false;
            } else {
                offset++;
                rubbish = true;
            }
        }
        return new SegmentScan(found, rubbish || bytes.limit() < to - from);
    }

    private static ByteBuffer read(Path file, long from, long to) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            ByteBuffer bytes = ByteBuffer.allocate(Math.toIntExact(to - from));
            int read = 0;
            while (bytes.hasRemaining() && read >= 0) {
                read = channel.read(bytes, from + bytes.position());
            }
            return bytes.flip();
        }
    }
}
