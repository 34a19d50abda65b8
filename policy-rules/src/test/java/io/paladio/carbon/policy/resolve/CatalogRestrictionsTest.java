package io.paladio.carbon.policy.resolve;

import static io.paladio.carbon.policy.resolve.TestPolicy.filter;
import static io.paladio.carbon.policy.resolve.TestPolicy.mask;
import static io.paladio.carbon.policy.resolve.TestPolicy.permissive;
import static io.paladio.carbon.policy.resolve.TestTable.ALICE;
import static io.paladio.carbon.policy.resolve.TestTable.BOB;
import static io.paladio.carbon.policy.resolve.TestTable.NOW;
import static io.paladio.carbon.policy.resolve.TestTable.SCHEMA;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.paladio.carbon.index.Access;
import io.paladio.carbon.policy.Column;
import io.paladio.carbon.policy.ColumnMask;
import io.paladio.carbon.policy.ColumnType.Primitive;
import io.paladio.carbon.policy.Decision;
import io.paladio.carbon.policy.EffectivePolicy;
import io.paladio.carbon.policy.PolicyReference;
import io.paladio.carbon.policy.TableSchema;
import io.paladio.carbon.policy.expression.Interpreter;
import io.paladio.carbon.policy.restriction.ReadRestrictions;
import io.paladio.carbon.policy.restriction.RestrictionFault;
import io.paladio.carbon.policy.restriction.Vectors;
import io.paladio.carbon.policy.restriction.Vectors.Vector;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** S23: what a catalog restricts, by itself and beside Index's policies. */
class CatalogRestrictionsTest {
    private static final String NOT_EU =
            "{\"type\":\"not-eq\",\"left\":{\"type\":\"reference\",\"id\":2},\"right\":\"EU\"}";

    static List<Vector> actions() {
        return Vectors.of("actions.json");
    }

    @ParameterizedTest
    @MethodSource("actions")
    void S23_each_action_is_the_mask_of_its_name_or_all_is_refused(Vector vector) throws Exception {
        Decision decision = decide(TestTable.with(), vector.at("sent").toString());

        if (vector.json().has("refused")) {
            assertThat(decision).isInstanceOfSatisfying(Decision.Unenforceable.class, refused -> {
                assertThat(refused.policy()).isEqualTo("read-restrictions");
                assertThat(refused.reason())
                        .contains(vector.at("refused").asText())
                        .doesNotContain("SECRET");
            });
        } else {
            assertThat(masks(decision)).isEqualTo(expected(vector.at("masks")));
        }
    }

    @Test
    void S23_the_filter_and_index_s_filters_must_both_hold() throws Exception {
        EffectivePolicy policy = restricted(TestTable.with(filter("p", "salary > 10")), rows(NOT_EU));

        assertThat(shows(policy, Map.of("region", "US", "salary", 11))).isTrue();
        assertThat(shows(policy, Map.of("salary", 11))).as("not-eq keeps NULL").isTrue();
        assertThat(shows(policy, Map.of("region", "EU", "salary", 11))).isFalse();
        assertThat(shows(policy, Map.of("region", "US", "salary", 10))).isFalse();
        assertThat(shows(policy, Map.of("region", "US"))).isFalse();
        assertThat(policy.rowFilter().orElseThrow().policies())
                .extracting(PolicyReference::id)
                .containsExactly("p", "read-restrictions");
    }

