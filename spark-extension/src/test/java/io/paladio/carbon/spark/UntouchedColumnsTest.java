package io.paladio.carbon.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.paladio.carbon.catalog.SparkRefusal;
import io.paladio.carbon.error.CarbonCondition;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * S12, T27: whatever a restricted principal's statement does to a row, the columns that it does not assign to are stored as they
 * were, of every type and under every kind of mask, with values that a cast or a comparison would not leave alone.
 */
class UntouchedColumnsTest {
    private static final String TABLE = "carbon.wide.t";
    private static final String COLUMNS =
            "id INT, region STRING, touched INT, flag BOOLEAN, big BIGINT, f FLOAT, d DOUBLE,"
                    + " money DECIMAL(20,4), word STRING, bytes BINARY, day DATE, at TIMESTAMP, wall TIMESTAMP_NTZ,"
                    + " who STRUCT<ssn: STRING, city: STRING>, tags ARRAY<STRING>, scores MAP<STRING, DOUBLE>, secret STRING";
    private static final List<String> ROWS = List.of(
            "1, 'EU', 10, true, 9223372036854775807, CAST('NaN' AS FLOAT), -0.0D, 1234567890123456.7891, ' Zoë\\u0000 ',"
                    + " X'00FF', DATE'0001-01-01', TIMESTAMP'1582-10-10 01:02:03.123456', TIMESTAMP_NTZ'2024-03-31 02:30:00',"
                    + " struct('111-11-1111', 'Oslo'), array('a', NULL, ''), map('x', CAST('NaN' AS DOUBLE)), 's1'",
            "2, 'EU', 20, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL",
            "3, 'EU', 30, false, -1, -0.0F, CAST('-Infinity' AS DOUBLE), -0.0001, '', X'', DATE'9999-12-31',"
                    + " TIMESTAMP'2024-01-01 00:00:00', TIMESTAMP_NTZ'1900-01-01 00:00:00', struct(NULL, NULL), array(),"
                    + " map(), ''",
            "4, 'US', 40, true, 4, 4.0F, 4.0D, 4.0, 'four', X'04', DATE'2024-01-04', TIMESTAMP'2024-01-04 00:00:00',"
                    + " TIMESTAMP_NTZ'2024-01-04 00:00:00', struct('444-44-4444', 'Rome'), array('d'), map('d', 4.0D), 's4'");

    private static final Map<String, String> MASKS = new LinkedHashMap<>(Map.of(
            "big", "{\"kind\":\"replace-with-null\"}",
            "money", "{\"kind\":\"mask-to-fixed-value\"}",
            "word", "{\"kind\":\"sha-256-query-local\"}",
            "day", "{\"kind\":\"truncate-to-year\"}",
            "who.ssn", "{\"kind\":\"show-last-4\"}",
            "tags.element", "{\"kind\":\"mask-alphanum\"}",
            "scores.value", "{\"kind\":\"mask-to-fixed-value\"}",
            "secret", "{\"kind\":\"deny\"}"));

    private static SparkSession alice;
    private static SparkSession bob;

    @BeforeAll
    static void tables() {
        TestEngine.restrictedWrites("check");
        SampleTables.make();
        TestEngine.index("policies/wide-eu.json", SampleTables.rowFilter("pol_wide_eu", TABLE, "region = 'EU'"));
        MASKS.forEach(
                (column, mask) -> TestEngine.index(file(column), SampleTables.mask(id(column), TABLE, column, mask)));
        alice = TestEngine.session("alice");
        bob = TestEngine.session("bob");
        alice.sql("CREATE NAMESPACE IF NOT EXISTS carbon.wide");
    }

    private static String id(String column) {
        return "pol_wide_" + column.replace('.', '_');
    }

    private static String file(String column) {
        return "policies/" + id(column) + ".json";
    }

