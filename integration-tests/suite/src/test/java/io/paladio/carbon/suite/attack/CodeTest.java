package io.paladio.carbon.suite.attack;

import static org.assertj.core.api.Assertions.assertThat;

import io.paladio.carbon.suite.fixture.Answer;
import io.paladio.carbon.suite.fixture.Engine;
import io.paladio.carbon.suite.fixture.SharedEngine;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** T9 to T12: code of the caller's own inside the engine would be past every layer. It is refused to everybody, exempt or not. */
@ExtendWith(SharedEngine.class)
class CodeTest {
    private static final List<String> PEOPLE = List.of("alice", "bob", "carol", "dan");
    private static final String ONE_ROW = "input { range { end: 1 step: 1 } }";
    private static final String JAVA = "function_name: \"f\" java_udf { class_name: \"java.lang.String\" }";
    private static final String SCALA = "function_name: \"f\" scalar_scala_udf { payload: \"x\" }";
    private static final String PYTHON = "function_name: \"f\" python_udf { eval_type: 100 command: \"x\" }";

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ADD JAR '/x.jar'",
                "ADD JAR 'ivy://a:b:1'",
                "ADD JARS '/x.jar' '/y.jar'",
                "ADD FILE '/x'",
                "ADD FILES '/x' '/y'",
                "ADD ARCHIVE '/x.zip'",
                "LIST JARS",
                "LIST FILES",
                "LIST ARCHIVES"
            })
    void T9_statements_bring_no_artifacts(String statement, Engine engine) {
        refused(engine, statement);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "jars/x.jar",
                "classes/io/paladio/carbon/spark/rule/CheckRule.class",
                "classes/java/lang/String.class",
                "pyfiles/x.py",
                "files/x",
                "archives/x.zip",
                "cache/0",
                "../../x",
                "/x"
            })
    void T9_artifacts_of_no_kind_are_taken_whole_or_in_parts(String name, Engine engine) {
        for (String principal : PEOPLE) {
            for (String payload : List.of(
                    "batch { artifacts { name: \"%s\" data { data: \"x\" } } }",
                    "begin_chunk { name: \"%s\" total_bytes: 1 num_chunks: 1 initial_chunk { data: \"x\" } }")) {
                Answer answer = engine.wire(principal).rpc("AddArtifacts", payload.formatted(name));

                assertThat(answer.message()).as("%s", answer).contains("CARBON_CODE_DENIED");
            }
        }
        assertThat(engine.wire("bob")
                        .rpc("ArtifactStatus", "names: \"" + name + "\"")
                        .text())
                .doesNotContain("exists: true");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "register_function { " + JAVA + " }",
                "register_function { " + SCALA + " }",
                "register_function { " + PYTHON + " }",
                "register_table_function { function_name: \"f\" python_udtf { eval_type: 300 command: \"x\" } }",
                "register_data_source { name: \"d\" python_data_source { command: \"x\" } }",
                "execute_external_command { runner: \"evil.Runner\" command: \"x\" }",
                "ml_command { fit { estimator { name: \"evil.Estimator\" } } }",
                "ml_command { read { path: \"/x\" } }",
                "streaming_query_listener_bus_command { add_listener_bus_listener: true }",
                "write_stream_operation_start { " + ONE_ROW + " foreach_batch { scala_function { payload: \"x\" } } }"
            })
    void T10_T11_commands_bring_no_code(String command, Engine engine) {
        for (String principal : PEOPLE) {
            Answer answer = engine.wire(principal).command(command);

            assertThat(answer.message()).as("%s", answer).containsAnyOf("CARBON_CODE_DENIED", "CARBON_NOT_GOVERNABLE");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "map_partitions { " + ONE_ROW + " func { " + JAVA + " } }",
                "map_partitions { " + ONE_ROW + " func { " + PYTHON + " } }",
                "group_map { " + ONE_ROW + " func { " + SCALA + " } }",
                "co_group_map { " + ONE_ROW + " func { " + SCALA + " } }",
                "apply_in_pandas_with_state { " + ONE_ROW + " func { " + PYTHON + " } }",
                "common_inline_user_defined_table_function { function_name: \"f\" python_udtf { command: \"x\" } }",
                "common_inline_user_defined_data_source { name: \"d\" python_data_source { command: \"x\" } }",
                "project { " + ONE_ROW + " expressions { common_inline_user_defined_function { " + JAVA + " } } }",
                "project { " + ONE_ROW + " expressions { common_inline_user_defined_function { " + SCALA + " } } }",
                "project { " + ONE_ROW + " expressions { common_inline_user_defined_function { " + PYTHON + " } } }",
                "project { " + ONE_ROW + " expressions { typed_aggregate_expression { scalar_scala_udf { } } } }",
                "filter { " + ONE_ROW
                        + " condition { alias { name: \"a\" expr { common_inline_user_defined_function { " + JAVA
                        + " } } } } }",
                "ml_relation { transform { obj_ref { id: \"x\" } " + ONE_ROW + " } }"
            })
    void T11_relations_bring_no_code(String relation, Engine engine) {
        for (String principal : PEOPLE) {
            Answer answer = engine.wire(principal).relation(relation);

            assertThat(answer.message()).as("%s", answer).contains("CARBON_CODE_DENIED");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "CREATE FUNCTION f AS 'x.Y' USING JAR '/x.jar'",
                "CREATE FUNCTION carbon.hr.f AS 'x.Y'",
                "CREATE OR REPLACE TEMPORARY FUNCTION f AS 'x.Y'",
                "CREATE TEMPORARY FUNCTION f AS 'org.apache.hadoop.hive.ql.udf.UDFHex'",
                "CREATE TEMPORARY FUNCTION f(x INT) RETURNS INT RETURN x + 1",
                "CREATE TEMPORARY FUNCTION upper(x STRING) RETURNS STRING RETURN x",
                "DROP TEMPORARY FUNCTION IF EXISTS f",
                "REFRESH FUNCTION f",
                "SELECT reflect('java.lang.System', 'getenv', 'PATH')",
                "SELECT java_method('java.lang.System', 'getenv', 'PATH')",
                "SELECT try_reflect('java.lang.System', 'getenv', 'PATH')",
                "SELECT Reflect('java.lang.System', 'getenv', 'PATH')",
                "SELECT `reflect`('java.lang.System', 'getenv', 'PATH')",
                "SELECT system.builtin.reflect('java.lang.System', 'getenv', 'PATH')",
                "SELECT 1 WHERE reflect('java.lang.System', 'getenv', 'PATH') IS NULL",
                "SELECT * FROM VALUES (reflect('java.lang.System', 'getenv', 'PATH'))",
                "VALUES (reflect('java.lang.System', 'getenv', 'PATH'))",
                "SELECT transform(array(1), x -> reflect('java.lang.System', 'getenv', 'PATH'))",
                "DECLARE OR REPLACE VARIABLE v STRING DEFAULT reflect('java.lang.System', 'getenv', 'PATH')",
                "EXECUTE IMMEDIATE 'SELECT reflect(\"java.lang.System\", \"getenv\", \"PATH\")'",
                "BEGIN SELECT reflect('java.lang.System', 'getenv', 'PATH'); END",
                "EXPLAIN SELECT reflect('java.lang.System', 'getenv', 'PATH')",
                "DESCRIBE QUERY SELECT reflect('java.lang.System', 'getenv', 'PATH')",
                "SELECT TRANSFORM(id) USING 'cat' AS (x) FROM carbon.hr.t",
                "SELECT TRANSFORM(id) USING 'cat' AS (x) FROM range(1)",
                "FROM range(1) MAP id USING 'cat' AS (x)",
                "FROM range(1) REDUCE id USING 'cat' AS (x)",
                "SELECT from_json('{}', '{\"type\":\"udt\",\"class\":\"x.Y\",\"pyClass\":null,\"sqlType\":\"string\"}')",
                "SELECT from_csv('1', concat('a ', 'INT'))",
                "SELECT from_avro(X'00', '{}')",
                "SELECT from_protobuf(X'00', 'M', '/x.desc')"
            })
    void T12_statements_run_no_code(String statement, Engine engine) {
        refused(engine, statement);
    }

    @Test
    void T12_no_function_is_called_by_a_computed_name(Engine engine) {
        for (String principal : PEOPLE) {
            Answer answer =
                    engine.as(principal).sql("SELECT IDENTIFIER('reflect')('java.lang.System', 'getenv', 'PATH')");

            assertThat(answer.errorClass()).as("%s", answer).isEqualTo("CARBON_NOT_GOVERNABLE");
        }
    }

    @Test
    void T12_the_class_of_a_type_on_the_wire_is_not_loaded(Engine engine) {
        for (String principal : PEOPLE) {
            Answer answer = engine.wire(principal)
                    .relation("local_relation { schema: \"{\\\"type\\\":\\\"udt\\\",\\\"class\\\":\\\"x.Y\\\"}\" }");

            assertThat(answer.message()).as("%s", answer).contains("CARBON_CODE_DENIED");
        }
    }

    @Test
    void control_functions_without_code_run_in_the_same_places(Engine engine) {
        for (String statement : List.of(
                "SELECT upper('a')",
                "SELECT transform(array(1), x -> x + 1)",
                "SELECT * FROM VALUES (upper('a'))",
                "EXECUTE IMMEDIATE 'SELECT upper(\"a\")'",
                "BEGIN SELECT upper('a'); END",
                "SELECT from_json('{\"a\":1}', 'a INT').a",
                "SELECT from_csv('1', 'a INT').a")) {
            assertThat(engine.as("bob").sql(statement).errorClass())
                    .as(statement)
                    .isEmpty();
        }
        assertThat(engine.wire("bob")
                        .relation("project { " + ONE_ROW
                                + " expressions { unresolved_function { function_name: \"upper\" arguments {"
                                + " literal { string: \"a\" } } } } }")
                        .rows())
                .containsExactly("[\"A\"]");
    }

    private static void refused(Engine engine, String statement) {
        for (String principal : PEOPLE) {
            Answer answer = engine.as(principal).sql(statement);

            assertThat(answer.errorClass()).as("%s", answer).isEqualTo("CARBON_CODE_DENIED");
            assertThat(answer.sqlState()).isEqualTo("42501");
        }
    }
}
