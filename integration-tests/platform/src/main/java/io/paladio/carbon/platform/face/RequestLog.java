package io.paladio.carbon.platform.face;

import io.paladio.carbon.platform.http.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;

/** One line of JSON per call, and counters: what tests ask the face afterwards. No token, no key. Thread-safe. */
final class RequestLog {
    private final Path file;
    private final Map<String, Long> counters = new TreeMap<>();

    RequestLog(Path file) {
        this.file = file;
    }

    synchronized void record(String operation, String principal, String statement, int status) {
        counters.merge("total", 1L, Long::sum);
        counters.merge(operation, 1L, Long::sum);
        counters.merge("status-" + status, 1L, Long::sum);
        Map<String, Object> line = new LinkedHashMap<>();
        line.put("time", Instant.now().toString());
        line.put("operation", operation);
        line.put("principal", principal);
        line.put("statement", statement);
        line.put("status", status);
        try {
            Files.writeString(file, Json.write(line) + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    synchronized Map<String, Long> counters() {
        return Map.copyOf(counters);
    }
}
