package io.paladio.carbon.client;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Many sessions of many principals at once. Reads {@code open SESSION TOKEN} and {@code run SESSION STATEMENT}, tab-separated, one
 * a line; a session runs its statements one after the other, and all sessions run side by side. Answers each statement with one
 * line of JSON as {@link RunSql} does, with {@code session}, and with {@code began} and {@code ended} in microseconds since 1970.
 */
public final class ManySessions {
    private final String remote;
    private final PrintStream out;
    private final Map<String, Session> sessions = new HashMap<>();

    private ManySessions(String remote, PrintStream out) {
        this.remote = remote;
        this.out = out;
    }

    /** Argument: the remote. */
    public static void main(String[] arguments) throws IOException {
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        ManySessions all = new ManySessions(arguments[0], out);
        try (BufferedReader input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
            for (String line = input.readLine(); line != null; line = input.readLine()) {
                all.take(line.split("\t", 3));
            }
        }
        System.exit(0);
    }

    private void take(String[] words) {
        switch (words[0]) {
            case "open" -> sessions.put(words[1], new Session(words[1], Connection.open(remote, words[2])));
            case "run" -> run(opened(words[1]), words[2]);
            default -> throw new IllegalArgumentException("no such call: " + words[0]);
        }
    }

    private Session opened(String name) {
        Session session = sessions.get(name);
        if (session == null) {
            throw new IllegalArgumentException("no such session: " + name);
        }
        return session;
    }

    private void run(Session session, String sql) {
        session.thread().execute(() -> {
            Map<String, Object> line = new LinkedHashMap<>();
            line.put("session", session.name());
            line.put("began", now());
            Answer answer = session.connection().run(sql);
            line.put("ended", now());
            say(AnswerLine.of(line, answer));
        });
    }

    private synchronized void say(String line) {
        out.println(line);
    }

    private static long now() {
        return ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now());
    }

    /** A session and the one thread that uses it. */
    private record Session(String name, Connection connection, ExecutorService thread) {
        Session(String name, Connection connection) {
            this(name, connection, Executors.newSingleThreadExecutor(work -> {
                Thread thread = new Thread(work, "session-" + name);
                thread.setDaemon(true);
                return thread;
            }));
        }
    }
}
