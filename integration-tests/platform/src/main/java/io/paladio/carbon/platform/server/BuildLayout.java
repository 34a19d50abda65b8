package io.paladio.carbon.platform.server;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Where the build has left what other processes run: the shipped jar, class paths, flags. Immutable. */
public final class BuildLayout {
    private final Path root;

    private BuildLayout(Path root) {
        this.root = root;
    }

    /** @param root the repository's folder */
    public static BuildLayout of(Path root) {
        return new BuildLayout(root.toAbsolutePath().normalize());
    }

    /** The layout of the build that runs this process, named by {@code -Dcarbon.root}. */
    public static BuildLayout current() {
        String root = System.getProperty("carbon.root");
        if (root == null) {
            throw new IllegalStateException("-Dcarbon.root must name the repository's folder");
        }
        return of(Path.of(root));
    }

    public Path root() {
        return root;
    }

    /** The one jar that operators deploy. */
    public Path shippedJar() {
        return only(root.resolve("spark-extension/target"), "carbon-spark-.*-spark[0-9.]+_[0-9.]+\\.jar");
    }

    /** The class path of a Spark Connect server, without anything of ours. */
    public String serverClassPath() {
        return text(root.resolve("integration-tests/connect-server/target/class-path.txt"));
    }

    /** The settings of a server's log, quiet ones. */
    public Path serverLogSettings() {
        return root.resolve("integration-tests/connect-server/target/classes/log4j2.properties");
    }

    /** The flags that Spark needs on this Java. */
    public List<String> serverFlags() {
        return List.of(text(root.resolve("integration-tests/connect-server/target/classes/jvm.flags"))
                .split("\\s+"));
    }

    /** The embedded platform, without what it stands on. */
    public Path platformJar() {
        return only(root.resolve("integration-tests/platform/target"), "platform-[0-9.]+\\.jar");
    }

    public Path clientJar() {
        return only(root.resolve("integration-tests/connect-client/target"), "connect-client-[0-9.]+\\.jar");
    }

    /** The class path of the clients, without their own jar. */
    public String clientClassPath() {
        return text(root.resolve("integration-tests/connect-client/target/class-path.txt"));
    }

    /** The class path of the commands that ask an engine, their own jar first. */
    public String commandsClassPath() {
        Path built = root.resolve("engine-commands/target");
        return only(built, "engine-commands-[0-9.]+\\.jar")
                + File.pathSeparator
                + text(built.resolve("class-path.txt"));
    }

    private static Path only(Path folder, String pattern) {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.getFileName().toString().matches(pattern))
                    .findFirst()
                    .orElseThrow(() -> new IllegalStateException("not built: no " + pattern + " in " + folder));
        } catch (IOException missing) {
            throw new IllegalStateException("not built: " + folder, missing);
        }
    }

    private static String text(Path file) {
        try {
            return Files.readString(file).strip();
        } catch (IOException missing) {
            throw new UncheckedIOException("not built: " + file, missing);
        }
    }
}
