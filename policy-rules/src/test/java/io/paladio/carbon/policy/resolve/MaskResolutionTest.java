package io.paladio.carbon.policy.resolve;

import static io.paladio.carbon.policy.resolve.TestPolicy.expressionMask;
import static io.paladio.carbon.policy.resolve.TestPolicy.keyedMask;
import static io.paladio.carbon.policy.resolve.TestPolicy.mask;
import static io.paladio.carbon.policy.resolve.TestTable.ALICE;
import static io.paladio.carbon.policy.resolve.TestTable.BOB;
import static org.assertj.core.api.Assertions.assertThat;

import io.paladio.carbon.policy.ColumnMask;
import io.paladio.carbon.policy.Decision;
import io.paladio.carbon.policy.EffectivePolicy;
import io.paladio.carbon.policy.Mask;
import io.paladio.carbon.policy.Mask.Standard;
import io.paladio.carbon.policy.PolicyReference;
import io.paladio.carbon.policy.document.PolicyDocument.Cardinality;
import io.paladio.carbon.policy.document.PolicyDocument.ColumnMatch;
import io.paladio.carbon.policy.expression.Interpreter;
import io.paladio.carbon.policy.expression.Truth;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What becomes of masks on a table: S5, S6, S7. */
class MaskResolutionTest {

    @ParameterizedTest
    @CsvSource({
        "email, mask-alphanum", "email, mask-to-fixed-value", "email, replace-with-null", "email, show-first-4",
        "email, show-last-4", "born, truncate-to-year", "born, truncate-to-month", "email, sha-256-global",
        "salary, sha-256-query-local", "email, deny", "info, mask-to-fixed-value", "info, replace-with-null",
        "info, deny", "attributes, mask-to-fixed-value", "shape, deny", "id, mask-to-fixed-value"
    })
    void S6_a_kind_that_fits_its_column_masks_it(String column, String kind) {
        assertThat(TestTable.with(mask("p", column, kind)).masks(BOB))
                .hasEntrySatisfying(column, met -> assertThat(met.mask().kind()).isEqualTo(kind));
    }

    @ParameterizedTest
    @CsvSource({"email", "salary", "id"})
    void S6_a_keyed_hash_applies_where_a_hash_does_and_keeps_the_name_of_its_key(String column) {
        assertThat(TestTable.with(keyedMask("p", column, "k")).masks(BOB))
                .hasEntrySatisfying(column, met -> assertThat(met.mask()).isEqualTo(new Mask.HmacSha256("k")));
    }

    @ParameterizedTest
    @CsvSource({"k, k, hmac-sha-256", "k, other, mask-to-fixed-value"})
    void S5_keyed_hashes_meet_as_their_keys_do(String one, String other, String kind) {
        TestTable table = TestTable.with(keyedMask("p", "email", one), keyedMask("q", "email", other));

        assertThat(table.masks(BOB).get("email").mask().kind()).isEqualTo(kind);
    }

    @ParameterizedTest
    @CsvSource({
        "salary, mask-alphanum",
        "born, show-first-4",
        "email, truncate-to-year",
        "price, sha-256-global",
        "consent, sha-256-query-local",
        "info, mask-alphanum",
        "attributes, sha-256-global",
        "shape, mask-to-fixed-value",
        "shape, replace-with-null",
        "born, hmac-sha-256",
        "price, hmac-sha-256",
        "info, hmac-sha-256",
        "email, rot13",
        "email, expression",
        "info.ssn, deny",
        "attributes.value, deny",
        "attributes.key, mask-to-fixed-value"
    })
    void S10_a_kind_that_can_not_be_applied_refuses_those_whom_it_binds(String column, String kind) {
        TestTable table = TestTable.with(mask("p", column, kind).except("auditors"));
        assertThat(table.decide(BOB))
                .isInstanceOfSatisfying(
                        Decision.Unenforceable.class,
                        refused -> assertThat(refused.policy()).isEqualTo("p"));
        assertThat(table.outcome(ALICE)).isEqualTo("unrestricted");
    }

    @ParameterizedTest
    @CsvSource({
        "email, 'concat(left(value, 1), ''***'')', restricted",
        "email, upper(c), restricted",
        "email, 'CASE WHEN consent THEN value ELSE region END', restricted",
        "email, length(value), unenforceable",
        "price, value, restricted",
        "salary, 'try_add(value, 1)', restricted",
        "info, value, unenforceable",
        "email, nowhere, unenforceable"
    })
    void S7_an_expression_has_exactly_its_columns_type(String column, String sql, String outcome) {
        assertThat(TestTable.with(expressionMask("p", column, sql)).outcome(BOB))
                .isEqualTo(outcome);
    }

    @Test
    void S8_value_is_the_masked_column_even_where_the_table_has_one_of_that_name() {
        ColumnMask mask =
                TestTable.with(expressionMask("p", "email", "value")).masks(BOB).get("email");
        assertThat(Interpreter.evaluate(((Mask.Computed) mask.mask()).expression(), row(Map.of(3, "e", 16, "v"))))
                .contains("e");
    }

    @Test
    void S5_masks_on_one_column_meet_and_name_all_their_policies() {
        ColumnMask met = TestTable.with(mask("b", "email", "show-last-4"), mask("a", "email", "show-first-4"))
                .masks(BOB)
                .get("email");
        assertThat(met.mask()).isEqualTo(Standard.MASK_ALPHANUM);
        assertThat(met.policies()).extracting(PolicyReference::id).containsExactly("a", "b");
        assertThat(met.unless()).isEmpty();
    }

