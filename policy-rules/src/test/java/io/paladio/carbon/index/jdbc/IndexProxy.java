package io.paladio.carbon.index.jdbc;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Stands before Index on the wire: counts round trips, and lets answers through byte by byte when told so. */
final class IndexProxy implements AutoCloseable {
    private static final int PAUSE_MILLIS = 100;

    private final int target;
    private final ServerSocket server;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final Queue<Socket> sockets = new ConcurrentLinkedQueue<>();
    private final AtomicInteger roundTrips = new AtomicInteger();
    private final CountDownLatch closed = new CountDownLatch(1);
    private volatile boolean clientSpoke;
    private volatile boolean trickling;

    IndexProxy(int target) throws IOException {
        this.target = target;
        this.server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        threads.submit(this::accept);
    }

    int port() {
        return server.getLocalPort();
    }

    int roundTrips() {
        return roundTrips.get();
    }

    void trickle() {
        trickling = true;
    }

    @Override
    public void close() throws IOException {
        closed.countDown();
        server.close();
        for (Socket socket : sockets) {
            socket.close();
        }
        threads.shutdownNow();
    }

    private Void accept() throws IOException {
        while (true) {
            Socket client = server.accept();
            Socket index = new Socket(InetAddress.getLoopbackAddress(), target);
            sockets.add(client);
            sockets.add(index);
            threads.submit(() -> questions(client.getInputStream(), index.getOutputStream()));
            threads.submit(() -> answers(index.getInputStream(), client.getOutputStream()));
        }
    }

    private Void questions(InputStream from, OutputStream to) throws IOException {
        byte[] bytes = new byte[8192];
        for (int read = from.read(bytes); read >= 0; read = from.read(bytes)) {
            clientSpoke = true;
            to.write(bytes, 0, read);
        }
        return null;
    }

    private Void answers(InputStream from, OutputStream to) throws IOException, InterruptedException {
        byte[] bytes = new byte[8192];
        for (int read = from.read(bytes); read >= 0; read = from.read(bytes)) {
            if (clientSpoke) {
                clientSpoke = false;
                roundTrips.incrementAndGet();
            }
            for (int index = 0; trickling && index < read; index++) {
                to.write(bytes, index, 1);
                if (closed.await(PAUSE_MILLIS, TimeUnit.MILLISECONDS)) {
                    return null;
                }
            }
            if (!trickling) {
                to.write(bytes, 0, read);
            }
        }
        return null;
    }
}
