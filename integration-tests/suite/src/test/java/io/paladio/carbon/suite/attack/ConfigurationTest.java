package io.paladio.carbon.suite.attack;

import static org.assertj.core.api.Assertions.assertThat;

import io.paladio.carbon.suite.fixture.Answer;
import io.paladio.carbon.suite.fixture.Engine;
import io.paladio.carbon.suite.fixture.Lists;
import io.paladio.carbon.suite.fixture.SharedEngine;
import io.paladio.carbon.suite.fixture.Wire;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.SocketTimeoutException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** T3 to T7: configuration that takes a layer away, re-points a catalog, or shows a secret; by every way that a session has. */
@ExtendWith(SharedEngine.class)
class ConfigurationTest {
    private static final List<String> PEOPLE = List.of("alice", "bob", "carol", "dan");

    private static final List<String> KEYS = List.of(
            "spark.sql.optimizer.excludedRules",
            "spark.sql.adaptive.optimizer.excludedRules",
            "spark.sql.analyzer.singlePassResolver.enabled",
            "spark.sql.analyzer.singlePassResolver.dualRunWithLegacy",
            "spark.sql.catalog.evil",
            "spark.sql.catalog.carbon",
            "spark.sql.catalog.carbon.uri",
            "spark.sql.catalog.carbon.credential",
            "spark.sql.catalog.default_iceberg",
            "spark.sql.catalog.spark_catalog",
            "spark.sql.runSQLOnFiles",
            "spark.sql.extensions",
            "spark.sql.defaultCatalog",
            "spark.carbon.index.file.path",
            "spark.carbon.identity.issuer",
            "spark.hadoop.fs.s3a.secret.key");

    /** Every way in which SQL sets, reads or resets a key. In scripts SET is of variables, of which there is none of that name. */
    private static final Map<String, String> FORMS = new TreeMap<>(Map.of(
            "SET %s=x", "CARBON_CONFIG_PROTECTED",
            "SET `%s`=x", "CARBON_CONFIG_PROTECTED",
            "SET %s", "CARBON_CONFIG_PROTECTED",
            "RESET %s", "CARBON_CONFIG_PROTECTED",
            "EXECUTE IMMEDIATE 'SET %s=x'", "CARBON_CONFIG_PROTECTED",
            "EXECUTE IMMEDIATE 'RESET %s'", "CARBON_CONFIG_PROTECTED",
            "EXPLAIN SET %s=x", "CARBON_CONFIG_PROTECTED",
            "BEGIN EXECUTE IMMEDIATE 'SET %s=x'; END", "CARBON_CONFIG_PROTECTED"));

    @ParameterizedTest
    @ValueSource(strings = {"alice", "bob", "carol", "dan"})
    void T3_T4_T5_T7_no_statement_sets_reads_or_resets_a_protected_key(String principal, Engine engine) {
        Map<String, String> passed = new TreeMap<>();
        for (String key : KEYS) {
            FORMS.forEach((form, expected) -> {
                Answer answer = engine.as(principal).sql(form.formatted(key));
                if (!answer.errorClass().equals(expected)) {
                    passed.put(form.formatted(key), answer.text());
                }
            });
        }

        assertThat(passed).isEmpty();
        assertThat(engine.as(principal).sql("SELECT current_user()").rows()).containsExactly("[\"" + principal + "\"]");
    }

    @Test
    void control_a_settable_key_is_set_read_and_reset_by_the_same_forms(Engine engine) {
        for (String form : FORMS.keySet()) {
            String statement = form.formatted("spark.sql.shuffle.partitions").replace("=x", "=3");

            assertThat(engine.as("bob").sql(statement).errorClass())
                    .as(statement)
                    .isEmpty();
        }
        engine.as("bob").sql("RESET spark.sql.shuffle.partitions");
    }

    @ParameterizedTest
    @ValueSource(strings = {"RESET", "SET", "SET -v", "EXECUTE IMMEDIATE 'RESET'", "EXECUTE IMMEDIATE 'SET'"})
    void T6_T7_nobody_lists_or_resets_all(String statement, Engine engine) {
        for (String principal : PEOPLE) {
            Answer answer = engine.as(principal).sql(statement);

            assertThat(answer.errorClass()).as("%s", answer).isEqualTo("CARBON_CONFIG_PROTECTED");
            assertThat(answer.sqlState()).isEqualTo("42501");
        }
    }