    @Test
    void S2_S23_a_permissive_filter_does_not_widen_what_the_catalog_restricts() throws Exception {
        EffectivePolicy policy =
                restricted(TestTable.with(permissive("p", "region = 'EU' OR salary > 10")), rows(NOT_EU));

        assertThat(shows(policy, Map.of("region", "EU", "salary", 11))).isFalse();
        assertThat(shows(policy, Map.of("region", "US", "salary", 11))).isTrue();
        assertThat(shows(
                        restricted(TestTable.with(permissive("p", "true").to("nobody")), rows(NOT_EU)),
                        Map.of("region", "US")))
                .isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        "show-first-4, show-last-4, mask-alphanum",
        "mask-alphanum, sha-256-global, mask-to-fixed-value",
        "sha-256-global, sha-256-query-local, sha-256-query-local",
        "replace-with-null, show-first-4, replace-with-null",
        "deny, show-first-4, deny",
        "show-first-4, show-first-4, show-first-4"
    })
    void S5_S23_an_action_and_index_s_mask_on_one_column_meet(String mask, String action, String met) throws Exception {
        ColumnMask email = restricted(TestTable.with(mask("p", "email", mask)), column(3, action))
                .masks()
                .get(0);

        assertThat(email.mask().kind()).isEqualTo(met);
        assertThat(email.policies()).extracting(PolicyReference::id).containsExactly("p", "read-restrictions");
    }

    @Test
    void S5_S23_an_action_is_released_by_nobody_s_unless_or_except() throws Exception {
        TestTable released = TestTable.with(
                mask("p", "email", "mask-alphanum").unless("true").except("auditors"));

        assertThat(restricted(released, column(3, "mask-alphanum"))
                        .masks()
                        .get(0)
                        .unless())
                .isEmpty();
        assertThat(masks(released.decide(ALICE, under(column(3, "mask-alphanum")), NOW)))
                .isEqualTo(Map.of(3, "mask-alphanum"));
    }

    @Test
    void S5_S23_index_s_mask_on_the_struct_takes_the_action_within_it_along() throws Exception {
        assertThat(masks(decide(TestTable.with(mask("p", "info", "replace-with-null")), column(8, "mask-alphanum"))))
                .isEqualTo(Map.of(7, "replace-with-null"));
    }

    @Test
    void S1_S23_grants_come_first_and_what_does_not_restrict_leaves_unrestricted() throws Exception {
        assertThat(decide(TestTable.with().answering(Access.DENIED), "{\"unknown\":1}"))
                .isInstanceOf(Decision.Denied.class);
        assertThat(decide(TestTable.with(), rows("true"))).isInstanceOf(Decision.Unrestricted.class);
        assertThat(decide(TestTable.with(), "null")).isInstanceOf(Decision.Unrestricted.class);
    }

    @Test
    void S21_S23_the_effective_etag_follows_what_the_catalog_sends() throws Exception {
        String first = restricted(TestTable.with(), rows(NOT_EU)).etag();

        assertThat(restricted(TestTable.with(), rows(NOT_EU)).etag()).isEqualTo(first);
        assertThat(restricted(TestTable.with(), rows(NOT_EU.replace("EU", "US")))
                        .etag())
                .isNotEqualTo(first);
        assertThat(restricted(TestTable.with(), column(3, "mask-alphanum")).etag())
                .isNotEqualTo(first);
    }

    @Test
    void S10_S15_S23_fields_are_followed_by_id_into_an_older_schema() throws Exception {
        TableSchema older = new TableSchema(
                6,
                List.of(new Column(2, "land", Primitive.STRING, false), new Column(20, "gone", Primitive.INT, false)));
        ReadSchema read = new ReadSchema(SCHEMA, older);

        Decision renamed = TestTable.with().decide(BOB, read.under(sent(column(2, "mask-alphanum"))), NOW);
        assertThat(((Decision.Restricted) renamed)
                        .policy()
                        .masks()
                        .get(0)
                        .column()
                        .name())
                .isEqualTo("land");
        assertThat(masks(TestTable.with().decide(BOB, read.under(sent(column(20, "replace-with-null"))), NOW)))
                .isEqualTo(Map.of(20, "replace-with-null"));
        assertThat(TestTable.with().decide(BOB, read.under(sent(column(3, "mask-alphanum"))), NOW))
                .as("a column that is not read")
                .isInstanceOf(Decision.Unrestricted.class);
        assertThat(TestTable.with().decide(BOB, read.under(sent(rows(NOT_EU.replace("2", "3")))), NOW))
                .as("a filter without its column")
                .isInstanceOf(Decision.Unenforceable.class);
    }

    @Test
    void S23_a_filter_reads_fields_of_structs_and_no_others_within_columns() throws Exception {
        EffectivePolicy policy =
                restricted(TestTable.with(), rows(NOT_EU.replace("2", "9").replace("EU", "Bonn")));

        assertThat(Interpreter.evaluate(policy.rowFilter().orElseThrow().condition(), Map.of(9, Optional.of("Bonn"))))
                .contains(false);
        assertThat(decide(TestTable.with(), rows(NOT_EU.replace("2", "15"))))
                .isInstanceOf(Decision.Unenforceable.class);
    }

    private static String rows(String filter) {
        return "{\"required-row-filter\":" + filter + "}";
    }

    private static String column(int fieldId, String action) {
        return "{\"required-column-projections\":[{\"field-id\":" + fieldId + ",\"action\":\"" + action + "\"}]}";
    }

    private static ReadRestrictions sent(String json) throws RestrictionFault {
        return ReadRestrictions.of(json);
    }

    private static ReadSchema under(String json) throws RestrictionFault {
        return ReadSchema.asIs(SCHEMA).under(sent(json));
    }

    private static Decision decide(TestTable table, String json) throws RestrictionFault {
        return table.decide(BOB, under(json), NOW);
    }

    private static EffectivePolicy restricted(TestTable table, String json) throws RestrictionFault {
        return ((Decision.Restricted) decide(table, json)).policy();
    }

    private static Map<Integer, String> masks(Decision decision) {
        Map<Integer, String> masks = new HashMap<>();
        if (decision instanceof Decision.Restricted restricted) {
            restricted
                    .policy()
                    .masks()
                    .forEach(mask ->
                            masks.put(mask.column().fieldId(), mask.mask().kind()));
        } else {
            assertThat(decision).isInstanceOf(Decision.Unrestricted.class);
        }
        return masks;
    }

    private static Map<Integer, String> expected(JsonNode masks) {
        Map<Integer, String> expected = new HashMap<>();
        masks.properties()
                .forEach(mask -> expected.put(
                        Integer.valueOf(mask.getKey()), mask.getValue().asText()));
        return expected;
    }

    private static boolean shows(EffectivePolicy policy, Map<String, Object> values) {
        Map<Integer, Optional<Object>> row = new HashMap<>();
        SCHEMA.columns().forEach(column -> row.put(column.fieldId(), Optional.ofNullable(values.get(column.name()))));
        return Interpreter.evaluate(policy.rowFilter().orElseThrow().condition(), row)
                .filter(Boolean.TRUE::equals)
                .isPresent();
    }
}
