package io.paladio.carbon.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.paladio.carbon.catalog.SparkRefusal;
import io.paladio.carbon.error.CarbonCondition;
import java.util.List;
import java.util.stream.Stream;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * S5, S12, T27: under {@code dml.restricted=check} nobody learns a masked value by what he writes beside it. {@code secret} is masked
 * in each table; what its mask, or a filter that reads it, depends on stays as it is.
 */
class AssignableColumnsTest {
    private static final String LANGUAGE = "\"lang\":\"spark-sql-restricted/1\"";
    private static final List<String> POLICIES =
            List.of("released", "computed", "capped", "capped-rows", "keyed", "salted");

    private static final List<String> FILLED = List.of("[1,m,z,false,l]");

    private static SparkSession alice;
    private static SparkSession bob;

    @BeforeAll
    static void tables() {
        TestEngine.restrictedWrites("check");
        SampleTables.make();
        TestEngine.maskKeys(KeyedMaskTest.keys("k", KeyedMaskTest.ONE));
        String nothing = "{\"kind\":\"replace-with-null\"}";
        policy(
                "released",
                mask("released", nothing).replace("\"on\":", "\"unless\":" + sql("consent = true") + ",\"on\":"));
        String computed = "CASE WHEN value > cap THEN 'over' ELSE 'under' END";
        policy("computed", mask("computed", "{\"kind\":\"expression\",\"expression\":" + sql(computed) + "}"));
        policy("capped", mask("capped", nothing));
        policy("capped-rows", SampleTables.rowFilter("pol_rows", "carbon.assign.capped", "secret < cap OR id = 0"));
        policy("keyed", mask("keyed", "{\"kind\":\"hmac-sha-256\",\"key\":\"k\"}"));
        policy("salted", mask("salted", "{\"kind\":\"sha-256-query-local\"}"));
        alice = TestEngine.session("alice");
        alice.sql("CREATE NAMESPACE IF NOT EXISTS carbon.assign");
        bob = TestEngine.session("bob");
        for (String table : List.of("released", "computed", "capped", "keyed", "salted")) {
            alice.sql("CREATE TABLE carbon.assign." + table
                    + " (id INT, secret STRING, cap STRING, consent BOOLEAN, label STRING) USING iceberg");
            filled(table);
        }
    }

    @AfterAll
    static void reject() {
        TestEngine.restrictedWrites("reject");
        TestEngine.stop();
        POLICIES.forEach(name -> TestEngine.unindex("policies/assign-" + name + ".json"));
    }

    private static void policy(String name, String document) {
        TestEngine.index("policies/assign-" + name + ".json", document);
    }

    private static String mask(String table, String mask) {
        return SampleTables.mask("pol_" + table, "carbon.assign." + table, "secret", mask);
    }

    private static String sql(String text) {
        return "{" + LANGUAGE + ",\"sql\":\"" + text + "\"}";
    }

    private static String filled(String name) {
        String table = "carbon.assign." + name;
        alice.sql("INSERT OVERWRITE " + table + " VALUES (1, 'm', 'z', false, 'l')");
        return table;
    }

    private static List<String> stored(String table) {
        return alice.sql("SELECT * FROM " + table).collectAsList().stream()
                .map(Object::toString)
                .sorted()
                .toList();
    }

    static Stream<String> deciding() {
        String source = " USING (SELECT 1 AS id) s ON t.id = s.id WHEN ";
        return Stream.of(
                "UPDATE $released SET consent = true",
                "UPDATE $released SET label = 'x', CONSENT = id = 1 WHERE id = 1",
                "MERGE INTO $released t" + source + "MATCHED THEN UPDATE SET t.consent = true",
                "MERGE INTO $released t" + source + "NOT MATCHED BY SOURCE THEN UPDATE SET t.consent = true",
                "UPDATE $computed SET SECRET = 'k'",
                "UPDATE $computed SET secret = secret",
                "UPDATE $released SET consent = NOT consent",
                "UPDATE $computed SET cap = 'k'",
                "MERGE INTO $computed t" + source + "MATCHED THEN UPDATE SET cap = 'k'",
                "UPDATE $capped SET cap = 'n'",
                "UPDATE $capped SET id = 0",
                "MERGE INTO $capped t" + source + "MATCHED THEN UPDATE SET cap = 'n'");
    }

