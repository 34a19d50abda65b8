package io.paladio.carbon.policy.resolve;

import static io.paladio.carbon.policy.resolve.TestPolicy.byTag;
import static io.paladio.carbon.policy.resolve.TestPolicy.filter;
import static io.paladio.carbon.policy.resolve.TestPolicy.mask;
import static io.paladio.carbon.policy.resolve.TestPolicy.maskTagged;
import static io.paladio.carbon.policy.resolve.TestPolicy.permissive;
import static io.paladio.carbon.policy.resolve.TestTable.ALICE;
import static io.paladio.carbon.policy.resolve.TestTable.BOB;
import static io.paladio.carbon.policy.resolve.TestTable.NOW;
import static io.paladio.carbon.policy.resolve.TestTable.SCHEMA;
import static org.assertj.core.api.Assertions.assertThat;

import io.paladio.carbon.index.Access;
import io.paladio.carbon.policy.Decision;
import io.paladio.carbon.policy.PolicyReference;
import io.paladio.carbon.policy.Principal;
import io.paladio.carbon.policy.document.PolicyCandidate;
import io.paladio.carbon.policy.document.PolicyDocument.Cardinality;
import io.paladio.carbon.policy.document.PolicyDocument.ColumnMatch;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Who is bound by what, and how it combines: S1 to S3, S10, S11, S19, S20. */
class PolicyResolverTest {
    private static final String EU = "region = 'EU'";

    @Test
    void S1_without_a_policy_there_is_no_restriction() {
        assertThat(TestTable.with().decide(BOB)).isInstanceOfSatisfying(Decision.Unrestricted.class, decision -> {
            assertThat(decision.policyBearing()).isFalse();
            assertThat(decision.exemptions()).isEmpty();
        });
    }

    @Test
    void S1_a_denial_of_access_comes_before_every_policy_and_every_fault() {
        TestTable table = TestTable.with(filter("p", EU)).and(new PolicyCandidate.Invalid("broken", "$", "broken"));
        assertThat(table.answering(Access.DENIED).outcome(BOB)).isEqualTo("denied");
        assertThat(table.answering(Access.GRANTED).outcome(BOB)).isEqualTo("unenforceable");
    }

    @Test
    void S1_a_policy_binds_those_it_names_and_leaves_the_others_free() {
        for (TestPolicy policy :
                List.of(filter("p", EU).to("de"), filter("p", EU).toPrincipals("bob"))) {
            assertThat(TestTable.with(policy).outcome(BOB)).isEqualTo("restricted");
            assertThat(TestTable.with(policy).decide(ALICE))
                    .isInstanceOfSatisfying(Decision.Unrestricted.class, free -> {
                        assertThat(free.policyBearing()).isTrue();
                        assertThat(free.exemptions()).isEmpty();
                    });
        }
    }

    @Test
    void S19_an_exemption_is_recorded() {
        for (TestPolicy policy :
                List.of(filter("p", EU).except("auditors"), filter("p", EU).exceptPrincipals("alice"))) {
            assertThat(TestTable.with(policy).outcome(BOB)).isEqualTo("restricted");
            assertThat(TestTable.with(policy).decide(ALICE))
                    .isInstanceOfSatisfying(
                            Decision.Unrestricted.class,
                            free -> assertThat(free.exemptions())
                                    .extracting(PolicyReference::id)
                                    .containsExactly("p"));
        }
    }

    @Test
    void S2_restrictive_filters_all_hold() {
        TestTable table = TestTable.with(filter("a", EU), filter("b", "salary < 10"));
        assertThat(table.shows(BOB, Map.of("region", "EU", "salary", 5))).isTrue();
        assertThat(table.shows(BOB, Map.of("region", "EU", "salary", 50))).isFalse();
        assertThat(table.shows(BOB, Map.of("region", "US", "salary", 5))).isFalse();
    }

    @Test
    void S2_one_permissive_filter_is_enough_and_the_restrictive_ones_hold_all_the_same() {
        TestTable table =
                TestTable.with(permissive("a", EU), permissive("b", "region = 'US'"), filter("c", "salary < 10"));
        assertThat(table.shows(BOB, Map.of("region", "EU", "salary", 5))).isTrue();
        assertThat(table.shows(BOB, Map.of("region", "US", "salary", 5))).isTrue();
        assertThat(table.shows(BOB, Map.of("region", "AP", "salary", 5))).isFalse();
        assertThat(table.shows(BOB, Map.of("region", "EU", "salary", 50))).isFalse();
    }

    @Test
    void S2_where_no_permissive_filter_is_for_the_principal_no_row_is() {
        TestTable table = TestTable.with(permissive("a", "true").to("auditors"), filter("b", "salary < 10"));
        assertThat(table.shows(BOB, Map.of("region", "EU", "salary", 5))).isFalse();
        assertThat(table.effective(BOB).rowFilter().orElseThrow().policies())
                .extracting(PolicyReference::id)
                .containsExactly("b", "a");
        assertThat(table.shows(ALICE, Map.of("salary", 5))).isTrue();
        assertThat(TestTable.with(permissive("a", "true").to("auditors")).shows(BOB, Map.of()))
                .isFalse();
    }

