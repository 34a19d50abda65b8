package io.paladio.carbon.suite.cases;

import static io.paladio.carbon.suite.cases.CaseSchema.done;
import static io.paladio.carbon.suite.cases.CaseSchema.refused;
import static io.paladio.carbon.suite.cases.CaseSchema.rows;
import static org.assertj.core.api.Assertions.assertThat;

import io.paladio.carbon.suite.fixture.Answer;
import io.paladio.carbon.suite.fixture.Engine;
import io.paladio.carbon.suite.fixture.SharedEngine;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Ways past the tables: code, paths, configuration, streams, statistics and messages; closed for everybody, whoever asks. */
@ExtendWith(SharedEngine.class)
class ClosedWaysCasesTest {
    private static void refusedToAll(Engine engine, String statement, String errorClass) {
        for (String person : new String[] {"bob", "alice", "dan"}) {
            refused(engine.as(person), statement, errorClass);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ADD JAR '/x.jar'",
                "ADD ARCHIVE '/x.zip'",
                "ADD FILE '/x.py'",
                "LIST JARS",
                "CREATE FUNCTION f AS 'x.Y'",
                "CREATE FUNCTION f AS 'x.Y' USING JAR '/x.jar'",
                "CREATE OR REPLACE TEMPORARY FUNCTION f AS 'org.apache.hadoop.hive.ql.udf.UDFReflect'",
                "CREATE TEMPORARY FUNCTION f(x INT) RETURNS INT RETURN x + 1",
                "SELECT reflect('java.lang.System', 'getenv', 'HOME')",
                "SELECT try_reflect('java.lang.System', 'getenv', 'HOME')"
            })
    void case_20_code_of_the_user_is_refused(String statement, Engine engine) {
        refusedToAll(engine, statement, "CARBON_CODE_DENIED");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT TRANSFORM(id) USING 'cat /etc/hostname' AS (l) FROM carbon.hr.t",
                "SELECT TRANSFORM(id) USING 'cat' FROM VALUES (1) AS own(id)",
                "FROM VALUES (1) AS own(id) MAP id USING 'cat' AS (l)",
                "FROM VALUES (1) AS own(id) REDUCE id USING 'cat' AS (l)",
                "SELECT * FROM (SELECT TRANSFORM(id) USING 'cat' AS (l) FROM range(1)) q",
                "WITH c AS (SELECT TRANSFORM(id) USING 'cat' AS (l) FROM range(1)) SELECT * FROM c"
            })
    void case_22_a_script_is_not_run(String statement, Engine engine) {
        refusedToAll(engine, statement, "CARBON_CODE_DENIED");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT * FROM parquet.`s3://carbon/hr/t/data`",
                "SELECT * FROM PARQUET.`/wh/hr/t/data`",
                "SELECT * FROM orc.`/wh`",
                "SELECT * FROM csv.`/etc/passwd`",
                "SELECT * FROM json.`s3a://carbon/x`",
                "SELECT * FROM avro.`file:///x`",
                "SELECT * FROM text.`/etc/hostname`",
                "SELECT * FROM binaryFile.`/etc/hostname`",
                "SELECT * FROM iceberg.`s3://carbon/hr/t`",
                "SELECT * FROM iceberg.`s3://carbon/hr/t#files`",
                "SELECT * FROM delta.`/x`",
                "SELECT 1 WHERE 1 IN (SELECT 1 FROM csv.`/x`)",
                "WITH c AS (SELECT * FROM text.`/x`) SELECT * FROM c",
                "INSERT INTO parquet.`/x` SELECT 1",
                "CREATE TEMPORARY VIEW p USING text OPTIONS (path '/etc/hostname')",
                "CREATE TABLE carbon.cases.placed (id INT) USING iceberg LOCATION 's3://carbon/hr/t'",
                "INSERT OVERWRITE DIRECTORY '/x' USING parquet SELECT * FROM carbon.hr.t",
                "CREATE TABLE spark_catalog.default.x USING parquet AS SELECT 1",
                "CREATE DATABASE spark_catalog.x",
                "CREATE SCHEMA IF NOT EXISTS spark_catalog.default",
                "CREATE DATABASE spark_catalog.x LOCATION '/x'",
                "CREATE SCHEMA carbon.placed LOCATION 's3://carbon/hr'",
                "COMMENT ON SCHEMA spark_catalog.default IS 'x'"
            })
    void case_23_no_file_is_read_or_written_by_its_path(String statement, Engine engine) {
        refusedToAll(engine, statement, "CARBON_PATH_DENIED");
    }

    @ParameterizedTest
    @ValueSource(strings = {"jdbc", "kafka", "com.example.Source", "rate", "hive", "socket"})
    void case_25_a_source_is_refused_by_its_own_name(String source, Engine engine) {
        Answer answer = engine.as("bob").sql("SELECT * FROM `" + source + "`.`x`");

        assertThat(answer.errorClass()).as("%s", answer).isEqualTo("CARBON_PATH_DENIED");
        assertThat(answer.message()).contains(source);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT secret_udf('x')",
                "SELECT 1 WHERE secret_udf('x') IS NULL",
                "SELECT * FROM secret_table_function('x')"
            })
    void case_28_an_unknown_function_of_constants_is_refused_before_it_is_folded(String statement, Engine engine) {
        assertThat(engine.as("bob").sql(statement).errorClass())
                .isIn("UNRESOLVED_ROUTINE", "CARBON_NOT_GOVERNABLE", "CARBON_CODE_DENIED");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT java_method('java.util.UUID', 'randomUUID')",
                "SELECT upper(reflect('java.lang.String', 'valueOf', 'x'))",
                "VALUES (reflect('java.lang.System', 'getenv', 'HOME'))",
                "SELECT from_json('{}', '{\"type\":\"udt\",\"class\":\"x.Y\",\"pyClass\":null,\"sqlType\":\"string\"}')"
            })
    void case_28_so_is_a_known_one_that_runs_code(String statement, Engine engine) {
        refusedToAll(engine, statement, "CARBON_CODE_DENIED");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "spark.sql.optimizer.excludedRules",
                "spark.sql.adaptive.optimizer.excludedRules",
                "spark.sql.extensions",
                "spark.sql.analyzer.singlePassResolver.enabled",
                "spark.sql.runSQLOnFiles",
                "spark.sql.catalog.carbon",
                "spark.sql.catalog.carbon.uri",
                "spark.sql.defaultCatalog",
                "spark.carbon.index.file.path",
                "spark.sql.legacy.storeAnalyzedPlanForView",
                "spark.sql.planChangeLog.level",
                "a.key.of.nobody"
            })
    void case_29_case_31_case_32_a_guarded_key_is_neither_set_nor_reset(String key, Engine engine) {
        for (String statement : new String[] {
            "SET " + key + "=io.paladio.carbon.spark.rule.WrapRule",
            "SET `" + key + "`=`x`",
            "RESET " + key,
            "EXECUTE IMMEDIATE 'SET " + key + "=x'",
            "BEGIN SET " + key + "=x; END"
        }) {
            Answer answer = engine.as("alice").sql(statement);
            assertThat(answer.isError()).as("%s", answer).isTrue();
            assertThat(answer.errorClass())
                    .as("%s", answer)
                    .isIn("CARBON_CONFIG_PROTECTED", "PARSE_SYNTAX_ERROR", "UNRESOLVED_VARIABLE");
        }
        Answer overTheWire = engine.hostile()
                .call(
                        "config-set",
                        engine.token("alice"),
                        "alice",
                        UUID.randomUUID().toString(),
                        key,
                        "x");
        assertThat(overTheWire.message()).contains("CARBON_CONFIG_PROTECTED");
    }

    @Test
    void case_32_resetting_everything_is_refused_and_the_guard_stays(Engine engine) {
        refusedToAll(engine, "RESET", "CARBON_CONFIG_PROTECTED");
        refusedToAll(engine, "SET -v", "CARBON_CONFIG_PROTECTED");
        done(engine.as("bob"), "SET spark.sql.shuffle.partitions=5");
        done(engine.as("bob"), "RESET spark.sql.shuffle.partitions");

        refused(engine.as("bob"), "SELECT * FROM text.`/etc/hostname`", "CARBON_PATH_DENIED");
        assertThat(rows(engine.as("bob"), "SELECT count(*) FROM carbon.hr.t")).containsExactly("[4]");
    }

    @ParameterizedTest
    @CsvSource({
        "relation,read-stream,writeStream.start()",
        "command,write-stream,CARBON_PATH_DENIED",
        "relation,map-partitions,CARBON_CODE_DENIED",
        "relation,plugin,CARBON_NOT_GOVERNABLE",
        "relation,read-path,CARBON_PATH_DENIED",
        "command,plugin,CARBON_NOT_GOVERNABLE",
        "command,ml,CARBON_CODE_DENIED",
        "command,pipeline,CARBON_NOT_GOVERNABLE",
        "command,register-function,CARBON_CODE_DENIED",
        "command,checkpoint,CARBON_NOT_GOVERNABLE",
        "unknown-field,x,CARBON_NOT_GOVERNABLE"
    })
    void case_13_case_16_a_message_that_nobody_has_looked_at_is_refused(
            String call, String kind, String expected, Engine engine) {
        for (String person : new String[] {"bob", "alice"}) {
            Answer answer = engine.hostile()
                    .call(call, engine.token(person), person, UUID.randomUUID().toString(), kind);
            assertThat(answer.message()).as("%s", answer).contains(expected);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"named-table", "filtered", "sql", "sub-query"})
    void case_16_relations_are_under_the_same_policies_as_sql(String kind, Engine engine) {
        String session = UUID.randomUUID().toString();
        String token = engine.token("bob");
        engine.hostile().call("view", token, "bob", session, "through_relations", kind, "carbon.hr.t");

        assertThat(engine.hostile()
                        .call("sql", token, "bob", session, "SELECT max(ssn), count(*) FROM through_relations")
                        .rows())
                .containsExactly("[\"nnn-nn-4444\",\"4\"]");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT * FROM STREAM(carbon.hr.t)",
                "SELECT * FROM STREAM carbon.hr.t",
                "CREATE STREAMING TABLE carbon.cases.s AS SELECT * FROM STREAM carbon.hr.t",
                "CREATE MATERIALIZED VIEW carbon.cases.m AS SELECT * FROM carbon.hr.t"
            })
    void case_17_no_statement_of_sql_is_a_stream(String statement, Engine engine) {
        for (String person : new String[] {"bob", "alice"}) {
            assertThat(engine.as(person).sql(statement).errorClass()).isEqualTo("CARBON_NOT_GOVERNABLE");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ANALYZE TABLE carbon.hr.t COMPUTE STATISTICS",
                "ANALYZE TABLE carbon.hr.t COMPUTE STATISTICS NOSCAN",
                "ANALYZE TABLE carbon.hr.t COMPUTE STATISTICS FOR COLUMNS ssn",
                "ANALYZE TABLE carbon.hr.t COMPUTE STATISTICS FOR ALL COLUMNS",
                "ANALYZE TABLES IN carbon.hr COMPUTE STATISTICS",
                "SHOW PARTITIONS carbon.hr.t"
            })
    void case_19_statistics_are_not_to_be_had(String statement, Engine engine) {
        refusedToAll(engine, statement, "CARBON_METADATA_DENIED");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT window(TIMESTAMP '2024-01-01', '1 day')",
                "SELECT * FROM python_worker_logs()",
                "LOAD DATA INPATH '/x' INTO TABLE carbon.hr.t",
                "MSCK REPAIR TABLE carbon.hr.t",
                "SHOW TABLE EXTENDED IN carbon.hr LIKE 't'",
                "ALTER TABLE carbon.hr.t CREATE BRANCH b"
            })
    void case_13_a_statement_that_is_on_no_list_shows_nothing(String statement, Engine engine) {
        Answer answer = engine.as("dan").sql(statement);

        assertThat(answer.isError() || statement.startsWith("SELECT window"))
                .as("%s", answer)
                .isTrue();
        assertThat(answer.toString()).doesNotContain("111-22-3333").doesNotContain("s3:");
    }
}
