package io.paladio.carbon.suite.attack;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.paladio.carbon.suite.fixture.Engine;
import io.paladio.carbon.suite.fixture.FuzzProcess;
import io.paladio.carbon.suite.fixture.SharedEngine;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * T30, T37, T38: mutants of valid messages of every call, too deep, too large, with unknown fields, without identity; in between,
 * honest people must get their right answers. {@code -Dcarbon.messages=N} makes it the long run, {@code -Dcarbon.seed=N} repeats
 * one, {@code -Dcarbon.first=N} with one message repeats that message alone.
 */
@ExtendWith(SharedEngine.class)
class FuzzTest {
    private static final int MESSAGES = Integer.getInteger("carbon.messages", 0);
    private static final int SHORT = 1500;
    private static final long SEED = Long.getLong("carbon.seed", 20261129L);
    private static final long FIRST = Long.getLong("carbon.first", 0L);
    private static final List<String> HIDDEN = List.of(
            "Grace-Mae",
            "Linus",
            "Barbara",
            "Edsger",
            "Radia",
            "Turku",
            "Delft",
            "Berne",
            "111-22-3333",
            "222-33-4444",
            "333-44-5555",
            "444-55-6666",
            "666-77-8888",
            "777-88-9999",
            "888-99-0000");

    @Test
    void T30_T37_T38_no_message_brings_down_holds_up_or_opens_the_engine(Engine engine) {
        JsonNode figures = fuzz(engine, MESSAGES == 0 ? SHORT : MESSAGES, HIDDEN, "fuzz");
        tell(figures);

        assertThat(figures.path("failures").asInt())
                .as("%s", figures.path("faults"))
                .isZero();
        assertThat(figures.path("outcomes").path("OK").asInt())
                .as("%s", figures)
                .isPositive();
        assertThat(figures.path("outcomes").path("CARBON_IDENTITY_INVALID").asInt())
                .isPositive();
    }

    /** The control: what comes back to everybody, called forbidden. */
    @Test
    void the_fuzzer_finds_a_text_that_must_not_come_back(Engine engine) {
        assertThat(fuzz(engine, 100, List.of("CARBON_"), "fuzz-control")
                        .path("failures")
                        .asInt())
                .isPositive();
    }

    private static JsonNode fuzz(Engine engine, int messages, List<String> hidden, String folder) {
        Path work = Path.of("target", folder).toAbsolutePath();
        List<String> forbidden = new ArrayList<>(hidden);
        forbidden.add("s3://");
        forbidden.add(engine.platform().folder().toString());
        Map<String, Object> settings = new HashMap<>();
        settings.put("target", engine.server().connect().substring("sc://".length()));
        settings.put("first", FIRST);
        settings.put("messages", messages);
        settings.put("seed", SEED);
        settings.put("restricted", engine.token("bob"));
        settings.put("exempt", engine.token("alice"));
        settings.put("folder", work.toString());
        settings.put("forbidden", forbidden);
        return FuzzProcess.run(settings, work);
    }

    private static void tell(JsonNode figures) {
        System.out.printf(
                "fuzz: seed %d, outcomes %s, plans interrupted %s%n",
                SEED, figures.path("outcomes"), figures.path("interrupted"));
        figures.path("faults").forEach(fault -> System.out.println("fuzz: " + fault.asText()));
        System.out.printf("fuzz: %s messages, %s failures%n", figures.path("messages"), figures.path("failures"));
    }
}