    @ParameterizedTest
    @MethodSource("deciding")
    void S5_S12_what_a_mask_or_a_filter_over_masked_values_depends_on_stays_as_it_is(String statement) {
        assertDenied(statement);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "UPDATE $released SET cap = 'k', label = 'x'",
                "UPDATE $released SET consent = CONSENT, label = 'x'",
                "MERGE INTO $released t USING (SELECT 1 AS id) s ON t.id = s.id WHEN MATCHED THEN UPDATE SET t.consent = t.consent,"
                        + " label = 'x'",
                "UPDATE $computed SET consent = true, label = cap",
                "UPDATE $capped SET label = 'x', consent = NULL",
                "UPDATE $keyed SET label = 'x', cap = secret",
                "MERGE INTO $computed t USING (SELECT 1 AS id) s ON t.id = s.id WHEN MATCHED THEN UPDATE SET label = 'x'",
                "INSERT INTO $released VALUES (2, 'own', 'k', true, 'l')",
                "INSERT INTO $computed VALUES (2, 'own', 'k', NULL, 'l')",
                "INSERT INTO $capped VALUES (2, 'own', 'z', NULL, 'l')"
            })
    void S12_whatever_else_may_be_written(String statement) {
        String table = filled(name(statement));

        bob.sql(statement.replace("$", "carbon.assign."));
        assertThat(stored(table)).isNotEqualTo(FILLED).anyMatch(row -> row.startsWith("[1,m,"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "UPDATE $released SET consent = consent",
                "UPDATE $computed SET cap = cap",
                "MERGE INTO $released t USING (SELECT 1 AS id) s ON t.id = s.id WHEN MATCHED THEN UPDATE SET consent = t.consent"
            })
    void S12_a_column_may_be_given_what_it_has(String statement) {
        String table = filled(name(statement));

        bob.sql(statement.replace("$", "carbon.assign."));
        assertThat(stored(table)).isEqualTo(FILLED);
    }

    static Stream<String> dictionaries() {
        return Stream.of("keyed", "salted")
                .flatMap(table -> Stream.of(
                                "INSERT INTO $t (id, secret) VALUES (2, 'm')",
                                "INSERT INTO $t SELECT id, concat('m', id), 'z', NULL, NULL FROM range(3)",
                                "INSERT INTO $t SELECT id, IF(id = 1, 'm', NULL), 'z', NULL, NULL FROM range(3)",
                                "INSERT INTO $t SELECT 2, NULL, 'z', NULL, 'l' UNION ALL SELECT 3, 'm', 'z', NULL, 'l'",
                                "INSERT INTO $t WITH RECURSIVE r(id, secret) AS (SELECT 2, CAST(NULL AS STRING) UNION ALL SELECT id + 1, 'm'"
                                        + " FROM r WHERE id < 4) SELECT id, secret, 'z', NULL, 'l' FROM r",
                                "MERGE INTO $t t USING (SELECT 2 AS id, 'm' AS secret) s ON t.id = s.id"
                                        + " WHEN NOT MATCHED THEN INSERT (id, SECRET) VALUES (s.id, s.secret)",
                                "MERGE INTO $t t USING (SELECT 2 AS id, 'm' AS secret) s ON t.id = s.id"
                                        + " WHEN MATCHED THEN DELETE WHEN NOT MATCHED THEN INSERT (id, sEcReT) VALUES (s.id, s.secret)",
                                "MERGE INTO $t t USING $t s ON t.id = s.id + 1"
                                        + " WHEN NOT MATCHED THEN INSERT (id, Secret) VALUES (s.id + 1, s.secret)")
                        .map(statement -> statement.replace("$t", "$" + table)));
    }

    @ParameterizedTest
    @MethodSource("dictionaries")
    void S5_no_dictionary_is_put_beside_values_under_a_secret_hash(String statement) {
        assertDenied(statement);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "INSERT INTO $keyed (id, label) VALUES (2, 'l')",
                "INSERT INTO $salted (label, id) SELECT 'l', 2",
                "INSERT INTO $keyed VALUES (2, NULL, 'z', NULL, 'l')",
                "INSERT INTO $keyed VALUES (2, NULL, current_user(), NULL, 'l')",
                "INSERT INTO $salted SELECT * FROM (SELECT 2, NULL AS secret, 'z', NULL, 'l') q ORDER BY 1 LIMIT 1",
                "INSERT INTO $keyed SELECT 2, NULL, 'z', NULL, 'l' UNION ALL SELECT 3, NULL, 'z', NULL, 'l' WHERE false",
                "MERGE INTO $keyed t USING (SELECT 2 AS id, NULL AS secret, 'z' AS cap, true AS consent, 'l' AS label) s ON t.id = s.id"
                        + " WHEN NOT MATCHED THEN INSERT *",
                "MERGE INTO $salted t USING (SELECT 2 AS id) s ON t.id = s.id WHEN NOT MATCHED THEN INSERT (id) VALUES (s.id)"
            })
    void S12_rows_without_a_value_there_are_added(String statement) {
        String table = filled(name(statement));

        bob.sql(statement.replace("$", "carbon.assign."));
        assertThat(stored(table)).hasSize(2).anyMatch(row -> row.startsWith("[2,null,"));
    }

    /** Where files are replaced and rows are added, a snapshot appends or overwrites: which, depends on no file that was passed over. */
    @Test
    void S16_T20_whether_a_merge_passed_over_files_is_not_told() {
        String merge = " s ON t.id = s.id AND t.id = $ WHEN MATCHED THEN UPDATE SET label = 'x'"
                + " WHEN NOT MATCHED THEN INSERT (id) VALUES (s.id)";
        for (int looked : List.of(1, 50)) {
            String table = filled("released");
            bob.sql("MERGE INTO " + table + " t USING (SELECT 90 AS id)" + merge.replace("$", "" + looked));

            assertThat(alice.sql("SELECT operation FROM " + table + ".snapshots ORDER BY committed_at DESC")
                            .first()
                            .getString(0))
                    .as("id " + looked)
                    .isEqualTo("overwrite");
        }
    }

    private static void assertDenied(String statement) {
        if (!stored("carbon.assign." + name(statement)).equals(FILLED)) {
            filled(name(statement));
        }
        assertThatThrownBy(() -> bob.sql(statement.replace("$", "carbon.assign.")))
                .as(statement)
                .isInstanceOfSatisfying(
                        SparkRefusal.class,
                        refusal -> assertThat(refusal.carbonCondition()).isEqualTo(CarbonCondition.WRITE_DENIED));
        assertThat(stored("carbon.assign." + name(statement))).isEqualTo(FILLED);
    }

    private static String name(String statement) {
        String after = statement.substring(statement.indexOf('$') + 1);
        return after.substring(0, after.indexOf(' '));
    }
}
