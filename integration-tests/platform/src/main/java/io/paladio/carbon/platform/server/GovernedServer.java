package io.paladio.carbon.platform.server;

import io.paladio.carbon.platform.EmbeddedPlatform;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;

/**
 * A Spark Connect server in a process of its own, started as operators start one, with the shipped jar and all of the governance
 * switched on. A builder takes parts of it away for tests that show what then happens. Thread-safe once started.
 */
public final class GovernedServer implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofMinutes(5);
    private static final Duration STEP = Duration.ofMillis(100);

    private final ChildProcess process;
    private final Map<String, String> settings;
    private final Path folder;

    private GovernedServer(ChildProcess process, Map<String, String> settings, Path folder) {
        this.process = process;
        this.settings = Map.copyOf(settings);
        this.folder = folder;
    }

    public static Builder builder(BuildLayout layout, EmbeddedPlatform platform, Path folder) {
        return new Builder(layout, platform, folder);
    }

    /** A server to be. Used by one thread. */
    public static final class Builder {
        private final BuildLayout layout;
        private final Path folder;
        private final Map<String, String> settings;
        private final Map<String, String> environment = new LinkedHashMap<>();
        private final List<String> flags = new ArrayList<>(List.of("-Xmx1g"));
        private Optional<Path> jar;

        private Builder(BuildLayout layout, EmbeddedPlatform platform, Path folder) {
            this.layout = layout;
            this.folder = folder;
            this.jar = Optional.of(layout.shippedJar());
            this.settings = ServerSettings.of(platform, folder, FreePort.next(), FreePort.next());
        }

        /** Adds a setting, or replaces one. */
        public Builder with(String key, String value) {
            settings.put(key, value);
            return this;
        }

        /** Leaves a setting out. */
        public Builder without(String key) {
            settings.remove(key);
            return this;
        }

        /** Sets an environment variable; {@code SPARK_LOCAL_IP} is set anyway. */
        public Builder environment(String name, String value) {
            environment.put(name, value);
            return this;
        }

        /** Adds a flag of the Java machine. */
        public Builder flag(String flag) {
            flags.add(flag);
            return this;
        }

        /** Uses another jar of ours. */
        public Builder jar(Path other) {
            jar = Optional.of(other);
            return this;
        }

        /** Uses no jar of ours at all. */
        public Builder withoutJar() {
            jar = Optional.empty();
            return this;
        }

        /** Starts the process and does not wait. */
        public GovernedServer launch() {
            try {
                Files.createDirectories(folder.resolve("local"));
                Path file = folder.resolve("spark.conf");
                Files.write(file, properties());
                ChildProcess process = ChildProcess.java(command(file), environment(), folder.resolve("server.log"));
                return new GovernedServer(process, settings, folder);
            } catch (IOException failure) {
                throw new UncheckedIOException(failure);
            }
        }

        /** Starts the process and waits until it serves. */
        public GovernedServer start() {
            GovernedServer server = launch();
            try {
                server.awaitReady();
                return server;
            } catch (RuntimeException notReady) {
                server.close();
                throw notReady;
            }
        }

        private Map<String, String> environment() {
            Map<String, String> all = new LinkedHashMap<>(environment);
            all.put("SPARK_LOCAL_IP", "127.0.0.1");
            return all;
        }

        private List<String> properties() {
            List<String> lines = new ArrayList<>();
            settings.forEach((key, value) ->
                    lines.add(key + "=" + value.replace("\\", "\\\\").replace("\n", "\\n")));
            return lines;
        }

        private List<String> command(Path propertiesFile) {
            List<String> command = new ArrayList<>(layout.serverFlags());
            command.addAll(flags);
            command.add("-Djava.io.tmpdir=" + folder.resolve("local"));
            command.add("-Dderby.system.home=" + folder.resolve("local"));
            command.add("-Dlog4j2.configurationFile=" + layout.serverLogSettings());
            command.add("-cp");
            command.add(jar.map(file -> file + File.pathSeparator).orElse("") + layout.serverClassPath());
            command.add("org.apache.spark.deploy.SparkSubmit");
            command.add("--properties-file");
            command.add(propertiesFile.toString());
            command.add("--class");
            command.add("org.apache.spark.sql.connect.service.SparkConnectServer");
            command.add("spark-internal");
            return command;
        }
    }

    /**
     * Waits until the server takes calls and, where it has health pages, says that it is well.
     *
     * @throws IllegalStateException with the server's last words, if it ends or does not get ready
     */
    public void awaitReady() {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (!isReady()) {
            if (!process.isAlive()) {
                throw new IllegalStateException("The server ended: " + lastWords());
            }
            if (System.nanoTime() > deadline) {
                throw new IllegalStateException("The server is not ready: " + lastWords());
            }
            LockSupport.parkNanos(STEP.toNanos());
        }
    }

    private boolean isReady() {
        return isListening() && (!hasHealthPages() || isHealthy());
    }

    private boolean hasHealthPages() {
        return settings.containsKey("spark.plugins") && settings.containsKey("spark.carbon.health.port");
    }

    private boolean isListening() {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress("127.0.0.1", port("spark.connect.grpc.binding.port")), 500);
            return true;
        } catch (IOException notYet) {
            return false;
        }
    }

    private boolean isHealthy() {
        HttpRequest request = HttpRequest.newBuilder(healthUri().resolve("/health"))
                .timeout(Duration.ofSeconds(2))
                .build();
        try {
            return HttpClient.newHttpClient()
                            .send(request, HttpResponse.BodyHandlers.discarding())
                            .statusCode()
                    == 200;
        } catch (IOException notYet) {
            return false;
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while a server started", stopped);
        }
    }

    /** Waits until the process ends by itself, and gives its exit code. */
    public int awaitEnd() {
        return process.await();
    }

    /** What clients connect to. */
    public String connect() {
        return "sc://localhost:" + port("spark.connect.grpc.binding.port");
    }

    /** The base of the health pages. */
    public URI healthUri() {
        return URI.create("http://127.0.0.1:" + port("spark.carbon.health.port"));
    }

    public Path decisionsFile() {
        return folder.resolve("decisions.jsonl");
    }

    public Path lineageFile() {
        return folder.resolve("lineage.jsonl");
    }

    /** All that the server has said. */
    public Path logFile() {
        return folder.resolve("server.log");
    }

    public long pid() {
        return process.pid();
    }

    private String lastWords() {
        return ChildProcess.lastWords(logFile(), 25);
    }

    private int port(String key) {
        return Integer.parseInt(settings.getOrDefault(key, "0"));
    }

    @Override
    public void close() {
        process.close();
    }
}