    @Test
    void S5_null_on_a_required_column_becomes_the_fixed_value() {
        assertThat(TestTable.with(mask("p", "code", "replace-with-null"))
                        .masks(BOB)
                        .get("code")
                        .mask())
                .isEqualTo(Standard.MASK_TO_FIXED_VALUE);
    }

    @Test
    void S5_a_column_is_released_only_where_every_policy_releases_it() {
        TestPolicy consented = mask("a", "email", "mask-alphanum").unless("consent = true");
        TestPolicy cheap = mask("b", "email", "mask-alphanum").unless("salary < 10");
        TestPolicy never = mask("c", "email", "mask-alphanum");
        ColumnMask both = TestTable.with(consented, cheap).masks(BOB).get("email");
        assertThat(released(both, Map.of(10, true, 4, 5))).isTrue();
        assertThat(released(both, Map.of(10, true, 4, 50))).isFalse();
        assertThat(released(both, Map.of(4, 5))).isFalse();
        assertThat(TestTable.with(consented, cheap, never)
                        .masks(BOB)
                        .get("email")
                        .unless())
                .isEmpty();
        assertThat(TestTable.with(consented, consented).masks(BOB).get("email").unless())
                .isEqualTo(TestTable.with(consented).masks(BOB).get("email").unless());
    }

    @ParameterizedTest
    @CsvSource({"is_member('auditors')", "false", "NULL = true"})
    void S5_a_release_that_is_for_nobody_is_dropped(String unless) {
        assertThat(TestTable.with(mask("p", "email", "mask-alphanum").unless(unless))
                        .masks(BOB)
                        .get("email")
                        .unless())
                .isEmpty();
    }

    @Test
    void S5_a_release_by_a_column_that_is_absent_releases_nobody() {
        TestPolicy policy = mask("p", "email", "mask-alphanum")
                .column("agreed", new ColumnMatch.ByName("agreement"), Cardinality.OPTIONAL)
                .unless("agreed = true");
        assertThat(TestTable.with(policy).masks(BOB).get("email").unless()).isEmpty();
    }

    @Test
    void S10_a_release_that_does_not_fit_the_table_refuses() {
        assertThat(TestTable.with(mask("p", "email", "mask-alphanum").unless("nowhere = true"))
                        .outcome(BOB))
                .isEqualTo("unenforceable");
    }

    @Test
    void S6_a_denied_column_is_denied_on_every_row_or_to_nobody() {
        TestPolicy byRow = mask("p", "email", "deny").unless("consent = true");
        assertThat(TestTable.with(byRow).masks(BOB).get("email"))
                .satisfies(met -> assertThat(met.mask()).isEqualTo(new Mask.Deny()))
                .satisfies(met -> assertThat(met.unless()).isEmpty());
        TestPolicy byGroup = mask("p", "email", "deny").unless("is_member('auditors')");
        assertThat(TestTable.with(byGroup).masks(BOB)).containsKey("email");
        assertThat(TestTable.with(byGroup).outcome(ALICE)).isEqualTo("unrestricted");
    }

    @Test
    void S5_a_mask_on_a_struct_takes_the_masks_below_it_along() {
        TestPolicy below = mask("a", "info.ssn", "mask-alphanum");
        TestPolicy whole = mask("b", "info", "replace-with-null").unless("consent = true");
        ColumnMask met = TestTable.with(below, whole).masks(BOB).get("info");
        assertThat(met.mask()).isEqualTo(Standard.REPLACE_WITH_NULL);
        assertThat(met.path()).isEqualTo("info");
        assertThat(met.unless()).isEmpty();
        assertThat(met.policies()).extracting(PolicyReference::id).containsExactly("a", "b");

        TestPolicy stricter = mask("a", "info.ssn", "replace-with-null");
        TestPolicy fixed = mask("b", "info", "mask-to-fixed-value");
        assertThat(TestTable.with(stricter, fixed).masks(BOB).get("info").mask())
                .isEqualTo(Standard.MASK_TO_FIXED_VALUE);
    }

    @ParameterizedTest
    @CsvSource({"info.ssn, show-last-4, 8", "attributes.value, replace-with-null, 15"})
    void S5_a_mask_within_a_column_stands_on_the_field_itself(String field, String kind, int fieldId) {
        EffectivePolicy policy = TestTable.with(mask("p", field, kind)).effective(BOB);
        assertThat(policy.masks()).singleElement().satisfies(met -> {
            assertThat(met.column().fieldId()).isEqualTo(fieldId);
            assertThat(met.path()).isEqualTo(field);
            assertThat(met.mask().kind()).isEqualTo(kind);
        });
    }

    @Test
    void S5_masks_on_two_fields_of_a_struct_do_not_meet() {
        EffectivePolicy policy = TestTable.with(
                        mask("a", "info.ssn", "show-last-4"), mask("b", "info.city", "replace-with-null"))
                .effective(BOB);
        assertThat(policy.masks()).extracting(met -> met.column().fieldId()).containsExactly(8, 9);
    }

    private static boolean released(ColumnMask mask, Map<Integer, Object> values) {
        return Interpreter.test(mask.unless().orElseThrow(), row(values)) == Truth.TRUE;
    }

    private static Map<Integer, Optional<Object>> row(Map<Integer, Object> values) {
        Map<Integer, Optional<Object>> row = new HashMap<>();
        for (int fieldId = 1; fieldId <= 16; fieldId++) {
            row.put(fieldId, Optional.ofNullable(values.get(fieldId)));
        }
        return row;
    }
}
