package io.paladio.carbon.policy.document;

import static org.assertj.core.api.Assertions.assertThat;

import io.paladio.carbon.policy.Principal;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Whom a document at fault stops. Each is at fault in what it does, and in some ways more. */
class ConcernTest {
    private static final Principal BOUND = new Principal("bound", Set.of("de"), Map.of());
    private static final Principal EXEMPT = new Principal("exempt", Set.of("de"), Map.of());
    private static final Principal ELSEWHERE = new Principal("elsewhere", Set.of("fr"), Map.of());

    @ParameterizedTest(name = "{0}: {1} = {2}")
    @CsvSource(delimiter = '|', textBlock = """
                    untested | /enforcement | "enforce"
                    untested | /columns     | 7
                    untested | /lookups     | {}
                    untested | /mode        | "restrictive"
                    untested | /valid       | {"from":"then"}
                    unmasked | /on          | "nothing"
                    unmasked | /unless      | 7
                    unmasked | /mask/kind   | "blur"
                    """)
    void S10_a_fault_in_what_a_policy_does_stops_those_whom_it_was_to_bind(String kind, String pointer, String value) {
        Concern concern = concern(kind, pointer, value);

        assertThat(concern.speaksOf(BOUND)).isTrue();
        assertThat(concern.speaksOf(EXEMPT)).isFalse();
        assertThat(concern.speaksOf(ELSEWHERE)).isFalse();
    }

    @ParameterizedTest(name = "{0}: {1} = {2}")
    @CsvSource(delimiter = '|', textBlock = """
                    untested | /to           | {"groups":["de"],"users":["elsewhere"]}
                    untested | /to           | -
                    untested | /to/groups    | "de"
                    untested | /except       | {"everyone":true}
                    untested | /except       | {"principals":[]  ,"roles":["x"]}
                    untested | /to2          | {"groups":["fr"]}
                    untested | /mode         | "permissive"
                    untested | /mode         | 7
                    untested | /type         | "row-filter"
                    untested | /format       | 2
                    untested | /enforcement  | "shade"
                    untested | /tests        | []
                    unmasked | /also-to      | {"groups":["fr"]}
                    """)
    void S10_a_fault_in_whom_it_binds_stops_everybody(String kind, String pointer, String value) {
        Concern concern = concern(kind, pointer, value);

        assertThat(concern.speaksOf(BOUND)).isTrue();
        assertThat(concern.speaksOf(EXEMPT)).isTrue();
        assertThat(concern.speaksOf(ELSEWHERE)).isTrue();
    }

    @ParameterizedTest
    @CsvSource({"untested", "unmasked"})
    void S20_a_fault_of_a_policy_in_shadow_stops_nobody(String kind) {
        Concern concern = concern(kind, "/enforcement", "\"shadow\"");

        assertThat(concern.speaksOf(BOUND)).isFalse();
        assertThat(concern.speaksOf(ELSEWHERE)).isFalse();
    }

    private static Concern concern(String kind, String pointer, String value) {
        PolicyCandidate read =
                PolicyDocumentReader.read(Documents.faulty(kind, pointer, value).toString());
        return ((PolicyCandidate.Invalid) read).concern();
    }
}