    static Stream<String> calls() {
        return Stream.of(
                "set { pairs { key: %s value: \"x\" } }",
                "unset { keys: %s }",
                "get { keys: %s }",
                "get_option { keys: %s }",
                "get_with_default { pairs { key: %s value: \"x\" } }",
                "is_modifiable { keys: %s }");
    }

    @ParameterizedTest
    @MethodSource("calls")
    void T3_T4_T5_T6_T7_no_call_sets_reads_or_unsets_a_protected_key(String call, Engine engine) {
        for (String principal : PEOPLE) {
            for (String key :
                    KEYS.stream().filter(ConfigurationTest::isUnreadable).toList()) {
                Answer answer = config(engine.wire(principal), call, key);

                assertThat(answer.json().path("message").asText())
                        .as("%s", answer)
                        .contains("CARBON_CONFIG_PROTECTED");
            }
        }
    }

    private static boolean isUnreadable(String key) {
        return !Lists.shipped("readable-config-keys.txt").contains(key);
    }

    private static Answer config(Wire wire, String operation, String key) {
        return wire.rpc("Config", "operation { " + operation.formatted(Wire.text(key)) + " }");
    }

    /** Every key that Spark registers, and none but those of the list. */
    @Test
    void T3_T4_T5_T7_of_all_keys_that_there_are_those_of_the_list_are_set(Engine engine) {
        Wire bob = engine.wire("bob");
        List<String> set = Stream.concat(
                        Lists.refused("config-keys.txt").stream(), Lists.shipped("config-keys.txt").stream())
                .filter(key -> config(bob, "set { pairs { key: %s value: \"x\" } }", key)
                        .json()
                        .path("message")
                        .asText()
                        .contains("CARBON_CONFIG_PROTECTED"))
                .toList();

        assertThat(set).containsExactlyElementsOf(Lists.refused("config-keys.txt"));
    }

    @Test
    void T6_no_listing_shows_a_secret_or_a_place(Engine engine) {
        String shown =
                engine.wire("bob").rpc("Config", "operation { get_all { } }").text();

        assertThat(shown)
                .contains("spark.sql.shuffle.partitions")
                .doesNotContain("spark.sql.catalog.")
                .doesNotContain("spark.carbon.")
                .doesNotContain("http://")
                .doesNotContain(engine.platform().folder().toString());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"env:HOME", "system:user.dir", "spark.sql.catalog.carbon.uri", "sparkconf:spark.driver.host"})
    void T6_no_variable_in_a_statement_reads_the_servers_settings(String variable, Engine engine) {
        assertThat(engine.as("bob").sql("SELECT '${" + variable + "}' AS text").rows())
                .containsExactly("[\"${" + variable + "}\"]");
    }

    /** A catalog of the attacker's own would get the tokens of whoever it makes the engine ask for. */
    @Test
    void T5_no_request_leaves_for_a_host_of_the_attackers_choice(Engine engine) throws IOException {
        try (ServerSocket elsewhere = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            elsewhere.setSoTimeout(200);
            String address = "http://127.0.0.1:" + elsewhere.getLocalPort();
            for (String statement : List.of(
                    "SET spark.sql.catalog.evil=org.apache.iceberg.spark.SparkCatalog",
                    "SET spark.sql.catalog.evil.uri=" + address,
                    "SET spark.sql.catalog.carbon.uri=" + address,
                    "SELECT * FROM evil.a.b",
                    "SELECT * FROM evil.a.b VERSION AS OF 1",
                    "USE evil",
                    "SHOW NAMESPACES IN evil",
                    "CREATE TABLE evil.a.b (id INT) USING iceberg",
                    "CREATE TABLE evil.a.b USING iceberg AS SELECT * FROM carbon.hr.t",
                    "SELECT * FROM iceberg.`" + address + "/a`")) {
                assertThat(engine.as("bob").sql(statement).isError())
                        .as(statement)
                        .isTrue();
            }
            assertThat(engine.as("bob").sql("SELECT count(*) FROM carbon.hr.t").rows())
                    .containsExactly("[4]");

            assertThat(isCalled(elsewhere)).isFalse();
        }
    }

    private static boolean isCalled(ServerSocket socket) throws IOException {
        try {
            socket.accept().close();
            return true;
        } catch (SocketTimeoutException nobody) {
            return false;
        }
    }
}
