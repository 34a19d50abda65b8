package io.paladio.carbon.policy.resolve;

import static org.assertj.core.api.Assertions.assertThat;

import io.paladio.carbon.policy.Mask;
import io.paladio.carbon.policy.Mask.Standard;
import io.paladio.carbon.policy.expression.Expression;
import io.paladio.carbon.policy.expression.Expression.ColumnReference;
import io.paladio.carbon.policy.expression.Function;
import io.paladio.carbon.policy.expression.ValueType;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** S5: one mask per column, the meet of what all of them let through. Over every pair and every triple. */
class MaskMeetProperties {
    private static final Mask FIXED = Standard.MASK_TO_FIXED_VALUE;
    private static final Mask NULL = Standard.REPLACE_WITH_NULL;
    private static final Mask ALPHANUM = Standard.MASK_ALPHANUM;
    private static final Mask FIRST = Standard.SHOW_FIRST_4;
    private static final Mask LAST = Standard.SHOW_LAST_4;
    private static final Mask YEAR = Standard.TRUNCATE_TO_YEAR;
    private static final Mask MONTH = Standard.TRUNCATE_TO_MONTH;
    private static final Mask GLOBAL = Standard.SHA_256_GLOBAL;
    private static final Mask LOCAL = Standard.SHA_256_QUERY_LOCAL;
    private static final Mask DENY = new Mask.Deny();
    private static final Mask HMAC_A = new Mask.HmacSha256("a");
    private static final Mask HMAC_B = new Mask.HmacSha256("b");
    private static final Mask LOWER = computed(Function.LOWER);
    private static final Mask UPPER = computed(Function.UPPER);
    private static final List<Mask> ALL =
            List.of(FIXED, NULL, ALPHANUM, FIRST, LAST, YEAR, MONTH, GLOBAL, LOCAL, DENY, HMAC_A, HMAC_B, LOWER, UPPER);

    static List<List<Mask>> examples() {
        return List.of(
                List.of(FIRST, LAST, ALPHANUM),
                List.of(FIRST, ALPHANUM, ALPHANUM),
                List.of(GLOBAL, HMAC_A, HMAC_A),
                List.of(GLOBAL, LOCAL, LOCAL),
                List.of(HMAC_A, LOCAL, LOCAL),
                List.of(HMAC_A, HMAC_B, FIXED),
                List.of(MONTH, YEAR, YEAR),
                List.of(ALPHANUM, GLOBAL, FIXED),
                List.of(GLOBAL, FIRST, FIXED),
                List.of(YEAR, GLOBAL, FIXED),
                List.of(LOWER, UPPER, FIXED),
                List.of(LOWER, ALPHANUM, FIXED),
                List.of(FIXED, ALPHANUM, FIXED),
                List.of(NULL, ALPHANUM, NULL),
                List.of(NULL, FIXED, NULL),
                List.of(DENY, FIXED, DENY),
                List.of(DENY, NULL, DENY),
                List.of(DENY, LOWER, DENY));
    }

    @ParameterizedTest
    @MethodSource("examples")
    void S5_two_masks_meet_as_the_table_says(List<Mask> example) {
        assertThat(MaskMeet.of(example.subList(0, 2))).isEqualTo(example.get(2));
        assertThat(MaskMeet.of(List.of(example.get(1), example.get(0)))).isEqualTo(example.get(2));
    }

    @Test
    void S5_a_mask_meets_itself_unchanged() {
        for (Mask mask : ALL) {
            assertThat(MaskMeet.of(List.of(mask))).isEqualTo(mask);
            assertThat(MaskMeet.of(List.of(mask, mask))).isEqualTo(mask);
        }
    }

    @Test
    void S5_the_order_and_the_grouping_of_three_masks_do_not_matter() {
        for (Mask first : ALL) {
            for (Mask second : ALL) {
                for (Mask third : ALL) {
                    Disclosure a = Disclosure.of(first);
                    Disclosure b = Disclosure.of(second);
                    Disclosure c = Disclosure.of(third);
                    assertThat(a.meet(b).meet(c)).isEqualTo(a.meet(b.meet(c)));
                    assertThat(a.meet(b)).isEqualTo(b.meet(a));
                    assertThat(MaskMeet.of(List.of(first, second, third)))
                            .isEqualTo(MaskMeet.of(List.of(third, first, second)));
                }
            }
        }
    }

    @Test
    void S5_the_meet_is_never_weaker_than_one_of_its_masks() {
        for (Mask first : ALL) {
            for (Mask second : ALL) {
                for (Mask third : ALL) {
                    Mask met = MaskMeet.of(List.of(first, second, third));
                    for (Mask input : List.of(first, second, third)) {
                        assertThat(letsThrough(input))
                                .as("%s of %s, %s, %s", met, first, second, third)
                                .containsAll(letsThrough(met));
                    }
                }
            }
        }
    }

    @Test
    void S5_any_number_of_masks_meet_in_any_order_to_the_same() {
        Random random = new Random(4711);
        for (int round = 0; round < 2_000; round++) {
            List<Mask> masks = new ArrayList<>();
            for (int count = 1 + random.nextInt(8); count > 0; count--) {
                masks.add(ALL.get(random.nextInt(ALL.size())));
            }
            Mask met = MaskMeet.of(masks);
            Collections.shuffle(masks, random);
            assertThat(MaskMeet.of(masks)).isEqualTo(met);
        }
    }

    /** The facts of S5's table, and of a key that no other key shares. */
    private static Set<Object> letsThrough(Mask mask) {
        Set<Object> facts = new HashSet<>(Disclosure.of(mask).facts());
        facts.remove(Disclosure.Common.EQUAL_ACROSS_STATEMENTS);
        if (mask instanceof Mask.HmacSha256 hmac) {
            facts.add("equal under " + hmac.key());
        }
        if (mask == GLOBAL) {
            facts.addAll(List.of("equal under a", "equal under b", "equal under anything"));
        }
        return facts;
    }

    private static Mask computed(Function function) {
        ColumnReference column = new ColumnReference(3, "value", ValueType.Simple.STRING);
        return new Mask.Computed(new Expression.Call(function, List.of(column), ValueType.Simple.STRING));
    }
}
