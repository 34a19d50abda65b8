package io.paladio.carbon.policy.check;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Conditions that decide nothing are found, and no other is called so. */
class ConditionCheckTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "TRUE",
                "1 = 1",
                "NOT FALSE",
                "region IS NULL OR region IS NOT NULL",
                "region = 'EU' OR region <> 'EU' OR region IS NULL",
                "amount <= 5 OR amount > 5 OR amount IS NULL",
                "coalesce(ok, TRUE) OR NOT ok",
                "is_member('a') OR NOT is_member('a')",
                "region <=> NULL OR region IS NOT NULL",
                "CASE WHEN region = 'EU' THEN TRUE ELSE TRUE END"
            })
    void always_true(String sql) {
        assertThat(ConditionCheck.of(sql)).isEqualTo(ConditionReach.ALWAYS_TRUE);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "FALSE",
                "NULL",
                "1 > 2",
                "region = NULL",
                "region = 'EU' AND region = 'US'",
                "region IN ('EU', 'US') AND region NOT IN ('EU', 'US')",
                "region < 'a' AND region > 'b'",
                "amount > 5 AND amount < 3",
                "amount BETWEEN 5 AND 3",
                "amount > 5 AND amount IS NULL",
                "born < DATE '2000-01-01' AND born > DATE '2000-01-01'",
                "ok AND NOT ok",
                "is_member('a') AND NOT is_member('a')",
                "session_attribute('r') = 'EU' AND session_attribute('r') = 'US'",
                "region = session_attribute('r') AND region <> session_attribute('r')",
                "current_principal() = 'a' AND current_principal() = 'b'"
            })
    void never_true(String sql) {
        assertThat(ConditionCheck.of(sql)).isEqualTo(ConditionReach.NEVER_TRUE);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "region = 'EU'",
                "region = 'EU' OR is_member('a')",
                "region <> 'EU' OR region = 'EU'",
                "amount > 5 AND amount < 6",
                "region > 'a' AND region < 'b'",
                "region > 'a' AND region < 'aa'",
                "born > DATE '2000-01-01' AND born < DATE '2000-01-03'",
                "is_member('a') AND is_member('b') AND region = 'x'",
                "owner = current_principal()",
                "region = session_attribute('r')",
                "session_attribute('r') IS NULL",
                "current_principal() = 'a'",
                "ok",
                "a = 'x' AND b = 'y' AND c = 1 AND d"
            })
    void sometimes_true(String sql) {
        assertThat(ConditionCheck.of(sql)).isEqualTo(ConditionReach.SOMETIMES_TRUE);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a = b",
                "a = b AND a <> b",
                "lower(region) = 'EU'",
                "region LIKE 'E%'",
                "try_add(amount, 1) > amount",
                "length(region) < 0",
                "region IN (SELECT r FROM lookup('c.g.t'))",
                "not part of the language",
                "a = 1 AND a = 'x'"
            })
    void undecided(String sql) {
        assertThat(ConditionCheck.of(sql)).isEqualTo(ConditionReach.UNDECIDED);
    }
}
