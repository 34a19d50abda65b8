package io.paladio.carbon.policy.restriction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReadRestrictionsTest {
    private static final String SENT =
            "{\"required-column-projections\":[{\"field-id\":3,\"action\":\"mask-alphanum\"}],\"required-row-filter\":true}";

    @Test
    void S21_S23_the_etag_is_of_what_is_said_and_not_of_how_it_is_written() throws Exception {
        ReadRestrictions other =
                ReadRestrictions.of("{ \"required-row-filter\" : true,\n \"required-column-projections\":"
                        + " [ { \"action\":\"mask-alphanum\", \"field-id\":3 } ] }");

        assertThat(ReadRestrictions.of(SENT)).isEqualTo(other);
        assertThat(other.etag()).matches("sha256:[0-9a-f]{64}");
        assertThat(ReadRestrictions.of(SENT.replace("3", "4")).etag()).isNotEqualTo(other.etag());
    }

    @Test
    void S23_null_is_nothing_and_what_was_sent_is_not_told() throws Exception {
        assertThat(ReadRestrictions.of("null")).isEqualTo(ReadRestrictions.NONE);
        assertThat(ReadRestrictions.of("{\"required-row-filter\":\"SECRET\"}").toString())
                .doesNotContain("SECRET")
                .contains("sha256:");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "{",
                "{} {}",
                "{\"required-row-filter\":0.23e99919738056548344}",
                "{\"required-row-filter\":true,\"required-row-filter\":false}",
                "{\"required-column-projections\":[{\"field-id\":3,\"field-id\":4,\"action\":\"mask-alphanum\"}]}"
            })
    void S23_what_is_no_json_or_says_a_thing_twice_is_refused(String json) {
        assertThatThrownBy(() -> RestrictionContent.of(ReadRestrictions.of(json)))
                .isInstanceOf(RestrictionFault.class);
    }

    @Test
    void S23_more_than_a_million_characters_are_refused() {
        assertThatThrownBy(() -> ReadRestrictions.of("\"" + "x".repeat(1024 * 1024) + "\""))
                .isInstanceOf(RestrictionFault.class)
                .hasMessageContaining("longer");
    }
}
