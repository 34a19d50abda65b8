package io.paladio.carbon.suite.fault;

import static org.assertj.core.api.Assertions.assertThat;

import io.paladio.carbon.suite.fixture.Answer;
import io.paladio.carbon.suite.fixture.Engine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A part that is down, slow or wrong costs an error at once and nothing else; when it is back, so is the service. */
class FaultyPartsTest {
    private static final String QUERY = "SELECT count(*) FROM carbon.hr.t";
    private static Engine engine;

    @BeforeAll
    static void start_an_engine() {
        engine = Engine.start();
        engine.as("bob").sql(QUERY);
    }

    @AfterAll
    static void stop_the_engine() {
        engine.close();
    }

    @AfterEach
    void is_well_again() {
        engine.platform().face().faults().clear();
        assertThat(engine.as("bob").sql(QUERY).rows()).containsExactly("[4]");
    }

    @ParameterizedTest
    @CsvSource({
        "500,CARBON_FACE_UNAVAILABLE",
        "502,CARBON_FACE_UNAVAILABLE",
        "503,CARBON_FACE_UNAVAILABLE",
        "504,CARBON_FACE_UNAVAILABLE",
        "429,CARBON_FACE_UNAVAILABLE",
        "401,CARBON_IDENTITY_INVALID",
        "403,CARBON_ACCESS_DENIED"
    })
    void T33_a_face_that_fails_gives_its_error_within_five_seconds(int status, String expected) {
        engine.platform().face().faults().failWith(status);

        Answer answer = within(Duration.ofSeconds(7));

        assertThat(answer.errorClass()).as("%s", answer).isEqualTo(expected);
    }

    @Test
    void T33_a_face_that_is_slow_gives_its_error_within_the_deadline() {
        engine.platform().face().faults().delayBy(Duration.ofSeconds(30));

        Answer answer = within(Duration.ofSeconds(7));

        assertThat(answer.errorClass()).as("%s", answer).isEqualTo("CARBON_FACE_UNAVAILABLE");
    }

    @Test
    void S10_a_malformed_policy_takes_its_table_with_it() throws IOException {
        Path broken = engine.platform().indexFolder().resolve("policies").resolve("zz-broken.json");
        Files.writeString(broken, "{\"format\": 1, \"id\": \"pol_broken\"");
        try {
            Answer answer = engine.as("alice").sql(QUERY);

            assertThat(answer.errorClass()).as("%s", answer).isEqualTo("CARBON_POLICY_UNENFORCEABLE");
        } finally {
            Files.delete(broken);
        }
    }

    @Test
    void T33_an_index_that_is_gone_refuses() throws IOException {
        Path principals = engine.platform().indexFolder().resolve("principals.json");
        Path aside = principals.resolveSibling("principals.aside");
        Files.move(principals, aside);
        try {
            Answer answer = within(Duration.ofSeconds(3));

            assertThat(answer.errorClass()).as("%s", answer).isEqualTo("CARBON_INDEX_UNAVAILABLE");
        } finally {
            Files.move(aside, principals);
        }
    }

    @Test
    void S22_a_changed_policy_holds_for_the_next_statement() throws IOException {
        Path access = engine.platform().indexFolder().resolve("access.json");
        String before = Files.readString(access);
        Files.writeString(access, "{\"carbon.hr.t\":{\"deny\":[\"bob\",\"dan\"]}}");
        try {
            assertThat(engine.as("bob").sql(QUERY).errorClass()).isEqualTo("CARBON_ACCESS_DENIED");
        } finally {
            Files.writeString(access, before);
        }
    }

    private static Answer within(Duration limit) {
        Instant start = Instant.now();
        Answer answer = engine.as("bob").sql(QUERY);
        assertThat(Duration.between(start, Instant.now())).as("%s", answer).isLessThan(limit);
        return answer;
    }
}
