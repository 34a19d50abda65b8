package io.paladio.carbon.policy.resolve;

import static io.paladio.carbon.policy.resolve.TestPolicy.filter;
import static io.paladio.carbon.policy.resolve.TestPolicy.mask;
import static io.paladio.carbon.policy.resolve.TestTable.BOB;
import static io.paladio.carbon.policy.resolve.TestTable.NOW;
import static io.paladio.carbon.policy.resolve.TestTable.SCHEMA;
import static org.assertj.core.api.Assertions.assertThat;

import io.paladio.carbon.policy.Decision;
import io.paladio.carbon.policy.Principal;
import io.paladio.carbon.policy.TableSchema;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** S21: the effective etag changes with whatever a decision rests on, and with nothing else. */
class EffectiveEtagTest {
    private static final TestPolicy FILTER = filter("a", "region = 'EU'");
    private static final TestPolicy MASK = mask("b", "email", "mask-alphanum");
    private static final TestTable TABLE = TestTable.with(FILTER, MASK)
            .tagged("one", "1")
            .tagged("two", "2")
            .taggedColumn("email", "pii", "email")
            .taggedColumn("region", "geo", "region");

    @Test
    void S21_order_does_not_matter() {
        TestTable other = TestTable.with(MASK, FILTER)
                .taggedColumn("region", "geo", "region")
                .taggedColumn("email", "pii", "email")
                .tagged("two", "2")
                .tagged("one", "1");
        assertThat(etag(other, BOB)).isEqualTo(etag(TABLE, BOB)).matches("sha256:[0-9a-f]{64}");
    }

    @Test
    void S21_everything_that_matters_is_in_it() {
        List<String> etags = List.of(
                etag(TABLE, BOB),
                etag(TABLE.tagged("one", "2"), BOB),
                etag(TABLE.tagged("three", ""), BOB),
                etag(TABLE.taggedColumn("email", "pii", "phone"), BOB),
                etag(TABLE.taggedColumn("code", "pii", "email"), BOB),
                etag(TABLE.and(filter("c", "true").candidate()), BOB),
                etag(TABLE.and(filter("c", "true").version(2).candidate()), BOB),
                etag(TABLE, new Principal("bob", Set.of("de"), BOB.attributes())),
                etag(TABLE, new Principal("bob", BOB.groups(), Map.of("region", "US"))),
                etag(TABLE, new Principal("rob", BOB.groups(), BOB.attributes())),
                etag(TABLE, BOB, new TableSchema(8, SCHEMA.columns())));
        assertThat(etags).doesNotHaveDuplicates();
    }

    @Test
    void S21_a_policy_that_begins_or_ends_changes_it() {
        String without = etag(TABLE, BOB);
        assertThat(etag(
                        TABLE.and(filter("c", "true")
                                .valid("", "2026-11-29T12:00:00Z")
                                .candidate()),
                        BOB))
                .isEqualTo(without);
        assertThat(etag(
                        TABLE.and(filter("c", "true")
                                .valid("2026-11-29T12:00:00Z", "")
                                .candidate()),
                        BOB))
                .isNotEqualTo(without);
    }

    @Test
    void S20_a_shadow_policy_is_not_in_it() {
        assertThat(etag(TABLE.and(filter("c", "true").shadow().candidate()), BOB))
                .isEqualTo(etag(TABLE, BOB));
    }

    @Test
    void S21_the_unrestricted_have_one_too() {
        Principal alice = new Principal("alice", Set.of("x"), Map.of());
        TestTable table = TestTable.with(filter("a", "true").except("x"));
        assertThat(((Decision.Unrestricted) table.decide(alice)).etag()).matches("sha256:[0-9a-f]{64}");
    }

    private static String etag(TestTable table, Principal principal) {
        return etag(table, principal, SCHEMA);
    }

    private static String etag(TestTable table, Principal principal, TableSchema schema) {
        return ((Decision.Restricted) table.decide(principal, ReadSchema.asIs(schema), NOW))
                .policy()
                .etag();
    }
}
