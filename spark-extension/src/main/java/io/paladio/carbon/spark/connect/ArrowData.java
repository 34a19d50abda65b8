package io.paladio.carbon.spark.connect;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.apache.arrow.flatbuf.Message;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.ArrowStreamReader;
import org.apache.arrow.vector.validate.ValidateVectorBufferVisitor;
import org.apache.arrow.vector.validate.ValidateVectorDataVisitor;
import org.sparkproject.connect.protobuf.ByteString;

/**
 * Local data of a client, an Arrow stream. Spark takes texts and lists out of it at whatever address their offsets say, within
 * the data or not: with wrong offsets it hands out the engine's memory, or ends with it. So the whole stream is read and checked
 * before Spark sees it, by Arrow's own validation. Stateless.
 */
final class ArrowData {
    private static final int CONTINUATION = -1;
    /** What vectors need beside the data itself. */
    private static final long SPARE = 16L << 20;

    private static final int MOST_TIMES = 4;

    private ArrowData() {}

    /** Whether everything that the stream points at lies within it. */
    static boolean isSound(ByteString data) {
        try (BufferAllocator memory = new RootAllocator(data.size() * (long) MOST_TIMES + SPARE);
                ArrowStreamReader reader = new ArrowStreamReader(data.newInput(), memory)) {
            requireFrames(data.asReadOnlyByteBuffer().order(ByteOrder.LITTLE_ENDIAN));
            while (reader.loadNextBatch()) {
                if (!isWhole(reader.getVectorSchemaRoot())) {
                    return false;
                }
            }
            return true;
        } catch (IOException | RuntimeException | StackOverflowError unsound) {
            return false;
        }
    }

    /** Of Arrow's checks the two that are about memory; its check of types does not know maps. */
    private static boolean isWhole(VectorSchemaRoot batch) {
        for (FieldVector vector : batch.getFieldVectors()) {
            if (vector.getValueCount() != batch.getRowCount()) {
                return false;
            }
            vector.accept(new ValidateVectorBufferVisitor(), null);
            vector.accept(new ValidateVectorDataVisitor(), null);
        }
        return true;
    }

    /** Arrow makes room for as much as a frame says that it has, before it looks whether that is there. */
    private static void requireFrames(ByteBuffer data) throws IOException {
        while (data.remaining() >= Integer.BYTES) {
            int length = data.getInt();
            if (length == CONTINUATION) {
                length = data.getInt();
            }
            if (length == 0) {
                return;
            }
            Message frame = Message.getRootAsMessage(part(data, length).order(ByteOrder.LITTLE_ENDIAN));
            part(data, frame.bodyLength());
        }
    }

    /** The next bytes, as many as that; the buffer is left behind them. */
    private static ByteBuffer part(ByteBuffer data, long length) throws IOException {
        if (length < 0 || length > data.remaining()) {
            throw new IOException("a frame is longer than the data");
        }
        ByteBuffer part = data.slice(data.position(), (int) length);
        data.position(data.position() + (int) length);
        return part;
    }
}
