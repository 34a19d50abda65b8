package io.paladio.carbon.suite.bench;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.paladio.carbon.suite.fixture.Linked;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

/** {@code ./mvnw -q -Pbench verify}, with {@code -Dcarbon.bench=short} for the small size. No build runs it by itself. */
class Benchmarks {
    private static final Path FOLDER = Path.of(
                    System.getProperty("carbon.root"), "integration-tests", "target", "bench")
            .normalize();

    @Test
    void what_governance_costs() throws Exception {
        BenchSize size = BenchSize.chosen();
        ObjectNode json = machine();
        json.set("resolve", new ResolveBench(size).run());
        List<Double> ratios = new ArrayList<>();
        // The suite's servers compile little, for a quick start; this one is compiled as in production.
        try (Linked linked = Linked.start(
                server -> server.flag("-XX:TieredStopAtLevel=4").with("spark.carbon.index.timeout", "20s"))) {
            ObjectNode queries = json.putObject("queries");
            for (Pair pair : new QueryBench(linked, size.queries()).run(size.scale())) {
                queries.set(pair.name(), pair.json());
                ratios.add(pair.ratio());
            }
            ObjectNode planning = json.putObject("planning");
            new PlanningBench(linked, size.plans()).run().forEach(pair -> planning.set(pair.name(), pair.json()));
        }
        json.put("median", Timings.rounded(Timings.median(ratios)));
        json.put("worst", Timings.rounded(Collections.max(ratios)));
        json.put("load-at-end", ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage());
        write(json);
        System.out.printf("bench: median %.2f, worst %.2f%n", Timings.median(ratios), Collections.max(ratios));
        assertThat(ratios).isNotEmpty().allMatch(Double::isFinite);
    }

    private static ObjectNode machine() {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("at", Instant.now().toString());
        json.put("size", System.getProperty("carbon.bench", "long"));
        json.put("processors", Runtime.getRuntime().availableProcessors());
        json.put("java", Runtime.version().toString());
        double load = ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
        System.out.printf(
                "bench: %d processors, load %.1f before, Java %s%n",
                Runtime.getRuntime().availableProcessors(), load, Runtime.version());
        return json.put("load-at-start", load);
    }

    private static void write(ObjectNode json) throws IOException {
        Files.createDirectories(FOLDER);
        new ObjectMapper()
                .enable(SerializationFeature.INDENT_OUTPUT)
                .writeValue(FOLDER.resolve("bench.json").toFile(), json);
    }
}
