package io.paladio.carbon.suite.fault;

import static io.paladio.carbon.suite.fault.Timed.assertRefused;
import static io.paladio.carbon.suite.fault.Timed.within;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.paladio.carbon.suite.fixture.LinkFault;
import io.paladio.carbon.suite.fixture.Linked;
import io.paladio.carbon.suite.fixture.SharedLinks;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What the line between the engine and Index may do to their words, and what Index itself may have forgotten. */
@ExtendWith(SharedLinks.class)
class IndexLinkTest {
    private static final String UNAVAILABLE = "CARBON_INDEX_UNAVAILABLE";
    private static final String QUESTION_OF_BOB =
            "{\"format\":1,\"principal\":\"bob\",\"attributes\":{},\"securables\":[\"carbon.hr.t\"],\"known-etags\":{}}";

    @BeforeEach
    @AfterEach
    void is_well(Linked linked) {
        assertThat(linked.mended().rows()).containsExactly("[4]");
    }

    static Stream<Arguments> faults() {
        return Stream.of(
                arguments("slow", LinkFault.late(Duration.ofSeconds(30))),
                arguments("silent", LinkFault.silent()),
                arguments("cut", LinkFault.cut()),
                arguments("half an answer", LinkFault.halfAnswers(60)),
                arguments("garbled", LinkFault.garbled()),
                arguments("trickling", LinkFault.trickling(Duration.ofMillis(100))),
                arguments(
                        "another principal's answer",
                        LinkFault.asking("\"principal\":\"eve\"", "\"principal\":\"bob\"")),
                arguments("another table's answer", LinkFault.asking("carbon.hr.u", "carbon.hr.t")));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("faults")
    void T33_a_faulty_line_to_index_is_an_error_within_the_deadline(String name, LinkFault fault, Linked linked) {
        linked.toIndex().have(fault);

        assertRefused(within(Timed.INDEX, () -> linked.engine().as("bob").sql(Linked.QUERY)), UNAVAILABLE);
        assertThat(linked.engine().as("alice").sql("SELECT 1").rows()).containsExactly("[1]");
    }

    @Test
    void T33_an_index_that_falls_behind_brings_no_replaced_policy_back(Linked linked) {
        linked.index().execute("SELECT carbon_index.retire_policy('pol_hr_engineering_only')");
        String open = linked.index().ask("SELECT carbon_index.resolve(?::jsonb)::text", QUESTION_OF_BOB);
        assertThat(linked.engine().as("bob").sql(Linked.QUERY).rows()).containsExactly("[8]");
        linked.index()
                .execute("UPDATE carbon_index.policies SET live_version = 1"
                        + " WHERE policy_id = 'pol_hr_engineering_only'");
        assertThat(linked.engine().as("bob").sql(Linked.QUERY).rows()).containsExactly("[4]");

        linked.index().execute("ALTER FUNCTION carbon_index.resolve(jsonb) RENAME TO resolve_as_of_now");
        linked.index()
                .execute("CREATE FUNCTION carbon_index.resolve(jsonb) RETURNS jsonb LANGUAGE sql AS $f$ SELECT '"
                        + open.replace("'", "''") + "'::jsonb $f$");
        linked.index().execute("GRANT EXECUTE ON FUNCTION carbon_index.resolve(jsonb) TO carbon_engine");
        try {
            assertRefused(linked.engine().as("bob").sql(Linked.QUERY), UNAVAILABLE);
        } finally {
            linked.index().execute("DROP FUNCTION carbon_index.resolve(jsonb)");
            linked.index().execute("ALTER FUNCTION carbon_index.resolve_as_of_now(jsonb) RENAME TO resolve");
        }
    }
}
