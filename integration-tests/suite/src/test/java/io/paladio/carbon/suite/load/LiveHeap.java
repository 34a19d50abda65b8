package io.paladio.carbon.suite.load;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** How many bytes of a process's heap are in use once all garbage is gone. Stateless. */
final class LiveHeap {
    private LiveHeap() {}

    /** Collects the garbage of that process and counts what is left. */
    static long bytes(long pid) {
        try {
            Process tool = new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "jcmd")
                                    .toString(),
                            Long.toString(pid),
                            "GC.class_histogram")
                    .redirectErrorStream(true)
                    .start();
            String said = new String(tool.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return said.lines()
                    .filter(line -> line.startsWith("Total"))
                    .mapToLong(line -> Long.parseLong(line.strip().split("\\s+")[2]))
                    .findFirst()
                    .orElseThrow(() -> new IllegalStateException(said));
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
