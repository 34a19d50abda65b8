package io.paladio.carbon.lineage;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.IntFunction;

/** A receiver of events behind a real socket, that answers each request as it is told to. Thread-safe. */
final class TestReceiver implements AutoCloseable {
    /** How a request is answered. */
    enum Answer {
        TAKE,
        REFUSE_400,
        REFUSE_401,
        FAIL_503,
        MOVED_301,
        GARBAGE,
        CLOSE_AT_ONCE,
        CLOSE_IN_THE_MIDDLE,
        TAKE_AND_CLOSE,
        SAY_NOTHING,
        NEVER_END
    }

    /** What came. */
    record Request(String head, String body) {}

    private final ServerSocket server;
    private final IntFunction<Answer> answers;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final Queue<Socket> sockets = new ConcurrentLinkedQueue<>();
    private final CountDownLatch closed = new CountDownLatch(1);
    private final List<Request> taken = new ArrayList<>();
    private final Set<String> bodies = new HashSet<>();
    private int requests;

    /** @param answers to each request, by its number */
    TestReceiver(IntFunction<Answer> answers) throws IOException {
        this.server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        this.answers = answers;
        threads.submit(this::accept);
    }

    String uri() {
        return "http://127.0.0.1:" + server.getLocalPort();
    }

    synchronized List<Request> taken() {
        return List.copyOf(taken);
    }

    synchronized int requests() {
        return requests;
    }

    synchronized void awaitTaken(int count) throws InterruptedException {
        while (taken.size() < count) {
            wait();
        }
    }

    /** Until so many different events are there, however often each came. */
    synchronized void awaitDistinct(int count) throws InterruptedException {
        while (bodies.size() < count) {
            wait();
        }
    }

    synchronized void awaitRequests(int count) throws InterruptedException {
        while (requests < count) {
            wait();
        }
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
            Socket socket = server.accept();
            socket.setTcpNoDelay(true);
            sockets.add(socket);
            threads.submit(() -> serve(socket));
        }
    }

    private Void serve(Socket socket) throws Exception {
        try (socket;
                InputStream in = new BufferedInputStream(socket.getInputStream())) {
            boolean goesOn = true;
            while (goesOn) {
                String head = head(in);
                if (head.isEmpty()) {
                    return null;
                }
                int length = Integer.parseInt(head.replaceAll("(?is).*content-length: *(\\d+).*", "$1"));
                byte[] body = in.readNBytes(length);
                if (body.length < length) {
                    // Whoever sent it was killed meanwhile: nobody takes half an event.
                    return null;
                }
                goesOn = answer(new Request(head, new String(body, StandardCharsets.UTF_8)), socket.getOutputStream());
            }
        }
        return null;
    }

    private static String head(InputStream in) throws IOException {
        StringBuilder head = new StringBuilder();
        for (int next = in.read(); next >= 0; next = in.read()) {
            head.append((char) next);
            if (head.length() > 3 && head.substring(head.length() - 4).equals("\r\n\r\n")) {
                return head.toString();
            }
        }
        return "";
    }

    /** Whether the connection may be used again. */
    private boolean answer(Request request, OutputStream out) throws IOException, InterruptedException {
        Answer answer = next(request);
        switch (answer) {
            case TAKE -> out.write(text("HTTP/1.1 201 Created\r\nContent-Length: 7\r\n\r\n<html>\n"));
            case REFUSE_400 -> out.write(text("HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n"));
            case REFUSE_401 -> out.write(text("HTTP/1.1 401 Unauthorized\r\nContent-Length: 0\r\n\r\n"));
            case FAIL_503 -> out.write(text("HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\n\r\n"));
            case MOVED_301 -> out.write(text("HTTP/1.1 301 Moved\r\nLocation: /else\r\nContent-Length: 0\r\n\r\n"));
            case GARBAGE -> out.write(text("SSH-2.0-OpenSSH_9.2\r\n\r\n"));
            case CLOSE_IN_THE_MIDDLE -> out.write(text("HTTP/1.1 201 Cre"));
            case SAY_NOTHING -> closed.await();
            case NEVER_END -> {
                out.write(text("HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\nx"));
                closed.await();
            }
            default -> {
                return false;
            }
        }
        out.flush();
        return answer == Answer.TAKE
                || answer == Answer.REFUSE_400
                || answer == Answer.REFUSE_401
                || answer == Answer.FAIL_503
                || answer == Answer.MOVED_301;
    }

    private synchronized Answer next(Request request) {
        Answer answer = answers.apply(requests);
        requests++;
        if (answer == Answer.TAKE || answer == Answer.TAKE_AND_CLOSE) {
            taken.add(request);
            bodies.add(request.body());
        }
        notifyAll();
        return answer;
    }

    private static byte[] text(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