    @Test
    void S3_null_is_hidden() {
        TestTable table = TestTable.with(filter("a", EU));
        assertThat(table.shows(BOB, Map.of())).isFalse();
        assertThat(TestTable.with(filter("a", "region <> 'EU'")).shows(BOB, Map.of()))
                .isFalse();
    }

    @Test
    void S8_context_functions_speak_of_the_principal() {
        TestTable table = TestTable.with(filter(
                "a", "region = session_attribute('region') OR is_member('auditors') OR email = current_principal()"));
        assertThat(table.shows(BOB, Map.of("region", "EU"))).isTrue();
        assertThat(table.shows(BOB, Map.of("region", "US"))).isFalse();
        assertThat(table.shows(BOB, Map.of("region", "US", "email", "bob"))).isTrue();
        assertThat(table.shows(ALICE, Map.of("region", "US"))).isTrue();
    }

    @ParameterizedTest
    @CsvSource({
        "2026-11-29T12:00:00Z, '', restricted",
        "2026-11-29T12:00:01Z, '', unrestricted",
        "'', 2026-11-29T12:00:01Z, restricted",
        "'', 2026-11-29T12:00:00Z, unrestricted",
        "2026-11-01T00:00:00Z, 2026-12-01T00:00:00Z, restricted"
    })
    void a_policy_is_in_force_from_its_beginning_and_until_its_end(String from, String until, String outcome) {
        TestTable table = TestTable.with(filter("p", EU).valid(from, until));
        assertThat(table.outcome(BOB)).isEqualTo(outcome);
    }

    @ParameterizedTest
    @CsvSource({
        "carbon.hr.t, true, restricted",
        "carbon.hr.t, false, restricted",
        "carbon.hr, true, restricted",
        "carbon, true, restricted",
        "carbon.hr, false, unrestricted",
        "carbon, false, unrestricted",
        "carbon.hr.u, true, unenforceable",
        "other, true, unenforceable",
        "carb, true, unenforceable"
    })
    void a_policy_reaches_what_lies_in_its_place_and_one_from_elsewhere_is_no_answer(
            String securable, boolean inherit, String outcome) {
        TestPolicy policy = filter("p", EU).attachedTo(securable);
        assertThat(TestTable.with(inherit ? policy : policy.notInherited()).outcome(BOB))
                .isEqualTo(outcome);
    }

    @Test
    void S11_a_policy_holds_when_the_tables_tags_match() {
        TestTable high = TestTable.with(filter("p", EU).when("sensitivity", "high", "secret"))
                .tagged("sensitivity", "high");
        assertThat(high.outcome(BOB)).isEqualTo("restricted");
        assertThat(high.tagged("sensitivity", "low").outcome(BOB)).isEqualTo("unrestricted");
        assertThat(TestTable.with(filter("p", EU).when("sensitivity", "high")).outcome(BOB))
                .isEqualTo("unrestricted");
        assertThat(TestTable.with(filter("p", EU).when("sensitivity"))
                        .tagged("sensitivity", "x")
                        .outcome(BOB))
                .isEqualTo("restricted");
        TestTable both = TestTable.with(
                        filter("p", EU).when("sensitivity", "high").when("kind", "orders"))
                .tagged("sensitivity", "high");
        assertThat(both.outcome(BOB)).isEqualTo("unrestricted");
        assertThat(both.tagged("kind", "orders").outcome(BOB)).isEqualTo("restricted");
    }

    @Test
    void S11_a_mask_meets_every_column_of_its_tag() {
        TestTable table = TestTable.with(maskTagged("p", "pii", "email", "mask-alphanum"))
                .taggedColumn("email", "pii", "email")
                .taggedColumn("code", "pii", "email")
                .taggedColumn("region", "pii", "place");
        assertThat(table.masks(BOB)).containsOnlyKeys("email", "code");
    }

    @Test
    void S11_a_mask_of_a_tag_that_no_column_carries_says_nothing_about_the_table() {
        assertThat(TestTable.with(maskTagged("p", "pii", "email", "mask-alphanum"))
                        .decide(BOB))
                .isInstanceOfSatisfying(
                        Decision.Unrestricted.class,
                        free -> assertThat(free.policyBearing()).isFalse());
    }

    @Test
    void S10_a_tag_on_a_column_that_is_gone_refuses_those_whom_the_policy_binds() {
        TestTable table = TestTable.with(
                        maskTagged("p", "pii", "email", "mask-alphanum").except("auditors"))
                .taggedColumn("mail", "pii", "email");
        assertThat(table.outcome(BOB)).isEqualTo("unenforceable");
        assertThat(table.outcome(ALICE)).isEqualTo("unrestricted");
    }

