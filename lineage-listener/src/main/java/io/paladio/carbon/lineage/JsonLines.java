package io.paladio.carbon.lineage;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** A file of JSON objects, one a line, only ever appended to, and handed to the operating system at each write. Thread-safe. */
final class JsonLines implements AutoCloseable {
    private final FileChannel channel;
    private boolean tornLine;

    private JsonLines(FileChannel channel) {
        this.channel = channel;
    }

    /** Opens the file, making it and its folders where they are missing. */
    static JsonLines append(Path file) throws IOException {
        Path folder = file.toAbsolutePath().getParent();
        if (folder != null) {
            Files.createDirectories(folder);
        }
        return new JsonLines(FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND));
    }

    /** Appends the objects in one write. */
    synchronized void write(String... objects) throws IOException {
        // What a full disk cut off must not swallow the next object: that one starts on a line of its own.
        StringBuilder lines = new StringBuilder(tornLine ? "\n" : "");
        for (String object : objects) {
            lines.append(object).append('\n');
        }
        ByteBuffer bytes = StandardCharsets.UTF_8.encode(lines.toString());
        tornLine = true;
        while (bytes.hasRemaining()) {
            channel.write(bytes);
        }
        tornLine = false;
    }

    @Override
    public synchronized void close() throws IOException {
        channel.close();
    }
}
