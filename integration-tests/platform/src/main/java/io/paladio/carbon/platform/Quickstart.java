package io.paladio.carbon.platform;

import io.paladio.carbon.platform.http.Json;
import io.paladio.carbon.platform.index.SampleIndex;
import io.paladio.carbon.platform.sample.SampleFacts;
import io.paladio.carbon.platform.sample.SampleTables;
import io.paladio.carbon.platform.server.BuildLayout;
import io.paladio.carbon.platform.server.ClientProcess;
import io.paladio.carbon.platform.server.GovernedServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;

/**
 * The quick start: the platform in this process, a governed server and clients in others. Ends with 0 only if everybody saw exactly
 * what is right. Used once.
 */
public final class Quickstart {
    private final QuickstartOptions options;
    private final BuildLayout layout;
    private final Path folder;
    private final long started = System.nanoTime();

    private Quickstart(QuickstartOptions options, BuildLayout layout, Path folder) {
        this.options = options;
        this.layout = layout;
        this.folder = folder;
    }

    /** The arguments are the script's own; {@code carbon.run} names the folder of this run. */
    public static void main(String[] arguments) {
        System.exit(run(List.of(arguments)));
    }

    private static int run(List<String> arguments) {
        QuickstartOptions options;
        try {
            options = QuickstartOptions.parse(arguments);
        } catch (IllegalArgumentException wrong) {
            System.err.println(wrong.getMessage() + "\n" + QuickstartOptions.USAGE);
            return 2;
        }
        try {
            Path folder = Path.of(System.getProperty("carbon.run", "target/quickstart/run"))
                    .toAbsolutePath()
                    .normalize();
            return new Quickstart(options, BuildLayout.current(), folder).run();
        } catch (IllegalArgumentException wrong) {
            System.err.println(wrong.getMessage());
            return 2;
        } catch (IOException | RuntimeException failure) {
            System.err.println("The quick start failed: " + failure.getMessage());
            return 1;
        }
    }

    private int run() throws IOException {
        Files.createDirectories(folder);
        requireScript();
        Path index = index();
        say("starting issuer, face and object store");
        try (EmbeddedPlatform platform =
                EmbeddedPlatform.start(EmbeddedPlatform.Options.of(folder.resolve("platform"), index))) {
            CompletableFuture<SampleFacts> sample = CompletableFuture.supplyAsync(() -> loadSample(platform));
            say("starting the governed Spark Connect server, loading the sample tables");
            GovernedServer.Builder builder = GovernedServer.builder(layout, platform, folder.resolve("server"))
                    .flag("-XX:+UseSerialGC")
                    .flag("-XX:TieredStopAtLevel=1");
            options.settings().forEach(builder::with);
            try (GovernedServer server = builder.start()) {
                say("the server is ready");
                return serve(platform, server, sample);
            }
        }
    }

    private Path index() {
        if (options.policies().isPresent()) {
            Path given = options.policies().get().toAbsolutePath().normalize();
            GivenIndex.require(given);
            return given;
        }
        Path sample = folder.resolve("index");
        SampleIndex.write(sample);
        return sample;
    }

    private void requireScript() {
        options.script().filter(script -> !Files.isReadable(script)).ifPresent(missing -> {
            throw new IllegalArgumentException("--init: there is no file " + missing);
        });
    }

    private static SampleFacts loadSample(EmbeddedPlatform platform) {
        SampleTables.createHr(platform.face().catalog());
        return SampleTables.createTpch(platform.face().catalog(), SampleTables.DEFAULT_SCALE);
    }

    private int serve(EmbeddedPlatform platform, GovernedServer server, CompletableFuture<SampleFacts> sample)
            throws IOException {
        Map<String, String> tokens = PlatformTokens.all(platform.issuer());
        if (options.script().isPresent()) {
            sample.join();
        }
        if (!initialise(server, tokens)) {
            return 1;
        }
        SampleFacts facts = sample.join();
        say("the sample is there: " + facts.asMap().get("line-items") + " line items");
        ConnectionFile connection = new ConnectionFile(folder);
        connection.write(describe(platform, server, tokens));
        // A signal ends this process past every finally.
        Runtime.getRuntime().addShutdownHook(new Thread(connection::remove, "connection file"));
        try {
            if (options.mode() == QuickstartOptions.Mode.SERVE) {
                say("serving; " + connection.shared() + " says how to connect. Enter or SIGTERM stops it.");
                awaitStop();
                return 0;
            }
            return demonstrate(connection.own(), facts);
        } finally {
            connection.remove();
        }
    }

    /** Waits for the server's first answer and runs the script, where there is one. */
    private boolean initialise(GovernedServer server, Map<String, String> tokens) {
        Path token = folder.resolve("admin.token");
        SecretFile.write(token, tokens.getOrDefault("admin", ""));
        List<String> arguments =
                new ArrayList<>(List.of(server.connect(), token.toString(), EmbeddedPlatform.CATALOG + ".hr.t"));
        options.script().ifPresent(script -> {
            say("running " + script.getFileName() + " as admin");
            arguments.add(script.toAbsolutePath().toString());
        });
        return ClientProcess.run(layout, "RunScript", arguments) == 0;
    }

    private int demonstrate(Path connection, SampleFacts facts) {
        Path file = folder.resolve("facts.json");
        Json.write(file, facts.asMap());
        int status = ClientProcess.run(layout, "Demo", List.of(connection.toString(), file.toString()));
        say(status == 0 ? "done" : "somebody saw what is not right");
        return status == 0 ? 0 : 1;
    }

    private Map<String, Object> describe(EmbeddedPlatform platform, GovernedServer server, Map<String, String> tokens) {
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put("connect", server.connect());
        facts.put("health", server.healthUri().toString());
        facts.put("face", platform.face().uri().toString());
        facts.put("catalog", EmbeddedPlatform.CATALOG);
        facts.put("tokens", tokens);
        facts.put("index", Map.of("policies-dir", platform.indexFolder().toString()));
        facts.put("jwks-file", platform.keysFile().toString());
        facts.put("decisions-file", server.decisionsFile().toString());
        facts.put("lineage-file", server.lineageFile().toString());
        facts.put("server-log", server.logFile().toString());
        facts.put("server-pid", server.pid());
        return facts;
    }

    /** Returns at Enter; at SIGTERM the shutdown hooks stop everything. The end of the input alone stops nothing. */
    private static void awaitStop() throws IOException {
        int read = System.in.read();
        if (read < 0) {
            try {
                new CountDownLatch(1).await();
            } catch (InterruptedException stopped) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private void say(String what) {
        System.out.printf("[%5.1f s] %s%n", (System.nanoTime() - started) / 1e9, what);
        System.out.flush();
    }
}