    @ParameterizedTest
    @CsvSource({
        "exactly_one, 0, unenforceable", "exactly_one, 1, restricted", "exactly_one, 2, unenforceable",
        "optional, 0, unrestricted", "optional, 1, restricted", "optional, 2, unenforceable",
        "each, 0, unrestricted", "each, 1, restricted", "each, 2, restricted"
    })
    void S10_a_mask_picks_as_many_columns_as_it_may(String cardinality, int columns, String outcome) {
        TestTable table = TestTable.with(mask(
                        "p",
                        byTag("pii", "email"),
                        Cardinality.valueOf(cardinality.toUpperCase(Locale.ROOT)),
                        "mask-alphanum")
                .except("auditors"));
        table = columns > 0 ? table.taggedColumn("email", "pii", "email") : table;
        table = columns > 1 ? table.taggedColumn("region", "pii", "email") : table;
        assertThat(table.outcome(BOB)).isEqualTo(outcome);
        assertThat(table.outcome(ALICE)).isEqualTo("unrestricted");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "nowhere = 'EU'",
                "salary = 'EU'",
                "salary",
                "info = 'x'",
                "info.ssn = 'x'",
                "shape = 'x'",
                "no_function(region) = 'EU'",
                "region = "
            })
    void S10_a_filter_that_does_not_fit_the_table_refuses_those_whom_it_binds(String sql) {
        TestTable table = TestTable.with(filter("p", sql).except("auditors"));
        assertThat(table.decide(BOB)).isInstanceOfSatisfying(Decision.Unenforceable.class, refused -> {
            assertThat(refused.policy()).isEqualTo("p");
            assertThat(refused.reason()).doesNotContain("EU");
        });
        assertThat(table.outcome(ALICE)).isEqualTo("unrestricted");
    }

    @Test
    void S10_names_and_tags_reach_a_column_whatever_its_case() {
        TestTable table = TestTable.with(
                        mask("p", "EMAIL", "mask-alphanum"), maskTagged("q", "pii", "x", "show-first-4"))
                .taggedColumn("CODE", "pii", "x");
        assertThat(table.masks(BOB)).containsOnlyKeys("email", "code");
    }

    @Test
    void S10_a_filter_holds_for_each_column_that_its_alias_picks() {
        TestTable table = TestTable.with(
                        filter("p", "place = 'EU'").column("place", byTag("geo", "region"), Cardinality.EACH))
                .taggedColumn("region", "geo", "region")
                .taggedColumn("code", "geo", "region");
        assertThat(table.shows(BOB, Map.of("region", "EU", "code", "EU"))).isTrue();
        assertThat(table.shows(BOB, Map.of("region", "EU", "code", "US"))).isFalse();
    }

    @Test
    void S10_an_optional_column_that_is_absent_reads_as_null_even_if_another_column_has_its_name() {
        TestPolicy policy = filter("p", "salary = 1 OR region = 'EU'")
                .column("region", new ColumnMatch.ByName("home_region"), Cardinality.OPTIONAL);
        assertThat(TestTable.with(policy).shows(BOB, Map.of("region", "EU"))).isFalse();
        assertThat(TestTable.with(policy).shows(BOB, Map.of("region", "EU", "salary", 1)))
                .isTrue();
    }

    @Test
    void S10_an_alias_stands_for_its_column_and_hides_a_column_of_that_name() {
        TestPolicy policy =
                filter("p", "region = 'EU'").column("region", new ColumnMatch.ByName("email"), Cardinality.EXACTLY_ONE);
        assertThat(TestTable.with(policy).shows(BOB, Map.of("region", "US", "email", "EU")))
                .isTrue();
        assertThat(TestTable.with(policy).shows(BOB, Map.of("region", "EU", "email", "US")))
                .isFalse();
    }

    @Test
    void S10_an_invalid_document_refuses_everybody_and_quotes_nothing_of_it() {
        TestTable table = TestTable.with().and(new PolicyCandidate.Invalid("bad", "$.expression.sql", "near 'secret'"));
        for (Principal principal : List.of(ALICE, BOB)) {
            assertThat(table.decide(principal)).isInstanceOfSatisfying(Decision.Unenforceable.class, refused -> {
                assertThat(refused.policy()).isEqualTo("bad");
                assertThat(refused.reason()).contains("$.expression.sql").doesNotContain("secret");
            });
        }
    }

    @Test
    void S20_a_shadow_policy_changes_nothing_even_if_it_can_not_be_bound() {
        TestTable plain = TestTable.with(filter("p", EU));
        TestTable shadowed = TestTable.with(
                filter("p", EU),
                filter("q", "nowhere = 1").shadow(),
                mask("r", "email", "deny").shadow());
        assertThat(shadowed.decide(BOB)).isEqualTo(plain.decide(BOB));
    }

    @Test
    void S15_a_decision_depends_on_the_moment() {
        TestTable table = TestTable.with(filter("p", EU).valid("", "2026-12-01T00:00:00Z"));
        ReadSchema schema = ReadSchema.asIs(SCHEMA);
        assertThat(table.decide(BOB, schema, NOW)).isInstanceOf(Decision.Restricted.class);
        assertThat(table.decide(BOB, schema, Instant.parse("2026-12-01T00:00:00Z")))
                .isInstanceOf(Decision.Unrestricted.class);
    }
}
