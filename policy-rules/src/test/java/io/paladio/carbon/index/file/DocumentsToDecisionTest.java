package io.paladio.carbon.index.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.paladio.carbon.index.ResolveAnswer;
import io.paladio.carbon.index.ResolveRequest;
import io.paladio.carbon.policy.Caller;
import io.paladio.carbon.policy.Column;
import io.paladio.carbon.policy.ColumnType.Primitive;
import io.paladio.carbon.policy.Decision;
import io.paladio.carbon.policy.EffectivePolicy;
import io.paladio.carbon.policy.Mask;
import io.paladio.carbon.policy.PolicyReference;
import io.paladio.carbon.policy.Securable;
import io.paladio.carbon.policy.TableSchema;
import io.paladio.carbon.policy.expression.Interpreter;
import io.paladio.carbon.policy.expression.Truth;
import io.paladio.carbon.policy.resolve.PolicyResolver;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The whole way of a policy: from a document in a folder to what one principal may see of one table. */
class DocumentsToDecisionTest {
    private static final Securable ORDERS = Securable.table("carbon", "sales", "orders");
    private static final TableSchema SCHEMA = new TableSchema(
            3,
            List.of(
                    new Column(1, "id", Primitive.LONG, true),
                    new Column(2, "region", Primitive.STRING, false),
                    new Column(3, "email", Primitive.STRING, false),
                    new Column(4, "consent_flag", Primitive.BOOLEAN, false)));

    @TempDir
    Path folder;

    @BeforeEach
    void write() throws IOException {
        Files.createDirectory(folder.resolve("policies"));
        write("principals.json", """
                {"principals": {"alice": {"groups": ["eu-auditors", "pii-readers"]}, "bob": {"groups": ["de"]},
                                "carol": {"groups": ["global-analysts"]}}}""");
        write("tags.json", """
                {"carbon.sales": {"tags": {"sensitivity": "high"}},
                 "carbon.sales.orders": {"columns": {"region": {"geo": "region"}, "email": {"pii": "email"}}}}""");
        write("access.json", "{\"carbon.sales.orders\": {\"deny\": [\"dan\"]}}");
        write("policies/rows.json", """
                { "format": 1, "id": "pol_7c1e", "name": "eu_rows_only", "version": 14, "type": "row_filter",
                  "mode": "restrictive", "enforcement": "enforce",
                  "attach": { "securable": "carbon.sales", "inherit": true },
                  "when": { "all": [ { "tag": "sensitivity", "op": "in", "values": ["high"] } ] },
                  "columns": [ { "alias": "region", "match": { "tag": "geo", "op": "eq", "value": "region" },
                                 "cardinality": "exactly_one" } ],
                  "to": { "everyone": true }, "except": { "groups": ["eu-auditors"], "principals": ["sa:etl"] },
                  "valid": { "from": null, "until": null },
                  "expression": { "lang": "spark-sql-restricted/1",
                                  "sql": "region = 'EU' OR is_member('global-analysts')" } }""");
        write("policies/email.json", """
                { "format": 1, "id": "pol_91aa", "name": "email_masked", "version": 3, "type": "column_mask",
                  "enforcement": "enforce", "attach": { "securable": "carbon", "inherit": true },
                  "columns": [ { "alias": "c", "match": { "tag": "pii", "op": "eq", "value": "email" },
                                 "cardinality": "each" },
                               { "alias": "consent", "match": { "name": "consent_flag" },
                                 "cardinality": "optional" } ],
                  "on": "c", "mask": { "kind": "mask-alphanum" },
                  "unless": { "lang": "spark-sql-restricted/1", "sql": "consent = true" },
                  "to": { "everyone": true }, "except": { "groups": ["pii-readers"] } }""");
    }

    @Test
    void the_restricted_see_filtered_rows_and_masked_columns() {
        EffectivePolicy policy = ((Decision.Restricted) decide("bob")).policy();
        assertThat(policy.rowFilter().orElseThrow().policies())
                .extracting(PolicyReference::toString)
                .containsExactly("pol_7c1e@14");
        assertThat(shows(policy, "EU")).isTrue();
        assertThat(shows(policy, "US")).isFalse();
        assertThat(policy.masks()).singleElement().satisfies(mask -> {
            assertThat(mask.column().fieldId()).isEqualTo(3);
            assertThat(mask.mask()).isEqualTo(Mask.Standard.MASK_ALPHANUM);
            assertThat(mask.unless()).isPresent();
        });
    }

    @Test
    void S8_a_group_is_folded_into_the_filter() {
        EffectivePolicy policy = ((Decision.Restricted) decide("carol")).policy();
        assertThat(shows(policy, "US")).isTrue();
        assertThat(policy.masks()).hasSize(1);
    }

    @Test
    void S19_the_exempt_see_everything_and_the_exemptions_are_named() {
        assertThat(decide("alice")).isInstanceOfSatisfying(Decision.Unrestricted.class, free -> {
            assertThat(free.policyBearing()).isTrue();
            assertThat(free.exemptions()).extracting(PolicyReference::id).containsExactly("pol_7c1e", "pol_91aa");
        });
    }

    @Test
    void S1_the_denied_see_nothing() {
        assertThat(decide("dan")).isInstanceOf(Decision.Denied.class);
    }

    @Test
    void S10_a_half_written_policy_lets_nobody_read() throws IOException {
        write("policies/rows.json", "{ \"format\": 1, \"id\": \"pol_7c1e\", \"attach\"");
        assertThat(decide("bob")).isInstanceOf(Decision.Unenforceable.class);
        assertThat(decide("alice")).isInstanceOf(Decision.Unenforceable.class);
    }

    private Decision decide(String principal) {
        ResolveAnswer answer = new FilePolicySource(folder, Duration.ofSeconds(2))
                .resolve(new ResolveRequest(new Caller(principal, Optional.empty(), Map.of()), Set.of(ORDERS)));
        return PolicyResolver.decide(answer.tables().get(ORDERS), answer.principal(), SCHEMA, Instant.now());
    }

    private static boolean shows(EffectivePolicy policy, String region) {
        return Interpreter.test(policy.rowFilter().orElseThrow().condition(), Map.of(2, Optional.of(region)))
                == Truth.TRUE;
    }

    private void write(String name, String text) throws IOException {
        Files.writeString(folder.resolve(name), text);
    }
}
