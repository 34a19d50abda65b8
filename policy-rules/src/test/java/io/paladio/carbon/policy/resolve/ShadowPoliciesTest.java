package io.paladio.carbon.policy.resolve;

import static io.paladio.carbon.policy.resolve.TestPolicy.filter;
import static io.paladio.carbon.policy.resolve.TestPolicy.mask;
import static io.paladio.carbon.policy.resolve.TestPolicy.maskTagged;
import static io.paladio.carbon.policy.resolve.TestPolicy.permissive;
import static io.paladio.carbon.policy.resolve.TestTable.ALICE;
import static io.paladio.carbon.policy.resolve.TestTable.BOB;
import static org.assertj.core.api.Assertions.assertThat;

import io.paladio.carbon.policy.PolicyReference;
import io.paladio.carbon.policy.ShadowEffect;
import io.paladio.carbon.policy.ShadowPolicy;
import io.paladio.carbon.policy.expression.Expression;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** S20: what shadow policies would do, told without doing it. */
class ShadowPoliciesTest {
    private static ShadowEffect effect(String id, String kind, String... columns) {
        return new ShadowEffect(new PolicyReference(id, 1, "sha256:" + id), kind, List.of(columns), Optional.empty());
    }

    @Test
    void S20_masks_tell_the_columns_that_they_would_mask() {
        TestTable table = TestTable.with(
                        maskTagged("tagged", "pii", "yes", "show-last-4").shadow(),
                        mask("named", "salary", "sha-256-global").shadow(),
                        mask("live", "email", "deny"))
                .taggedColumn("email", "pii", "yes")
                .taggedColumn("info.ssn", "pii", "yes");

        assertThat(table.shadows(BOB))
                .containsExactly(
                        effect("named", "sha-256-global", "salary"),
                        effect("tagged", "show-last-4", "email", "info.ssn"));
    }

    @Test
    void S20_filters_are_named_and_so_are_permissive_ones_that_are_for_others() {
        TestTable table = TestTable.with(
                filter("a", "region = 'EU'").shadow(),
                permissive("b", "region = 'EU'").to("auditors").shadow());

        assertThat(table.shadows(BOB)).containsExactly(effect("a", "row_filter"), effect("b", "row_filter"));
    }

    @Test
    void S20_only_those_that_would_bind_are_told_of() {
        TestTable table = TestTable.with(
                mask("a", "email", "deny").except("auditors").shadow(),
                mask("b", "email", "deny").to("nobody").shadow(),
                mask("c", "email", "deny").valid("", "2026-01-01T00:00:00Z").shadow(),
                mask("d", "email", "deny").when("sensitivity", "high").shadow(),
                maskTagged("e", "pii", "nothing", "deny").shadow(),
                mask("f", "email", "deny"));

        assertThat(table.shadows(ALICE)).isEmpty();
        assertThat(table.shadows(BOB)).containsExactly(effect("a", "deny", "email"));
    }

    @ParameterizedTest
    @CsvSource({
        "restrictive, none,    bob,   EU",
        "permissive,  none,    bob,   EU",
        "permissive,  for all, bob,   every row",
        "permissive,  for all, alice, every row",
        "permissive,  others,  bob,   EU",
        "to auditors, none,    bob,   no row",
        "to auditors, for all, bob,   every row",
        "to auditors, none,    alice, EU"
    })
    void S20_a_filter_keeps_what_would_stay_beside_the_live_ones(
            String candidate, String live, String principal, String kept) {
        TestPolicy filter =
                candidate.equals("restrictive") ? filter("a", "region = 'EU'") : permissive("a", "region = 'EU'");
        TestPolicy shadow = candidate.equals("to auditors") ? filter.to("auditors") : filter;
        TestPolicy permissive = permissive("b", "email = 'x'");
        TestTable table = live.equals("none")
                ? TestTable.with(shadow.shadow())
                : TestTable.with(shadow.shadow(), live.equals("others") ? permissive.to("nobody") : permissive);

        List<ShadowPolicy> found = table.shadowPolicies(principal.equals("bob") ? BOB : ALICE);

        assertThat(found)
                .singleElement()
                .satisfies(policy -> assertThat(policy.keeps())
                        .hasValueSatisfying(keeps -> assertThat(words(keeps)).isEqualTo(kept)));
    }

    private static String words(Expression keeps) {
        if (keeps instanceof Expression.Literal literal) {
            return literal.value().equals(Optional.of(true)) ? "every row" : "no row";
        }
        return ((Expression.Literal) ((Expression.Comparison) keeps).right())
                .value()
                .orElseThrow()
                .toString();
    }

    @Test
    void S20_of_masks_and_of_filters_at_fault_no_row_can_be_counted() {
        TestTable table = TestTable.with(
                mask("p", "email", "deny").shadow(), filter("q", "nowhere = 1").shadow());

        assertThat(table.shadowPolicies(BOB))
                .hasSize(2)
                .allSatisfy(policy -> assertThat(policy.keeps()).isEmpty());
    }

    @Test
    void S20_T38_rows_are_counted_of_so_many_filters_and_the_others_say_why_not() {
        int most = ShadowPolicies.MOST_COUNTED;
        TestTable table = TestTable.with(IntStream.range(0, most + 5)
                .mapToObj(each -> filter("f" + (1_000 + each), "region = 'EU'").shadow())
                .toArray(TestPolicy[]::new));

        List<ShadowPolicy> found = table.shadowPolicies(BOB);

        assertThat(found.subList(0, most))
                .allSatisfy(policy -> assertThat(policy.keeps()).isPresent());
        assertThat(found.subList(most, found.size())).hasSize(5).allSatisfy(policy -> {
            assertThat(policy.keeps()).isEmpty();
            assertThat(policy.effect().fault()).contains("more than 100 filters are in shadow for the principal");
        });
    }

    @ParameterizedTest
    @CsvSource({"email, truncate-to-year", "nothing, deny", "attributes.key, mask-to-fixed-value", "info.ssn, deny"})
    void S20_one_that_could_not_be_enforced_says_why_and_refuses_nobody(String column, String kind) {
        TestTable table = TestTable.with(
                mask("p", column, kind).shadow(), filter("q", "nowhere = 1").shadow());

        assertThat(table.shadows(BOB)).hasSize(2).allSatisfy(effect -> {
            assertThat(effect.fault()).isPresent();
            assertThat(effect.columns()).isEmpty();
        });
        assertThat(table.outcome(BOB)).isEqualTo("unrestricted");
    }
}
