package io.paladio.carbon.platform.http;

import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * An HTTP server on a free port of 127.0.0.1, so that nothing of the platform is reachable from elsewhere. Thread-safe.
 */
public final class LoopbackServer implements AutoCloseable {
    private static final int THREADS = 16;

    static {
        // Without it each answer on a kept connection waits for the client's delayed acknowledgement, 40 ms.
        System.setProperty("sun.net.httpserver.nodelay", "true");
    }

    private final HttpServer server;
    private final ExecutorService threads;

    private LoopbackServer(HttpServer server, ExecutorService threads) {
        this.server = server;
        this.threads = threads;
    }

    /** Starts a server on any free port that hands each request to the handler. */
    public static LoopbackServer start(String name, HttpHandler handler) {
        return start(name, 0, handler);
    }

    /** As {@link #start(String, HttpHandler)}, on this port. */
    public static LoopbackServer start(String name, int port, HttpHandler handler) {
        try {
            HttpServer server = HttpServer.create(new InetSocketAddress(loopback(), port), 0);
            ExecutorService threads = Executors.newFixedThreadPool(THREADS, task -> {
                Thread thread = new Thread(task, name);
                thread.setDaemon(true);
                return thread;
            });
            server.setExecutor(threads);
            server.createContext("/", handler);
            server.start();
            return new LoopbackServer(server, threads);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private static InetAddress loopback() throws IOException {
        return InetAddress.getByAddress("127.0.0.1", new byte[] {127, 0, 0, 1});
    }

    /** The server's address, without a path. */
    public URI uri() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
