package io.paladio.carbon.suite.build;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The container's entry point, run with a Java that only writes down how it was called. */
final class ContainerEntryPointTest {
    private static final String EXTENSIONS = "spark.sql.extensions=io.paladio.carbon.spark.CarbonSparkExtensions,"
            + "org.apache.iceberg.spark.extensions.IcebergSparkSessionExtensions";
    private static final Map<String, String> REQUIRED = Map.of(
            "CARBON_CATALOG", "lake",
            "CARBON_FACE_URI", "https://face.example/api/iceberg",
            "CARBON_INDEX_SOURCE", "file",
            "CARBON_IDENTITY_ISSUER", "https://issuer.example",
            "CARBON_IDENTITY_AUDIENCE", "carbon-spark");

    @TempDir
    private Path folder;

    private final Map<String, String> environment = new HashMap<>(REQUIRED);

    private record Outcome(int exit, List<String> lines) {}

    @BeforeEach
    void a_java_that_prints_its_arguments() throws IOException {
        Path java = Files.createDirectories(folder.resolve("bin")).resolve("java");
        Files.writeString(java, "#!/bin/sh\nprintf '%s\\n' \"$@\"\n");
        Files.setPosixFilePermissions(java, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    @Test
    void activates_every_part_of_the_governance() {
        assertThat(run().lines())
                .contains(
                        EXTENSIONS,
                        "spark.plugins=io.paladio.carbon.spark.CarbonSparkPlugin",
                        "spark.connect.grpc.interceptor.classes=io.paladio.carbon.spark.connect.PrincipalInterceptor",
                        "spark.sql.catalog.lake=io.paladio.carbon.catalog.FaceCatalog",
                        "spark.sql.catalog.lake.uri=https://face.example/api/iceberg",
                        "spark.sql.catalog.lake.warehouse=lake",
                        "spark.sql.defaultCatalog=lake");
    }

    @Test
    void binds_to_loopback_unless_told_otherwise() {
        assertThat(run().lines()).contains("spark.connect.grpc.binding.address=127.0.0.1");
        environment.put("CARBON_BIND", "0.0.0.0");
        assertThat(run().lines()).contains("spark.connect.grpc.binding.address=0.0.0.0");
    }

    @Test
    void does_not_start_without_what_governance_needs() {
        for (String variable : REQUIRED.keySet()) {
            environment.remove(variable);
            Outcome outcome = run();
            assertThat(outcome.exit()).as(variable).isEqualTo(78);
            assertThat(outcome.lines()).singleElement().asString().startsWith("CARBON_CONFIG_INVALID: " + variable);
            environment.put(variable, REQUIRED.get(variable));
        }
    }

    @Test
    void a_mounted_file_adds_settings_and_takes_no_part_of_the_activation_away() throws IOException {
        Path mounted = Files.createDirectories(folder.resolve("conf.d"));
        Files.writeString(mounted.resolve("a.conf"), "spark.sql.extensions none\nspark.sql.shuffle.partitions 8\n");
        Outcome outcome = run();
        assertThat(outcome.lines()).contains(EXTENSIONS).containsOnlyOnce("--properties-file");
        assertThat(outcome.lines()).noneMatch(line -> line.contains("spark.sql.extensions=none"));
        assertThat(BuildOutput.text(folder.resolve("work/spark-defaults.conf")))
                .contains("spark.sql.shuffle.partitions 8");
    }

    @Test
    void hands_over_names_of_secret_files_and_never_a_secret() {
        environment.put("CARBON_INDEX_PASSWORD_FILE", "/run/secrets/index");
        environment.put("CARBON_FACE_ENGINE_TOKEN_FILE", "/run/secrets/engine");
        assertThat(run().lines())
                .contains(
                        "spark.carbon.index.jdbc.password-file=/run/secrets/index",
                        "spark.carbon.face.engine-token-file=/run/secrets/engine");
    }

    @Test
    void gives_the_jvm_the_flags_that_the_tests_run_with() {
        String options = BuildOutput.text(BuildOutput.root().resolve("docker/jvm.options"));
        assertThat(options.lines().toList())
                .isEqualTo(List.of(System.getProperty("carbon.server.jvm-flags").split(" (?=-)", -1)));
    }

    private Outcome run() {
        ProcessBuilder builder = new ProcessBuilder("bash", "docker/entrypoint.sh")
                .directory(BuildOutput.root().toFile())
                .redirectErrorStream(true);
        String path = builder.environment().get("PATH");
        builder.environment().clear();
        builder.environment().putAll(environment);
        builder.environment().put("PATH", folder.resolve("bin") + ":" + path);
        builder.environment().put("CARBON_WORK", folder.resolve("work").toString());
        builder.environment().put("CARBON_CONF_DIR", folder.resolve("conf.d").toString());
        return await(builder);
    }

    private Outcome await(ProcessBuilder builder) {
        try {
            Files.createDirectories(folder.resolve("work"));
            Process process = builder.start();
            process.getOutputStream().close();
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
            return new Outcome(process.exitValue(), output.lines().toList());
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(stopped);
        }
    }
}
