package io.paladio.carbon.suite.attack;

import static org.assertj.core.api.Assertions.assertThat;

import io.paladio.carbon.suite.fixture.Answer;
import io.paladio.carbon.suite.fixture.Engine;
import io.paladio.carbon.suite.fixture.Lists;
import io.paladio.carbon.suite.fixture.SharedEngine;
import io.paladio.carbon.suite.fixture.Wire;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** T13, T25: no policy hangs on a path, so that nobody reads or writes by one, whatever format or class stands before it. */
@ExtendWith(SharedEngine.class)
class PathTest {
    private static final List<String> PEOPLE = List.of("alice", "bob", "carol", "dan");

    /** Names and classes; what stands in the list is what Spark would find on its class path, which another test holds. */
    static Stream<String> formats() {
        return Stream.concat(
                Lists.shipped("formats-denied.txt").stream(),
                Stream.of(
                        "PARQUET",
                        "org.apache.spark.sql.execution.datasources.v2.parquet.ParquetDataSourceV2",
                        "org.apache.iceberg.spark.source.IcebergSource",
                        "com.example.Provider"));
    }

    @ParameterizedTest
    @MethodSource("formats")
    void T13_nothing_is_read_by_format(String format, Engine engine) {
        Map<String, String> passed = new TreeMap<>();
        for (String form : List.of(
                "SELECT * FROM `%s`.`/etc/hostname`",
                "CREATE OR REPLACE TEMPORARY VIEW x USING `%s` OPTIONS (path '/etc/hostname')",
                "INSERT OVERWRITE DIRECTORY '/never' USING `%s` SELECT 1 AS a")) {
            Answer answer = engine.as("bob").sql(form.formatted(format));
            if (!answer.errorClass().equals("CARBON_PATH_DENIED")) {
                passed.put(form, answer.text());
            }
        }
        Wire bob = engine.wire("bob");
        for (String read : List.of(
                "format: %s paths: \"/etc/hostname\"",
                "format: %s", "format: %s options { key: \"path\" value: \"/etc/hostname\" }")) {
            Answer answer = bob.relation("read { data_source { " + read.formatted(Wire.text(format)) + " } }");
            if (!answer.message().contains("CARBON_PATH_DENIED")) {
                passed.put(read, answer.text());
            }
        }

        assertThat(passed).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("formats")
    void T13_no_table_is_made_in_a_format_of_files(String format, Engine engine) {
        String table = "carbon.hr.of_format";
        Answer answer = engine.as("alice").sql("CREATE TABLE " + table + " USING `" + format + "` AS SELECT 1 AS a");
        if (format.equals("iceberg")) {
            assertThat(answer.errorClass()).as("control: %s", answer).isEmpty();
            engine.as("alice").sql("DROP TABLE " + table);
        } else {
            assertThat(answer.isError() || provider(engine, table).contains("iceberg"))
                    .as("%s", answer)
                    .isTrue();
            engine.as("alice").sql("DROP TABLE IF EXISTS " + table);
        }
    }

    private static String provider(Engine engine, String table) {
        return engine.as("alice").sql("SHOW CREATE TABLE " + table).text();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT * FROM iceberg.`s3://carbon/x/metadata/v1.metadata.json`",
                "SELECT * FROM `s3://carbon/x`.`t`",
                "SELECT * FROM parquet.`/etc/x` VERSION AS OF 1",
                "SELECT 1 WHERE EXISTS (SELECT * FROM csv.`/etc/x`)",
                "SELECT (SELECT max(value) FROM text.`/etc/hostname`)",
                "WITH c AS (SELECT * FROM text.`/etc/hostname`) SELECT * FROM c",
                "FROM text.`/etc/hostname` |> SELECT value",
                "TABLE text.`/etc/hostname`",
                "EXECUTE IMMEDIATE 'SELECT * FROM text.`/etc/hostname`'",
                "BEGIN SELECT * FROM text.`/etc/hostname`; END",
                "SELECT * FROM IDENTIFIER('text.`/etc/hostname`')",
                "EXPLAIN SELECT * FROM text.`/etc/hostname`",
                "DESCRIBE TABLE text.`/etc/hostname`",
                "DESCRIBE QUERY SELECT * FROM text.`/etc/hostname`",
                "SHOW COLUMNS IN text.`/etc/hostname`",
                "CREATE TABLE carbon.hr.stolen USING iceberg AS SELECT * FROM text.`/etc/hostname`",
                "CREATE TEMPORARY VIEW x AS SELECT * FROM text.`/etc/hostname`",
                "INSERT INTO parquet.`/never` SELECT * FROM carbon.hr.t",
                "DELETE FROM iceberg.`/never`",
                "CREATE TABLE carbon.hr.stolen (id INT) USING iceberg LOCATION '/etc'",
                "CREATE TABLE carbon.hr.stolen (id INT) USING iceberg OPTIONS (path '/etc')",
                "CREATE TABLE carbon.hr.stolen (id INT) USING iceberg TBLPROPERTIES ('location'='/etc')",
                "CREATE TABLE carbon.hr.stolen (id INT) USING iceberg TBLPROPERTIES ('write.data.path'='/etc')",
                "CREATE TABLE carbon.hr.stolen USING iceberg LOCATION '/etc' AS SELECT * FROM carbon.hr.t",
                "CREATE NAMESPACE carbon.stolen LOCATION '/etc'",
                "ALTER NAMESPACE carbon.hr SET LOCATION '/etc'",
                "CREATE TABLE spark_catalog.default.x USING parquet LOCATION '/etc'",
                "CREATE TABLE spark_catalog.default.x USING parquet AS SELECT * FROM carbon.hr.t",
                "CREATE TABLE spark_catalog.default.x LIKE carbon.hr.t",
                "INSERT OVERWRITE DIRECTORY '/never' USING parquet SELECT * FROM carbon.hr.t",
                "INSERT OVERWRITE LOCAL DIRECTORY '/never' STORED AS parquet SELECT * FROM carbon.hr.t",
                "LOAD DATA INPATH '/etc/hostname' INTO TABLE carbon.hr.t",
                "REFRESH '/etc'"
            })
    void T13_T25_no_statement_names_a_place(String statement, Engine engine) {
        for (String principal : PEOPLE) {
            Answer answer = engine.as(principal).sql(statement);

            assertThat(answer.isError()).as("%s: %s", principal, answer).isTrue();
            assertThat(answer.errorClass())
                    .as("%s", answer)
                    .isIn(
                            "CARBON_PATH_DENIED",
                            "CARBON_ACCESS_DENIED",
                            "CARBON_NOT_GOVERNABLE",
                            "CARBON_WRITE_DENIED",
                            "UNSUPPORTED_FEATURE.SET_TABLE_PROPERTY",
                            "PARSE_SYNTAX_ERROR");
        }
        assertThat(engine.as("alice")
                        .sql("SHOW TABLES IN carbon.hr LIKE 'stolen'")
                        .rows())
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "catalog { create_table { table_name: \"x\" path: \"/etc\" source: \"text\" } }",
                "catalog { create_table { table_name: \"x\" source: \"jdbc\" } }",
                "catalog { create_external_table { table_name: \"x\" path: \"/etc\" source: \"text\" } }",
                "catalog { refresh_by_path { path: \"/etc\" } }",
                "read { named_table { unparsed_identifier: \"text.`/etc/hostname`\" } }",
                "catalog { list_columns { table_name: \"text.`/etc/hostname`\" } }",
                "catalog { get_table { table_name: \"text.`/etc/hostname`\" } }"
            })
    void T13_no_relation_names_a_place(String relation, Engine engine) {
        for (String principal : PEOPLE) {
            Answer answer = engine.wire(principal).relation(relation);

            assertThat(answer.status()).as("%s", answer).isNotEqualTo("OK");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "write_operation { input { %s } source: \"parquet\" path: \"/never\" mode: SAVE_MODE_OVERWRITE }",
                "write_operation { input { %s } source: \"noop\" mode: SAVE_MODE_OVERWRITE }",
                "write_operation { input { %s } source: \"jdbc\" options { key: \"url\" value: \"jdbc:x\" } }",
                "write_operation { input { %s } source: \"parquet\" options { key: \"path\" value: \"/never\" } }",
                "write_operation { input { %s } table { table_name: \"spark_catalog.default.x\""
                        + " save_method: TABLE_SAVE_METHOD_SAVE_AS_TABLE } source: \"parquet\" mode: SAVE_MODE_OVERWRITE }",
                "write_operation { input { %s } table { table_name: \"carbon.hr.stolen\""
                        + " save_method: TABLE_SAVE_METHOD_SAVE_AS_TABLE } source: \"iceberg\""
                        + " options { key: \"path\" value: \"/never\" } mode: SAVE_MODE_OVERWRITE }",
                "write_operation { input { %s } table { table_name: \"parquet.`/never`\""
                        + " save_method: TABLE_SAVE_METHOD_INSERT_INTO } mode: SAVE_MODE_APPEND }",
                "write_operation_v2 { input { %s } table_name: \"spark_catalog.default.x\" provider: \"parquet\""
                        + " mode: MODE_CREATE }",
                "write_operation_v2 { input { %s } table_name: \"carbon.hr.stolen\" provider: \"iceberg\""
                        + " table_properties { key: \"write.data.path\" value: \"/never\" } mode: MODE_CREATE }",
                "write_operation_v2 { input { %s } table_name: \"carbon.hr.stolen\" provider: \"iceberg\""
                        + " table_properties { key: \"location\" value: \"/never\" } mode: MODE_CREATE_OR_REPLACE }",
                "write_stream_operation_start { input { %s } format: \"parquet\" path: \"/never\" }"
            })
    void T25_no_writer_leads_out_of_the_governed_catalogs(String command, Engine engine) {
        String read = Wire.query("SELECT id FROM carbon.hr.t");
        for (String principal : PEOPLE) {
            Answer answer = engine.wire(principal).command(command.formatted(read));

            // Where Spark finds no catalog for the name, it says so in words of its own.
            assertThat(answer.message())
                    .as("%s", answer)
                    .containsAnyOf(
                            "CARBON_PATH_DENIED",
                            "CARBON_NOT_GOVERNABLE",
                            "CARBON_ACCESS_DENIED",
                            "TABLE_OR_VIEW_NOT_FOUND",
                            "Couldn't find a catalog");
        }
        assertThat(engine.as("alice")
                        .sql("SHOW TABLES IN carbon.hr LIKE 'stolen'")
                        .rows())
                .isEmpty();
    }

    @Test
    void T25_control_the_same_writers_reach_a_table_of_the_governed_catalog(Engine engine) {
        String read = Wire.query("SELECT id FROM carbon.hr.t");
        Wire bob = engine.wire("bob");
        assertThat(bob.command("write_operation_v2 { input { " + read
                                + " } table_name: \"carbon.hr.written\" provider: \"iceberg\" mode: MODE_CREATE }")
                        .status())
                .isEqualTo("OK");
        assertThat(bob.command("write_operation { input { " + read + " } table { table_name: \"carbon.hr.written\""
                                + " save_method: TABLE_SAVE_METHOD_INSERT_INTO } mode: SAVE_MODE_APPEND }")
                        .status())
                .isEqualTo("OK");

        assertThat(engine.as("alice")
                        .sql("SELECT id, count(*) FROM carbon.hr.written GROUP BY id ORDER BY id")
                        .rows())
                .containsExactly("[1,2]", "[2,2]", "[5,2]", "[8,2]");
        engine.as("alice").sql("DROP TABLE carbon.hr.written");
    }
}
