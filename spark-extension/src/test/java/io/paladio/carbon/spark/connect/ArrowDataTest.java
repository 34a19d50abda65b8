package io.paladio.carbon.spark.connect;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.complex.MapVector;
import org.apache.arrow.vector.complex.impl.UnionMapWriter;
import org.apache.arrow.vector.ipc.ArrowStreamWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.sparkproject.connect.protobuf.ByteString;

/** T30, T38: data that points outside itself is not read. */
class ArrowDataTest {
    private static final int LENGTH = 77;

    private static byte[] stream() throws IOException {
        try (BufferAllocator memory = new RootAllocator();
                VarCharVector texts = new VarCharVector("a", memory)) {
            texts.setSafe(0, "x".repeat(LENGTH).getBytes(StandardCharsets.US_ASCII));
            texts.setValueCount(1);
            return written(texts);
        }
    }

    /** A map, a list of entries: its key's offsets lie two levels below the column. */
    private static byte[] map() throws IOException {
        try (BufferAllocator memory = new RootAllocator();
                MapVector maps = MapVector.empty("a", memory, false)) {
            UnionMapWriter writer = maps.getWriter();
            writer.startMap();
            writer.startEntry();
            writer.key().varChar().writeVarChar("x".repeat(LENGTH));
            writer.value().integer().writeInt(1);
            writer.endEntry();
            writer.endMap();
            maps.setValueCount(1);
            return written(maps);
        }
    }

    private static byte[] written(FieldVector column) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        // Not closed: that would close the column twice.
        VectorSchemaRoot root = new VectorSchemaRoot(List.of(column));
        try (ArrowStreamWriter writer = new ArrowStreamWriter(root, null, bytes)) {
            root.setRowCount(1);
            writer.writeBatch();
        }
        return bytes.toByteArray();
    }

    /** The stream with other offsets in place of 0 and the text's length, which stand side by side once. */
    private static byte[] withOffsets(byte[] bytes, int from, int to) {
        ByteBuffer buffer = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        int place = text(bytes) - 8;
        while (buffer.getInt(place) != 0 || buffer.getInt(place + 4) != LENGTH) {
            place -= 4;
        }
        buffer.putInt(place, from).putInt(place + 4, to);
        return bytes;
    }

    private static int text(byte[] bytes) {
        return new String(bytes, StandardCharsets.ISO_8859_1).indexOf("x".repeat(LENGTH));
    }

    private static boolean isSound(byte[] bytes) {
        return ArrowData.isSound(ByteString.copyFrom(bytes));
    }

    @Test
    void control_data_that_is_whole_is_sound() throws IOException {
        assertThat(isSound(stream())).isTrue();
        assertThat(isSound(map())).isTrue();
        assertThat(isSound(withOffsets(stream(), 0, LENGTH))).isTrue();
        assertThat(isSound(withOffsets(stream(), 0, LENGTH - 1))).isTrue();
    }

    @ParameterizedTest
    @CsvSource({"0, 60000", "-200000, 200000", "-1500000, 1500000", "-8, 77", "77, 0", "0, -1", "0, 2147483647"})
    void offsets_outside_the_data_are_not(int from, int to) throws IOException {
        assertThat(isSound(withOffsets(stream(), from, to))).isFalse();
        assertThat(isSound(withOffsets(map(), from, to))).isFalse();
    }

    @ParameterizedTest
    @ValueSource(ints = {0x7fffffff, -2, 1 << 20})
    void a_frame_longer_than_the_data_is_not(int length) throws IOException {
        byte[] bytes = stream();
        ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).putInt(4, length);

        assertThat(isSound(bytes)).isFalse();
    }

    @Test
    void data_that_ends_early_is_not() throws IOException {
        byte[] bytes = stream();

        assertThat(isSound(Arrays.copyOf(bytes, text(bytes) + 4))).isFalse();
        assertThat(isSound(new byte[] {1, 2, 3})).isFalse();
        assertThat(isSound(new byte[0])).isFalse();
    }
}
