package io.paladio.carbon.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.paladio.carbon.catalog.SparkRefusal;
import io.paladio.carbon.error.CarbonCondition;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** T38: what a session keeps in variables, and what parameters make of a text, has a measure. */
@Timeout(120)
class VariableLimitsTest {
    private static SparkSession first;
    private SparkSession bob = first;

    @BeforeAll
    static void tables() {
        SampleTables.make();
        first = TestEngine.session("bob");
    }

    @AfterAll
    static void stop() {
        TestEngine.stop();
    }

    @BeforeEach
    void session() {
        bob = TestEngine.sibling(first, "bob");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "DECLARE v = repeat('x', 2000000)",
                "DECLARE a, b, c = repeat('x', 500000)",
                "DECLARE v ARRAY<INT> = array_repeat(1, 1000000)",
                "BEGIN DECLARE v = repeat('x', 2000000); SELECT v; END"
            })
    void T38_a_variable_that_holds_too_much_is_not_declared(String sql) {
        assertRefused(sql);
    }

    @Test
    void T38_what_variables_hold_together_is_bounded() {
        for (int variable = 0; variable < 4; variable++) {
            bob.sql("DECLARE v" + variable + " = repeat('x', 200000)");
        }

        assertRefused("DECLARE w = repeat('x', 300000)");
        bob.sql("DROP TEMPORARY VARIABLE v0");
        bob.sql("DECLARE w = repeat('x', 300000)");
        assertThat(bob.sql("SELECT length(w)").first().getInt(0)).isEqualTo(300_000);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SET VAR v = (SELECT repeat(name, 700000) FROM carbon.hr.t WHERE id = 1)",
                "SET VAR v = (SELECT string(collect_list(id)) FROM range(1000000))",
                "SET VAR v = concat(v, v, v, v, v, v, v, v, v, v, v)",
                "SET VAR w = (SELECT collect_list(id) FROM range(1000000))",
                "SET VAR (v, w) = (SELECT repeat(max(name), 700000), array(1) FROM carbon.hr.t)",
                "EXECUTE IMMEDIATE 'SELECT repeat(max(name), 700000) FROM carbon.hr.t' INTO v",
                "BEGIN DECLARE l STRING; SET l = (SELECT repeat(max(name), 700000) FROM carbon.hr.t); END"
            })
    void T38_no_value_that_is_too_large_gets_into_a_variable(String sql) {
        bob.sql("DECLARE v = repeat('x', 100000)");
        bob.sql("DECLARE w ARRAY<BIGINT>");

        assertThatThrownBy(() -> bob.sql(sql).collectAsList()).hasMessageContaining("CARBON_NOT_GOVERNABLE");
        assertThat(bob.sql("SELECT length(v), w").first().toString()).isEqualTo("[100000,null]");
    }

    @Test
    void T38_a_session_has_so_many_variables() {
        for (int variable = 0; variable < 100; variable++) {
            bob.sql("DECLARE v" + variable + " = 1");
        }

        assertRefused("DECLARE one_more = 1");
        bob.sql("DECLARE OR REPLACE v7 = 2");
        bob.sql("DROP TEMPORARY VARIABLE v8");
        bob.sql("DECLARE one_more = 1");
    }

    @Test
    void T38_a_script_has_so_many_variables() {
        assertRefused("BEGIN " + declared(101) + " SELECT v1; END");
        assertThat(bob.sql("BEGIN " + declared(20) + " SELECT v1; END").first().getInt(0))
                .isEqualTo(1);
    }

    private static String declared(int variables) {
        return IntStream.range(0, variables)
                .mapToObj(v -> "DECLARE v" + v + " = 1;")
                .collect(Collectors.joining(" "));
    }

    @Test
    void variables_are_used_as_ever() {
        bob.sql("DECLARE v STRING DEFAULT 'x'");
        bob.sql("DECLARE n = 1");
        bob.sql("SET VAR v = (SELECT max(name) FROM carbon.hr.t)");
        bob.sql("SET VAR (v, n) = (SELECT concat(v, '!'), n + 1)");

        assertThat(bob.sql("SELECT v, n").first().toString()).isEqualTo("[fay!,2]");
        bob.sql("EXECUTE IMMEDIATE 'SELECT :a || :a' INTO v USING 'y' AS a");
        assertThat(bob.sql("SELECT v").first().getString(0)).isEqualTo("yy");
    }

    @Test
    void T38_a_long_parameter_is_not_written_out_without_measure() {
        String often = "SELECT " + ":p AS a, ".repeat(2_000) + "1";
        Map<String, Object> longer = Map.of("p", "x".repeat(100_000));

        assertThatThrownBy(() -> bob.sql(often, longer)).isInstanceOf(SparkRefusal.class);
        assertThatThrownBy(() -> bob.sql(often.replace(":p", "?"), positional(2_000, 100_000)))
                .isInstanceOf(SparkRefusal.class);
        bob.sql("DECLARE v = repeat('x', 100000)");
        assertRefused("EXECUTE IMMEDIATE '" + often + "' USING v AS p");
        assertThat(bob.sql("SELECT length(:p), :p", longer).first().getInt(0)).isEqualTo(100_000);
        assertThat(bob.sql(often, Map.of("p", "x")).columns()).hasSize(2_001);
    }

    private static Object[] positional(int values, int length) {
        return IntStream.range(0, values).mapToObj(value -> "x".repeat(length)).toArray();
    }

    @Test
    void T38_a_text_of_a_million_words_is_not_parsed() {
        assertRefused("SELECT 1" + " + 1".repeat(300_000));
        assertThat(bob.sql("SELECT length('" + "x".repeat(2_000_000) + "')")
                        .first()
                        .getInt(0))
                .isEqualTo(2_000_000);
    }

    private void assertRefused(String sql) {
        assertThatThrownBy(() -> bob.sql(sql).collectAsList())
                .isInstanceOfSatisfying(
                        SparkRefusal.class,
                        refusal -> assertThat(refusal.carbonCondition()).isEqualTo(CarbonCondition.NOT_GOVERNABLE));
    }
}
