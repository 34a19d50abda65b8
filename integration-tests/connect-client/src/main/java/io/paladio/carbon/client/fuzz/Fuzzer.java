package io.paladio.carbon.client.fuzz;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Sends messages by number, mutants of valid ones, and judges each reply; honest people ask in between. Whatever is wrong is counted,
 * and the message that brought it lies in a folder afterwards. Thread-safe.
 */
public final class Fuzzer {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int THREADS = 4;
    private static final int DEADLINE_SECONDS = 20;
    private static final int PATIENCE_SECONDS = 120;
    private static final int OF_ONE_SESSION = 60;
    private static final int BETWEEN_PROBES = 150;
    private static final int MOST_TOLD = 20;

    private final Wire wire;
    private final Settings settings;
    private final FuzzCases cases;
    private final Judge judge;
    private final AtomicLong next;
    private final Map<String, Integer> outcomes = new TreeMap<>();
    private final List<String> faults = new ArrayList<>();
    private long overlong;

    /**
     * What it is told.
     *
     * @param first the number of the first message: with a count of one, a single message again
     */
    private record Settings(
            String target,
            long first,
            long messages,
            long seed,
            String restricted,
            String exempt,
            Path folder,
            List<String> forbidden) {
        static Settings of(JsonNode json) {
            List<String> forbidden = new ArrayList<>();
            json.path("forbidden").forEach(text -> forbidden.add(text.asText()));
            return new Settings(
                    json.path("target").asText(),
                    json.path("first").asLong(),
                    json.path("messages").asLong(),
                    json.path("seed").asLong(),
                    json.path("restricted").asText(),
                    json.path("exempt").asText(),
                    Path.of(json.path("folder").asText()),
                    forbidden);
        }
    }

    private Fuzzer(Wire wire, Settings settings) {
        this.wire = wire;
        this.settings = settings;
        this.cases = new FuzzCases(settings.seed(), settings.restricted());
        List<String> forbidden = new ArrayList<>(settings.forbidden());
        forbidden.add(settings.restricted());
        forbidden.add(settings.exempt());
        this.judge = new Judge(forbidden);
        this.next = new AtomicLong(settings.first());
    }

    /** Argument: a file of settings, which holds tokens and so does not stand on a command line. Answers one line of JSON. */
    public static void main(String[] arguments) throws IOException, InterruptedException, ExecutionException {
        Settings settings = Settings.of(JSON.readTree(Path.of(arguments[0]).toFile()));
        try (Wire wire = new Wire(settings.target())) {
            Fuzzer fuzzer = new Fuzzer(wire, settings);
            fuzzer.run();
            System.out.println(JSON.writeValueAsString(fuzzer.figures()));
        }
        System.exit(0);
    }

    private void run() throws InterruptedException, ExecutionException {
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        List<Future<?>> running = new ArrayList<>();
        for (int thread = 0; thread < THREADS; thread++) {
            running.add(threads.submit(this::work));
        }
        for (Future<?> each : running) {
            each.get();
        }
        threads.shutdown();
    }

    private void work() {
        Honest honest = new Honest(wire, settings.restricted(), settings.exempt());
        String session = UUID.randomUUID().toString();
        int sent = 0;
        long end = settings.first() + settings.messages();
        for (long number = next.getAndIncrement(); number < end; number = next.getAndIncrement()) {
            FuzzCase message = cases.number(number, session);
            send(message, session, honest);
            sent++;
            if (message.rpc() == Rpc.RELEASE_SESSION || sent % OF_ONE_SESSION == 0) {
                honest.release(session);
                session = UUID.randomUUID().toString();
            }
            if (sent % BETWEEN_PROBES == 1) {
                honest.fault().ifPresent(fault -> report(message, fault));
            }
        }
        honest.release(session);
    }

    private void send(FuzzCase message, String session, Honest honest) {
        Reply reply =
                wire.send(message.rpc(), message.request(), message.identity().headers(), DEADLINE_SECONDS);
        count(reply.errorClass());
        judge.fault(message, reply).ifPresent(fault -> report(message, fault));
        if (message.rpc() == Rpc.CLONE_SESSION && reply.isOk()) {
            honest.releaseCopies(reply);
        }
        if (reply.status().equals("DEADLINE_EXCEEDED")) {
            late(message, session, honest);
        }
    }

    /** A plan may take its time, as long as it ends when its owner says so; any other call has one more chance on a busy machine. */
    private void late(FuzzCase message, String session, Honest honest) {
        if (message.rpc() == Rpc.EXECUTE_PLAN && honest.interrupts(session)) {
            overlong();
            return;
        }
        Reply again =
                wire.send(message.rpc(), message.request(), message.identity().headers(), PATIENCE_SECONDS);
        if (again.status().equals("DEADLINE_EXCEEDED")) {
            report(message, "hangs");
        }
    }

    private synchronized void overlong() {
        overlong++;
    }

    private synchronized void count(String outcome) {
        outcomes.merge(outcome, 1, Integer::sum);
    }

    private synchronized void report(FuzzCase message, String fault) {
        faults.add("message " + message.number() + ", " + message.rpc() + ", " + message.kind() + ": " + fault);
        try {
            Files.createDirectories(settings.folder());
            Files.write(settings.folder().resolve(message.fileName()), message.request());
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private synchronized Map<String, Object> figures() {
        Map<String, Object> figures = new LinkedHashMap<>();
        figures.put("messages", settings.messages());
        figures.put("failures", faults.size());
        figures.put("outcomes", outcomes);
        figures.put("interrupted", overlong);
        figures.put("faults", List.copyOf(faults.subList(0, Math.min(faults.size(), MOST_TOLD))));
        return figures;
    }
}