    @AfterAll
    static void reject() {
        TestEngine.restrictedWrites("reject");
        TestEngine.stop();
        TestEngine.unindex("policies/wide-eu.json");
        MASKS.keySet().forEach(column -> TestEngine.unindex(file(column)));
    }

    static Stream<Arguments> modes() {
        return Stream.of(Arguments.of("copy-on-write", 2), Arguments.of("merge-on-read", 3));
    }

    @ParameterizedTest
    @MethodSource("modes")
    void S12_T27_what_is_not_assigned_to_stays_bit_for_bit(String mode, int version) {
        create(mode, version);
        List<String> before = untouched();

        bob.sql("UPDATE " + TABLE + " SET touched = touched + 1");
        bob.sql("UPDATE " + TABLE + " SET touched = touched + 1, flag = NULL WHERE id = 4");
        bob.sql("MERGE INTO " + TABLE + " t USING (SELECT 1 AS id, 'x' AS word) s ON t.id = s.id"
                + " WHEN MATCHED THEN UPDATE SET touched = 100"
                + " WHEN NOT MATCHED BY SOURCE AND t.id = 2 THEN UPDATE SET touched = 200");

        assertThat(untouched()).isEqualTo(before);
        assertThat(touched()).isEqualTo("[[1,100], [2,200], [3,31], [4,40]]");

        bob.sql("DELETE FROM " + TABLE + " WHERE id = 2");

        assertThat(untouched()).containsExactly(before.get(0), before.get(2), before.get(3));
    }

    @ParameterizedTest
    @MethodSource("modes")
    void S12_T27_no_statement_assigns_to_what_is_masked_whole_or_within(String mode, int version) {
        create(mode, version);
        List<String> before = untouched();
        for (String assignment : List.of(
                "big = 1",
                "word = word",
                "who = who",
                "who = struct('1', 'Oslo')",
                "who.ssn = '1'",
                "who.city = 'Paris'",
                "tags = array('x')",
                "scores = map()")) {
            refused("UPDATE " + TABLE + " SET " + assignment);
            refused("MERGE INTO " + TABLE + " t USING (SELECT 1 AS i) s ON t.id = s.i WHEN MATCHED THEN UPDATE SET "
                    + assignment);
        }
        assertThatThrownBy(() -> bob.sql("UPDATE " + TABLE + " SET secret = 'x'"))
                .isInstanceOfSatisfying(
                        SparkRefusal.class,
                        refusal -> assertThat(refusal.carbonCondition()).isEqualTo(CarbonCondition.COLUMN_DENIED));
        assertThat(untouched()).isEqualTo(before);
    }

    private static void refused(String sql) {
        assertThatThrownBy(() -> bob.sql(sql))
                .as(sql)
                .isInstanceOfSatisfying(
                        SparkRefusal.class,
                        refusal -> assertThat(refusal.carbonCondition()).isEqualTo(CarbonCondition.WRITE_DENIED));
    }

    private static void create(String mode, int version) {
        alice.sql("DROP TABLE IF EXISTS " + TABLE);
        alice.sql(
                "CREATE TABLE " + TABLE + " (" + COLUMNS + ") USING iceberg TBLPROPERTIES ('format-version'='" + version
                        + "', 'write.delete.mode'='" + mode + "', 'write.update.mode'='" + mode
                        + "', 'write.merge.mode'='" + mode
                        + "')");
        alice.sql("INSERT INTO " + TABLE + " VALUES (" + String.join("), (", ROWS) + ")");
    }

    private static List<String> untouched() {
        return alice
                .sql(
                        "SELECT id, region, flag, big, f, d, money, hex(word), hex(bytes), day, at, wall, who, tags, scores,"
                                + " secret FROM " + TABLE + " ORDER BY id")
                .collectAsList()
                .stream()
                .map(Object::toString)
                .toList();
    }

    private static String touched() {
        return alice.sql("SELECT id, touched FROM " + TABLE + " ORDER BY id")
                .collectAsList()
                .toString();
    }
}
