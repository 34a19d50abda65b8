package io.paladio.carbon.spark.health;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.paladio.carbon.error.CarbonCondition;
import io.paladio.carbon.index.FaultyDocument;
import io.paladio.carbon.lineage.SinkHealth;
import io.paladio.carbon.spark.CarbonConfig;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;

/** The health pages, on loopback only: nothing in them is a secret, and nobody is asked who reads them. Thread-safe. */
public final class HealthServer implements AutoCloseable {
    private final HttpServer server;
    private final ExecutorService threads;

    private HealthServer(HttpServer server, ExecutorService threads) {
        this.server = server;
        this.threads = threads;
    }

    /**
     * Serves the pages on this port.
     *
     * @param faults documents of Index that can't be taken as they stand
     * @param evidence how it is with decision records and lineage
     * @throws io.paladio.carbon.error.Refusal CONFIG_INVALID where the port is taken
     */
    public static HealthServer start(
            int port,
            CarbonConfig config,
            String sparkVersion,
            Supplier<List<FaultyDocument>> faults,
            Supplier<List<SinkHealth>> evidence) {
        try {
            HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
            ExecutorService threads = Executors.newSingleThreadExecutor(task -> {
                Thread thread = new Thread(task, "carbon-health");
                thread.setDaemon(true);
                return thread;
            });
            server.setExecutor(threads);
            HealthPages pages = new HealthPages(config, sparkVersion, faults, new EvidencePages(evidence));
            page(server, "/health", "application/json", pages::health);
            page(server, "/config", "application/json", pages::config);
            page(server, "/metrics", "text/plain; version=0.0.4; charset=utf-8", pages::metrics);
            server.start();
            return new HealthServer(server, threads);
        } catch (IOException taken) {
            throw CarbonCondition.CONFIG_INVALID
                    .refusal()
                    .object("spark.carbon.health.port")
                    .reason("the port can't be listened on")
                    .build();
        }
    }

    int port() {
        return server.getAddress().getPort();
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }

    private static void page(HttpServer server, String path, String type, Supplier<String> content) {
        server.createContext(path, exchange -> {
            try (exchange) {
                answer(exchange, path, type, content);
            }
        });
    }

    private static void answer(HttpExchange exchange, String path, String type, Supplier<String> content)
            throws IOException {
        if (!exchange.getRequestMethod().equals("GET")
                || !exchange.getRequestURI().getPath().equals(path)) {
            exchange.sendResponseHeaders(404, -1);
            return;
        }
        byte[] body = content.get().getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", type);
        exchange.sendResponseHeaders(200, body.length);
        exchange.getResponseBody().write(body);
    }
}
