package io.paladio.carbon.verify;

import static org.assertj.core.api.Assertions.assertThat;

import io.paladio.carbon.policy.Mask.Standard;
import io.paladio.carbon.policy.mask.StandardMasks;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The masks of the reference, by the standard's examples, and beside those that engines run. */
class ReferenceMasksTest {
    private static final List<String> TEXTS = List.of(
            "", "a", "abcd", "abcde", "111-22-3333", "Grace-Mae (x), y.z@q", "дом-1", "\uD83D\uDE00\uD83D\uDE00a1b2c3");
    private static final List<Integer> DAYS = List.of(0, -1, -165, 19_782, 19_783, -719_162, 2_932_896);

    @Test
    void S6_texts_keep_their_shape_and_what_is_shown() {
        assertThat(ReferenceMasks.masked(Standard.SHOW_LAST_4, "111-22-3333")).isEqualTo("nnn-nn-3333");
        assertThat(ReferenceMasks.masked(Standard.SHOW_FIRST_4, "Grace 1")).isEqualTo("Gracxxn");
        assertThat(ReferenceMasks.masked(Standard.MASK_ALPHANUM, "Ab-1 é")).isEqualTo("xx-nxx");
    }

    @Test
    void S6_two_accounts_of_the_standard_agree() {
        for (String text : TEXTS) {
            assertThat(ReferenceMasks.masked(Standard.MASK_ALPHANUM, text)).isEqualTo(StandardMasks.maskAlphanum(text));
            assertThat(ReferenceMasks.masked(Standard.SHOW_FIRST_4, text)).isEqualTo(StandardMasks.showFirst4(text));
            assertThat(ReferenceMasks.masked(Standard.SHOW_LAST_4, text)).isEqualTo(StandardMasks.showLast4(text));
            assertThat(ReferenceMasks.masked(Standard.SHA_256_GLOBAL, text))
                    .isEqualTo(StandardMasks.sha256Global(text));
        }
        for (int day : DAYS) {
            long micros = day * 86_400_000_000L + 1;
            assertThat(ReferenceMasks.masked(Standard.TRUNCATE_TO_YEAR, day))
                    .isEqualTo(StandardMasks.truncateDateToYear(day));
            assertThat(ReferenceMasks.masked(Standard.TRUNCATE_TO_MONTH, day))
                    .isEqualTo(StandardMasks.truncateDateToMonth(day));
            assertThat(ReferenceMasks.masked(Standard.TRUNCATE_TO_YEAR, micros))
                    .isEqualTo(StandardMasks.truncateMicrosToYear(micros));
            assertThat(ReferenceMasks.masked(Standard.TRUNCATE_TO_MONTH, micros))
                    .isEqualTo(StandardMasks.truncateMicrosToMonth(micros));
            assertThat(ReferenceMasks.masked(Standard.SHA_256_GLOBAL, day)).isEqualTo(StandardMasks.sha256Global(day));
            assertThat(ReferenceMasks.masked(Standard.SHA_256_GLOBAL, micros))
                    .isEqualTo(StandardMasks.sha256Global(micros));
        }
        assertThat(ReferenceMasks.masked(Standard.SHA_256_GLOBAL, new byte[] {1, 2}))
                .isEqualTo(StandardMasks.sha256Global(new byte[] {1, 2}));
    }
}
