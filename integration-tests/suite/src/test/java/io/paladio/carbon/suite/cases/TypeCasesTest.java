package io.paladio.carbon.suite.cases;

import static io.paladio.carbon.suite.cases.CaseSchema.done;
import static io.paladio.carbon.suite.cases.CaseSchema.rows;
import static org.assertj.core.api.Assertions.assertThat;

import io.paladio.carbon.suite.fixture.Engine;
import io.paladio.carbon.suite.fixture.PolicyFolder;
import io.paladio.carbon.suite.fixture.SharedEngine;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A masked column has its column's own type, under ANSI and wherever it goes. */
@ExtendWith(SharedEngine.class)
class TypeCasesTest {
    private static final Map<String, String> VALUES = values();

    private static Map<String, String> values() {
        Map<String, String> values = new LinkedHashMap<>();
        values.put("boolean", "true");
        values.put("int", "7");
        values.put("bigint", "7000000000L");
        values.put("float", "float(1.5)");
        values.put("double", "2.5D");
        values.put("decimal(9,2)", "CAST(12.34 AS DECIMAL(9,2))");
        values.put("decimal(38,0)", "CAST(5 AS DECIMAL(38,0))");
        values.put("string", "'text'");
        values.put("binary", "X'0AFF'");
        values.put("date", "DATE '2024-05-17'");
        values.put("timestamp", "TIMESTAMP '2024-05-17 10:11:12Z'");
        values.put("timestamp_ntz", "TIMESTAMP_NTZ '2024-05-17 10:11:12'");
        values.put("array<int>", "array(1, 2)");
        values.put("map<string,decimal(5,1)>", "map('k', CAST(1.5 AS DECIMAL(5,1)))");
        values.put("struct<a:int,b:array<date>>", "named_struct('a', 1, 'b', array(DATE '2024-05-17'))");
        return values;
    }

    private static String columns(List<String> names) {
        return String.join(", ", names);
    }

    private static List<String> names() {
        return VALUES.keySet().stream().map(TypeCasesTest::name).toList();
    }

    private static String name(String type) {
        return "c_" + type.replaceAll("[^a-z0-9]+", "_");
    }

    @BeforeAll
    static void a_table_of_every_type(Engine engine) {
        String select = VALUES.entrySet().stream()
                .map(entry -> entry.getValue() + " AS " + name(entry.getKey()))
                .collect(Collectors.joining(", "));
        PolicyFolder policies = PolicyFolder.of(engine);
        for (String kind : List.of("replace-with-null", "mask-to-fixed-value")) {
            String table = table(kind);
            CaseSchema.make(engine, "CREATE TABLE " + table + " AS SELECT 1 AS id, 'eng' AS dept, " + select);
            names().forEach(column -> policies.mask(table, column, kind));
        }
        CaseSchema.make(
                engine,
                "CREATE TABLE carbon.cases.own AS SELECT 2 AS id, 'eng' AS dept, " + select,
                "CREATE TABLE carbon.cases.narrow (id INT, code CHAR(11), note VARCHAR(15), amount DECIMAL(5,2))",
                "INSERT INTO carbon.cases.narrow VALUES (1, '111-22-3333', 'short', 12.34)");
        policies.maskBy("carbon.cases.narrow", "code", "concat(value, '-and-much-longer-than-eleven')");
        policies.maskBy("carbon.cases.narrow", "note", "concat(value, value, value, value)");
        policies.maskBy("carbon.cases.narrow", "amount", "if(amount > 10, 99.99, value)");
    }

    private static String table(String kind) {
        return "carbon.cases.typed_" + kind.replace('-', '_');
    }

