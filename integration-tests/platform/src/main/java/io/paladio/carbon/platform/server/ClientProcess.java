package io.paladio.carbon.platform.server;

import java.io.File;
import java.util.ArrayList;
import java.util.List;

/** A client in a process of its own, as people run one. Stateless. */
public final class ClientProcess {
    private ClientProcess() {}

    /** What comes after {@code java} to run one of the clients' main classes. */
    public static List<String> command(BuildLayout layout, String mainClass, List<String> arguments) {
        List<String> command = new ArrayList<>(List.of(
                "-Xmx384m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-XX:+IgnoreUnrecognizedVMOptions",
                "--add-opens=java.base/java.nio=ALL-UNNAMED",
                "--add-opens=java.base/sun.nio.ch=ALL-UNNAMED",
                // Dates are turned with the time zone's own tables.
                "--add-opens=java.base/sun.util.calendar=ALL-UNNAMED",
                "-cp",
                layout.clientJar() + File.pathSeparator + layout.clientClassPath(),
                "io.paladio.carbon.client." + mainClass));
        command.addAll(arguments);
        return command;
    }

    /** Runs a client to its end, with its output on ours, and gives its exit code. */
    public static int run(BuildLayout layout, String mainClass, List<String> arguments) {
        try (ChildProcess client = ChildProcess.java(command(layout, mainClass, arguments))) {
            return client.await();
        }
    }
}
