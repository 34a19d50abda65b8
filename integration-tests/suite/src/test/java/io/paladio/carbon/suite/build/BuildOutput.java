package io.paladio.carbon.suite.build;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.stream.Stream;

/** What the build left behind, as the tests of the build itself see it. Stateless. */
final class BuildOutput {
    private static final List<String> MODULES =
            List.of("policy-rules", "catalog-plugin", "lineage-listener", "spark-extension", "engine-commands");

    private BuildOutput() {}

    static Path root() {
        return path("carbon.root").toAbsolutePath().normalize();
    }

    static Path shippedJar() {
        return path("carbon.shipped-jar").normalize();
    }

    /** The class folders of the modules that operators run: the shipped jar's, and the commands'. */
    static List<Path> classFolders() {
        return MODULES.stream()
                .map(module -> root().resolve(module).resolve("target/classes"))
                .toList();
    }

    static List<Path> sourceFolders() {
        return MODULES.stream()
                .map(module -> root().resolve(module).resolve("src/main/java"))
                .toList();
    }

    /** The jars of the class path that a property of the build names. */
    static List<Path> classPath(String property) {
        return Arrays.stream(text(path(property)).strip().split(File.pathSeparator, -1))
                .map(Path::of)
                .toList();
    }

    static List<String> entries(Path jar) {
        try (JarFile file = new JarFile(jar.toFile())) {
            return file.stream()
                    .filter(entry -> !entry.isDirectory())
                    .map(JarEntry::getName)
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static List<Path> javaFiles(Path folder) {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(file -> file.toString().endsWith(".java")).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static List<String> golden(String name) {
        Path file = root().resolve("integration-tests/suite/src/test/resources/golden")
                .resolve(name);
        return text(file)
                .lines()
                .filter(line -> !line.isBlank() && !line.startsWith("#"))
                .toList();
    }

    static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Path path(String property) {
        String value = System.getProperty(property);
        if (value == null) {
            throw new IllegalStateException("the build sets no " + property);
        }
        return Path.of(value);
    }
}