    @ParameterizedTest
    @ValueSource(strings = {"replace-with-null", "mask-to-fixed-value"})
    void case_52_every_type_goes_into_a_union_and_a_coalesce_without_a_cast(String kind, Engine engine) {
        String list = columns(names());
        assertThat(rows(
                        engine.as("bob"),
                        "SELECT id, " + list + " FROM " + table(kind) + " UNION ALL SELECT id, " + list
                                + " FROM carbon.cases.own"))
                .hasSize(2);
        String coalesced = VALUES.entrySet().stream()
                .map(entry -> "coalesce(" + name(entry.getKey()) + ", " + entry.getValue() + ")")
                .collect(Collectors.joining(", "));
        assertThat(rows(engine.as("bob"), "SELECT " + coalesced + " FROM " + table(kind)))
                .hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"replace-with-null", "mask-to-fixed-value"})
    void case_52_types_are_those_of_the_column(String kind, Engine engine) {
        String types = names().stream().map(name -> "typeof(" + name + ")").collect(Collectors.joining(", "));
        String expected =
                VALUES.keySet().stream().map(type -> "\"" + type + "\"").collect(Collectors.joining(",", "[", "]"));

        assertThat(rows(engine.as("bob"), "SELECT " + types + " FROM " + table(kind)))
                .containsExactly(expected);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "SELECT sum(c_int), max(c_decimal_9_2_) FROM carbon.cases.typed_replace_with_null | [null,null]",
                "SELECT c_int + 1, c_decimal_9_2_ * 2 FROM carbon.cases.typed_mask_to_fixed_value | [1,\"0.00\"]",
                "SELECT c_date + INTERVAL '1' DAY, year(c_timestamp) FROM carbon.cases.typed_mask_to_fixed_value | [\"1970-01-02\",1970]",
                "SELECT if(c_boolean, 'yes', 'no') FROM carbon.cases.typed_mask_to_fixed_value | [\"no\"]",
                "SELECT count(*) FROM carbon.cases.typed_replace_with_null WHERE c_int = 7 OR c_int <> 7 | [0]"
            })
    void case_52_masked_values_compute_under_ANSI(String query, String row, Engine engine) {
        assertThat(rows(engine.as("bob"), query)).containsExactly(row);
    }

    @Test
    void case_53_a_mask_of_another_length_keeps_the_declared_type(Engine engine) {
        assertThat(rows(engine.as("bob"), "SELECT code, note, amount FROM carbon.cases.narrow"))
                .containsExactly("[\"111-22-3333-and-much-longer-than-eleven\",\"shortshortshortshort\",\"99.99\"]");
        String types = "SELECT typeof(code), typeof(note), typeof(amount) FROM carbon.cases.narrow";
        assertThat(rows(engine.as("bob"), types)).isEqualTo(rows(engine.as("alice"), types));
        assertThat(
                        rows(
                                engine.as("bob"),
                                "SELECT count(*) FROM (SELECT code FROM carbon.cases.narrow UNION SELECT note FROM carbon.cases.narrow)"))
                .containsExactly("[2]");
    }

    @ParameterizedTest
    @ValueSource(strings = {"replace-with-null", "mask-to-fixed-value"})
    void case_G_a_copy_has_columns_of_the_masked_types(String kind, Engine engine) {
        String copy = table(kind) + "_copied";
        String list = columns(names());
        done(engine.as("bob"), "CREATE TABLE " + copy + " AS SELECT " + list + " FROM " + table(kind));

        assertThat(rows(engine.as("admin"), "DESCRIBE " + copy))
                .isEqualTo(rows(engine.as("admin"), "DESCRIBE (SELECT " + list + " FROM carbon.cases.own)"));
        assertThat(rows(engine.as("admin"), "SELECT * FROM " + copy))
                .isEqualTo(rows(engine.as("bob"), "SELECT " + list + " FROM " + table(kind)))
                .isNotEqualTo(rows(engine.as("alice"), "SELECT " + list + " FROM " + table(kind)));
    }

    @Test
    void case_G_masked_values_are_inserted_into_a_table_of_ones_own(Engine engine) {
        done(engine.as("bob"), "CREATE TABLE carbon.cases.kept (id INT, n INT, d DECIMAL(9,2))");
        done(
                engine.as("bob"),
                "INSERT INTO carbon.cases.kept SELECT id, c_int, c_decimal_9_2_ FROM carbon.cases.typed_replace_with_null");

        assertThat(rows(engine.as("bob"), "SELECT * FROM carbon.cases.kept")).containsExactly("[1,null,null]");
    }
}
