package io.paladio.carbon.lineage;

import io.paladio.carbon.lineage.spool.Priority;
import io.paladio.carbon.lineage.spool.Spool;
import io.paladio.carbon.lineage.spool.SpoolRecord;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;

/**
 * A process of its own that puts statements into a spool, tells of each that is kept, and sends what the
 * spool holds until it is killed.
 */
final class WriterProcess {
    private static final LineageSettings SETTINGS =
            new LineageSettings("http://127.0.0.1", "carbon://face", PrincipalNames.of("plain"));

    private WriterProcess() {}

    /** Folder, receiver, first statement, one after the last. */
    public static void main(String[] arguments) throws Exception {
        try (Spool spool = Spool.open(Path.of(arguments[0]), 64 << 20);
                OutputStream kept = System.out) {
            SpoolSender sender = sender(spool, arguments[1], Path.of(arguments[0]));
            sender.start();
            Rendering rendering = Rendering.run(SETTINGS);
            for (int number = Integer.parseInt(arguments[2]); number < Integer.parseInt(arguments[3]); number++) {
                append(spool, rendering, number);
                kept.write((number + "\n").getBytes(StandardCharsets.US_ASCII));
                kept.flush();
            }
            new CountDownLatch(1).await();
        }
    }

    private static void append(Spool spool, Rendering rendering, int number) throws Exception {
        for (SpoolRecord record : rendering.of(Statements.of("bob", "s-" + number))) {
            spool.append(record);
        }
    }

    static SpoolSender sender(Spool spool, String uri, Path folder) {
        return new SpoolSender(
                "test-sender",
                spool,
                new HttpReceiver(ReceiverAddress.of(uri).orElseThrow(), Optional.empty(), Duration.ofSeconds(10)),
                new SetAside(folder.resolve("set-aside.jsonl")),
                new Backoff(Duration.ofNanos(50_000), Duration.ofMillis(1)));
    }

    /** Starts one, under what limits a shell sets before it. */
    static Process start(String limits, Class<?> program, Object... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of("bash", "-c", limits + "exec \"$@\"", "bash"));
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-XX:-UsePerfData", "-XX:TieredStopAtLevel=1", "-Xmx128m"));
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), program.getName()));
        for (Object argument : arguments) {
            command.add(argument.toString());
        }
        return new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
    }

    /** What a limit on the size of a file does to a spool: argument: folder. Prints how many records came back, and how many were lost. */
    static final class InSmallFiles {
        private InSmallFiles() {}

        public static void main(String[] arguments) throws Exception {
            try (Spool spool = Spool.open(Path.of(arguments[0]), 64 << 20)) {
                for (int number = 0; number < 1_000; number++) {
                    spool.append(new SpoolRecord(Priority.HIGH, number, "x".repeat(1_000) + number));
                }
                spool.sync();
                long waiting = spool.counts().waiting();
                int got = 0;
                for (var next = spool.next(100, Duration.ZERO);
                        !next.isEmpty();
                        next = spool.next(100, Duration.ZERO)) {
                    got += next.size();
                    spool.delivered(next);
                }
                String counts = waiting + " " + got + " " + spool.counts().dropped() + " "
                        + spool.counts().damaged();
                System.out.write(counts.getBytes(StandardCharsets.US_ASCII));
                System.out.flush();
            }
        }
    }
}
