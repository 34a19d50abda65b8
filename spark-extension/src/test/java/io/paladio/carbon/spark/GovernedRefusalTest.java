package io.paladio.carbon.spark;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.struct;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.paladio.carbon.catalog.SparkRefusal;
import io.paladio.carbon.error.CarbonCondition;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.iceberg.Schema;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.spark.SparkCatalog;
import org.apache.iceberg.types.Types;
import org.apache.spark.sql.AnalysisException;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalog.Database;
import org.apache.spark.sql.catalyst.analysis.TableAlreadyExistsException;
import org.apache.spark.sql.execution.datasources.DataSource;
import org.apache.spark.sql.internal.SQLConf;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.Metadata;
import org.apache.spark.sql.types.MetadataBuilder;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is refused, and by which condition. */
class GovernedRefusalTest {
    private static SparkSession bob;
    private static SparkSession alice;

    private static String keys(int count) {
        return IntStream.range(0, count).mapToObj(key -> "id + " + key).collect(Collectors.joining(", "));
    }

    /** A common table of two of the one before, and so on: as many relations as two to the power of the steps. */
    private static String doubled(int steps) {
        return IntStream.rangeClosed(1, steps)
                .mapToObj(step -> "c" + step + " AS (SELECT x.id FROM c" + (step - 1) + " x, c" + (step - 1) + " y)")
                .collect(Collectors.joining(", ", "WITH c0 AS (SELECT id FROM carbon.hr.t), ", ""));
    }

    @AfterAll
    static void stop() {
        TestEngine.stop();
    }

    @BeforeAll
    static void tables() {
        SampleTables.make();
        alice = TestEngine.session("alice");
        bob = TestEngine.session("bob");
    }

    private static String nested(int brackets) {
        return "(".repeat(brackets) + "1" + ")".repeat(brackets);
    }

    static Stream<Arguments> statements() {
        return Stream.of(
                // T38: brackets without end, in a text and in a text within a text
                arguments("SELECT " + nested(401), CarbonCondition.NOT_GOVERNABLE),
                arguments("EXECUTE IMMEDIATE 'SELECT " + nested(401) + "'", CarbonCondition.NOT_GOVERNABLE),
                arguments(
                        "EXECUTE IMMEDIATE 'SELECT ' || repeat('(', 401) || 1 || repeat(')', 401)",
                        CarbonCondition.NOT_GOVERNABLE),
                arguments("SELECT " + "(/*)*/".repeat(401) + "1" + ")".repeat(401), CarbonCondition.NOT_GOVERNABLE),
                arguments("SELECT " + "/*".repeat(101) + "*/".repeat(101) + " 1", CarbonCondition.NOT_GOVERNABLE),
                // T38: parts without end
                arguments("SELECT /*+ REPARTITION(100001) */ id FROM carbon.hr.t", CarbonCondition.NOT_GOVERNABLE),
                arguments("SELECT /*+ REBALANCE(100001, id) */ id FROM carbon.hr.t", CarbonCondition.NOT_GOVERNABLE),
                arguments("SELECT /*+ COALESCE(2000000000) */ id FROM carbon.hr.t", CarbonCondition.NOT_GOVERNABLE),
                arguments(
                        "SELECT count(*) FROM carbon.hr.t GROUP BY CUBE (" + keys(13) + ")",
                        CarbonCondition.NOT_GOVERNABLE),
                arguments(
                        "SELECT count(*) FROM carbon.hr.t GROUP BY CUBE (" + keys(7) + "), CUBE (" + keys(7) + ")",
                        CarbonCondition.NOT_GOVERNABLE),
                arguments(
                        "SELECT count(*) FROM carbon.hr.t GROUP BY GROUPING SETS (CUBE (" + keys(30) + "))",
                        CarbonCondition.NOT_GOVERNABLE),
                arguments(
                        "SELECT count(*) FROM carbon.hr.t GROUP BY " + keys(13) + " WITH CUBE",
                        CarbonCondition.NOT_GOVERNABLE),
                arguments(doubled(11) + " SELECT count(*) FROM c11", CarbonCondition.NOT_GOVERNABLE),
                arguments(doubled(40) + " SELECT count(*) FROM c40", CarbonCondition.NOT_GOVERNABLE),
                arguments(
                        "SELECT from_json('[]', 'a " + "array<".repeat(401) + "int" + ">".repeat(401) + "')",
                        CarbonCondition.NOT_GOVERNABLE),
                arguments("SELECT * FROM range(0, 1, 1, 2000000000)", CarbonCondition.NOT_GOVERNABLE),
                // T13, T20: by path, format or class
                arguments("SELECT * FROM parquet.`/tmp/x`", CarbonCondition.PATH_DENIED),
                arguments("SELECT * FROM TEXT.`/etc/hostname`", CarbonCondition.PATH_DENIED),
                arguments("SELECT * FROM iceberg.`/tmp/x#files`", CarbonCondition.PATH_DENIED),
                arguments("SELECT * FROM `com.example.Provider`.`x`", CarbonCondition.PATH_DENIED),
                arguments("SELECT * FROM `com.example\nProvider`.`x`", CarbonCondition.PATH_DENIED),
                arguments("SELECT 1 WHERE EXISTS (SELECT * FROM csv.`/tmp/x`)", CarbonCondition.PATH_DENIED),
                arguments("EXPLAIN SELECT * FROM csv.`/tmp/x`", CarbonCondition.PATH_DENIED),
                arguments("CREATE TEMPORARY VIEW p USING parquet OPTIONS (path '/tmp/x')", CarbonCondition.PATH_DENIED),
                arguments(
                        "CREATE TABLE carbon.hr.l (id INT) USING iceberg LOCATION '/tmp/x'",
                        CarbonCondition.PATH_DENIED),
                arguments(
                        "INSERT OVERWRITE DIRECTORY '/tmp/x' USING parquet SELECT * FROM carbon.hr.t",
                        CarbonCondition.PATH_DENIED),
                arguments(
                        "CREATE TABLE spark_catalog.default.c USING parquet AS SELECT * FROM carbon.hr.t",
                        CarbonCondition.PATH_DENIED),
                arguments(
                        "CREATE TABLE foreign.hr.c USING iceberg AS SELECT * FROM carbon.hr.t",
                        CarbonCondition.PATH_DENIED),
                arguments("CREATE TABLE foreign.hr.c (id INT) USING iceberg", CarbonCondition.PATH_DENIED),
                // T10, T13: a class as the format of a table
                arguments("CREATE TABLE carbon.hr.never (a INT) USING java.lang.Math", CarbonCondition.PATH_DENIED),
                arguments("CREATE TABLE carbon.hr.never USING java.lang.Math AS SELECT 1", CarbonCondition.PATH_DENIED),
                arguments("REPLACE TABLE carbon.hr.never (a INT) USING java.lang.Math", CarbonCondition.PATH_DENIED),
                arguments(
                        "CREATE OR REPLACE TABLE carbon.hr.never USING java.lang.Math AS SELECT 1",
                        CarbonCondition.PATH_DENIED),
                arguments(
                        "CREATE TABLE carbon.hr.never (a INT) ROW FORMAT SERDE 'java.lang.Math'",
                        CarbonCondition.PATH_DENIED),
                arguments("CREATE TABLE carbon.hr.never (a INT) USING avro", CarbonCondition.PATH_DENIED),
                arguments("CREATE TEMPORARY VIEW never USING java.lang.Math", CarbonCondition.PATH_DENIED),
                // T10: a class as an option
                arguments(
                        "SELECT from_json('{}', 'a INT', map('compression', 'java.lang.Math'))",
                        CarbonCondition.CODE_DENIED),
                arguments(
                        "SELECT from_csv('1', 'a INT', map('mode', 'FAILFAST', 'CODEC', 'java.lang.Math'))",
                        CarbonCondition.CODE_DENIED),
                arguments("SELECT to_csv(struct(1), map('codec', 'java.lang.Math'))", CarbonCondition.CODE_DENIED),
                arguments(
                        "SELECT to_json(struct(1), map('Compression', 'java.lang.Math'))", CarbonCondition.CODE_DENIED),
                arguments(
                        "SELECT to_xml(struct(1), map('compression', 'java.lang.Math'))", CarbonCondition.CODE_DENIED),
                arguments("SELECT schema_of_csv('1', map('codec', 'java.lang.Math'))", CarbonCondition.CODE_DENIED),
                arguments(
                        "SELECT schema_of_json('{}', map('compres' || 'sion', 'java.lang.Math'))",
                        CarbonCondition.CODE_DENIED),
                arguments(
                        "SELECT to_json(struct(1), map_from_arrays(array('compression'), array('java.lang.Math')))",
                        CarbonCondition.CODE_DENIED),
                arguments(
                        "SELECT from_json('{}', schema_of_json('{}', map('compression', 'java.lang.Math')))",
                        CarbonCondition.CODE_DENIED),
                // T12, T9, T11: code
                arguments("SELECT reflect('java.lang.System', 'getenv', 'HOME')", CarbonCondition.CODE_DENIED),
                arguments("SELECT java_method('java.lang.System', 'getenv', 'HOME')", CarbonCondition.CODE_DENIED),
                arguments("SELECT try_reflect('java.lang.System', 'getenv', 'HOME')", CarbonCondition.CODE_DENIED),
                arguments(
                        "SELECT * FROM VALUES (reflect('java.lang.System', 'getenv', 'HOME'))",
                        CarbonCondition.CODE_DENIED),
                arguments("SELECT TRANSFORM (id) USING 'cat' FROM carbon.hr.t", CarbonCondition.CODE_DENIED),
                arguments("ADD JAR '/tmp/x.jar'", CarbonCondition.CODE_DENIED),
                arguments("ADD FILE '/tmp/x'", CarbonCondition.CODE_DENIED),
                arguments("CREATE TEMPORARY FUNCTION f AS 'com.example.F'", CarbonCondition.CODE_DENIED),
                arguments("CREATE FUNCTION f AS 'com.example.F' USING JAR '/tmp/x.jar'", CarbonCondition.CODE_DENIED),
                arguments("CREATE TEMPORARY FUNCTION f(x INT) RETURNS INT RETURN x + 1", CarbonCondition.CODE_DENIED),
                // T17
                arguments("CALL carbon.system.rewrite_data_files('hr.t')", CarbonCondition.NOT_GOVERNABLE),
                arguments("CALL carbon.system.add_files('hr.t', '`parquet`.`/tmp/x`')", CarbonCondition.PATH_DENIED),
                arguments("CALL carbon.system.ancestors_of((SELECT 'hr.t'))", CarbonCondition.NOT_GOVERNABLE),
                arguments("CALL foreign.system.ancestors_of('hr.t')", CarbonCondition.NOT_GOVERNABLE),
                // T3, T5, T7: configuration
                arguments("SET spark.sql.optimizer.excludedRules=x", CarbonCondition.CONFIG_PROTECTED),
                arguments(
                        "SET spark.sql.catalog.evil=org.apache.iceberg.spark.SparkCatalog",
                        CarbonCondition.CONFIG_PROTECTED),
                arguments("SET spark.sql.catalog.carbon.uri", CarbonCondition.CONFIG_PROTECTED),
                arguments("EXECUTE IMMEDIATE 'SET spark.sql.runSQLOnFiles=true'", CarbonCondition.CONFIG_PROTECTED),
                arguments("SET", CarbonCondition.CONFIG_PROTECTED),
                arguments("SET -v", CarbonCondition.CONFIG_PROTECTED),
                arguments("RESET", CarbonCondition.CONFIG_PROTECTED),
                arguments("RESET spark.sql.extensions", CarbonCondition.CONFIG_PROTECTED),
                arguments(
                        "SELECT from_xml('<p/>', 'a INT', map('rowValidationXSDPath', '/etc/x'))",
                        CarbonCondition.PATH_DENIED),
                arguments("SELECT schema_of_xml('<p/>')", CarbonCondition.PATH_DENIED),
                arguments("SELECT XPATH('<a/>', 'a')", CarbonCondition.PATH_DENIED),
                arguments("SELECT xpath_boolean('<a/>', 'a')", CarbonCondition.PATH_DENIED),
                arguments("SELECT xpath_double('<a/>', 'a')", CarbonCondition.PATH_DENIED),
                arguments("SELECT xpath_float('<a/>', 'a')", CarbonCondition.PATH_DENIED),
                arguments("SELECT xpath_int('<a/>', 'a')", CarbonCondition.PATH_DENIED),
                arguments("SELECT xpath_long('<a/>', 'a')", CarbonCondition.PATH_DENIED),
                arguments("SELECT xpath_number('<a/>', 'a')", CarbonCondition.PATH_DENIED),
                arguments("SELECT xpath_short('<a/>', 'a')", CarbonCondition.PATH_DENIED),
                arguments("SELECT xpath_string(name, 'a') FROM carbon.hr.t", CarbonCondition.PATH_DENIED),
                // T23: where the engine itself keeps things
                arguments("DESCRIBE NAMESPACE spark_catalog.default", CarbonCondition.PATH_DENIED),
                arguments("DESCRIBE NAMESPACE EXTENDED spark_catalog.default", CarbonCondition.PATH_DENIED),
                arguments("SELECT is_member()", CarbonCondition.NOT_GOVERNABLE),
                arguments("SELECT * FROM effective_policies(17)", CarbonCondition.NOT_GOVERNABLE),
                // T14, T15
                arguments("SELECT * FROM carbon.hr.t.files", CarbonCondition.METADATA_DENIED),
                arguments("SELECT _file FROM carbon.hr.t", CarbonCondition.METADATA_DENIED),
                arguments("SELECT id FROM carbon.hr.t WHERE t._POS > 0", CarbonCondition.METADATA_DENIED),
                arguments("SELECT input_file_name() FROM carbon.hr.t", CarbonCondition.METADATA_DENIED),
                arguments("SELECT input_file_name() FROM carbon.hr.t", CarbonCondition.METADATA_DENIED),
                arguments("ANALYZE TABLE carbon.hr.t COMPUTE STATISTICS", CarbonCondition.METADATA_DENIED),
                // T18, T1
                arguments(
                        "CREATE GLOBAL TEMPORARY VIEW g AS SELECT * FROM carbon.hr.t", CarbonCondition.NOT_GOVERNABLE),
                arguments("CREATE VIEW spark_catalog.default.v AS SELECT 1 AS x", CarbonCondition.NOT_GOVERNABLE),
                // T21
                arguments("SELECT * FROM carbon.hr.t TIMESTAMP AS OF (SELECT now())", CarbonCondition.NOT_GOVERNABLE),
                // foreign catalogs
                arguments("SELECT note FROM carbon.hr.t", CarbonCondition.COLUMN_DENIED),
                arguments("SELECT id FROM carbon.hr.t WHERE NOTE = 'x'", CarbonCondition.COLUMN_DENIED),
                // S12, T27
                arguments("INSERT INTO carbon.hr.t VALUES (7,'x','EU','x',1,'x',NULL)", CarbonCondition.WRITE_DENIED),
                arguments("INSERT OVERWRITE carbon.hr.t SELECT * FROM carbon.hr.t", CarbonCondition.WRITE_DENIED),
                arguments("DELETE FROM carbon.hr.t WHERE id = 1", CarbonCondition.WRITE_DENIED),
                arguments("DELETE FROM carbon.hr.t", CarbonCondition.WRITE_DENIED),
                arguments("UPDATE carbon.hr.t SET salary = 0", CarbonCondition.WRITE_DENIED),
                arguments(
                        "MERGE INTO carbon.hr.t a USING carbon.hr.plain b ON a.id = b.id WHEN MATCHED THEN DELETE",
                        CarbonCondition.WRITE_DENIED),
                arguments("TRUNCATE TABLE carbon.hr.t", CarbonCondition.WRITE_DENIED),
                arguments("ALTER TABLE carbon.hr.t DROP COLUMN name", CarbonCondition.WRITE_DENIED),
                arguments("ALTER TABLE carbon.hr.t SET TBLPROPERTIES ('a'='b')", CarbonCondition.WRITE_DENIED));
    }

    @ParameterizedTest
    @MethodSource("statements")
    void a_statement_is_refused(String sql, CarbonCondition condition) {
        int told = TestEngine.refusals().size();

        assertThatThrownBy(() -> bob.sql(sql).collectAsList())
                .as(sql)
                .isInstanceOfSatisfying(SparkRefusal.class, refusal -> {
                    assertThat(refusal.carbonCondition()).isEqualTo(condition);
                    assertThat(refusal.getMessage())
                            .startsWith("[" + condition.errorClass() + "] ")
                            .endsWith("SQLSTATE: " + condition.sqlState())
                            .doesNotContain("'EU'");
                    assertThat(refusal.getCause()).isNull();
                });
        assertThat(TestEngine.refusals().size() - told).as("told once").isEqualTo(1);
    }

    static Stream<Arguments> asked() {
        return Stream.of(
                arguments("SELECT * FROM carbon.hr.t", "SELECT", "t"),
                arguments("WITH c AS (SELECT 1 FROM carbon.hr.t) SELECT * FROM c", "SELECT", "t"),
                arguments("INSERT INTO carbon.hr.t VALUES (7,'x','EU','x',1,'x',NULL)", "INSERT", "t"),
                arguments("INSERT OVERWRITE carbon.hr.plain SELECT id FROM carbon.hr.t", "INSERT OVERWRITE", "t"),
                arguments("DELETE FROM carbon.hr.t", "DELETE", "t"),
                arguments("CREATE TABLE carbon.hr.x AS SELECT * FROM carbon.hr.t", "CREATE TABLE AS SELECT", "t"),
                arguments("ALTER TABLE carbon.hr.t DROP COLUMN name", "DROP COLUMNS", "t"),
                arguments("SELECT * FROM effective_policies('carbon.hr.t')", "SELECT", "t"));
    }

    @ParameterizedTest
    @MethodSource("asked")
    void S24_what_a_refused_statement_asked_for_is_told_before_it_is_resolved(String sql, String kind, String table) {
        TestEngine.asked().clear();
        SparkSession dan = TestEngine.session("dan");

        assertThatThrownBy(() -> dan.sql(sql).collectAsList())
                .as(sql)
                .isInstanceOfSatisfying(
                        SparkRefusal.class,
                        refusal -> assertThat(refusal.carbonCondition()).isEqualTo(CarbonCondition.ACCESS_DENIED));
        assertThat(TestEngine.asked().get(0)).isEqualTo(kind + " []");
        assertThat(TestEngine.asked()).anyMatch(asked -> asked.startsWith("part ") && asked.contains("hr." + table));
    }

    static Stream<Arguments> words() {
        return Stream.of(
                arguments("ANALYZE TABLE carbon.hr.t COMPUTE STATISTICS", "every principal", "ask as a principal"),
                arguments("SHOW PARTITIONS carbon.hr.t", "every principal", "ask as a principal"),
                arguments("SELECT _file FROM carbon.hr.t", "or ask as a principal", "every principal"),
                arguments("SELECT xpath('<a/>', 'a')", "could open whatever documents", "by path or format"),
                arguments("SELECT from_xml('<a/>', 'a INT')", "could open whatever documents", "by path or format"),
                arguments("SELECT * FROM parquet.`/etc/x`", "by path or format", "documents"),
                arguments("SELECT reflect('java.lang.System', 'exit', 1)", "built-in functions", "code.allow"),
                arguments("ADD JAR '/tmp/x.jar'", "built-in functions", "code.allow"));
    }

    @ParameterizedTest
    @MethodSource("words")
    void a_refusal_names_a_way_out_that_is_one(String sql, String said, String unsaid) {
        assertThatThrownBy(() -> bob.sql(sql).collectAsList())
                .isInstanceOf(SparkRefusal.class)
                .hasMessageContaining(said)
                .hasMessageNotContaining(unsaid);
    }

    @Test
    void T13_a_path_is_no_table_that_was_asked_for() {
        TestEngine.asked().clear();

        assertThatThrownBy(() -> bob.sql("SELECT * FROM parquet.`/etc/secret`")).isInstanceOf(SparkRefusal.class);
        assertThat(TestEngine.asked()).containsExactly("SELECT []");
    }

    @Test
    void S1_a_principal_without_grant_is_refused() {
        assertThatThrownBy(() -> TestEngine.session("dan").sql("SELECT * FROM carbon.hr.t"))
                .isInstanceOfSatisfying(
                        SparkRefusal.class,
                        refusal -> assertThat(refusal.carbonCondition()).isEqualTo(CarbonCondition.ACCESS_DENIED));
    }

    @Test
    void data_of_another_catalog_is_refused() throws Exception {
        SparkCatalog foreign = (SparkCatalog) ((org.apache.spark.sql.classic.SparkSession) bob)
                .sessionState()
                .catalogManager()
                .catalog("foreign");
        foreign.createNamespace(new String[] {"hr"}, Map.of());
        foreign.icebergCatalog()
                .createTable(
                        TableIdentifier.of("hr", "t"),
                        new Schema(Types.NestedField.required(1, "id", Types.IntegerType.get())));

        assertThatThrownBy(() -> bob.sql("SELECT * FROM foreign.hr.t").collectAsList())
                .isInstanceOfSatisfying(
                        SparkRefusal.class,
                        refusal -> assertThat(refusal.carbonCondition()).isEqualTo(CarbonCondition.NOT_GOVERNABLE));
    }

    @Test
    void T25_writing_a_data_frame_by_path_or_elsewhere_is_refused() {
        assertThatThrownBy(() -> bob.table("carbon.hr.t").write().parquet("/tmp/carbon-never-written"))
                .isInstanceOfSatisfying(
                        SparkRefusal.class,
                        refusal -> assertThat(refusal.carbonCondition()).isEqualTo(CarbonCondition.PATH_DENIED));
        assertThatThrownBy(
                        () -> bob.table("carbon.hr.t").write().format("parquet").saveAsTable("spark_catalog.default.x"))
                .isInstanceOf(Exception.class);
        assertThatThrownBy(() -> bob.read().parquet("/tmp")).isInstanceOf(SparkRefusal.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "CREATE TABLE spark_catalog.default.x (a INT) USING %s",
                "CREATE TABLE spark_catalog.default.x USING %s AS SELECT 1",
                "REPLACE TABLE spark_catalog.default.x (a INT) USING %s",
                "CREATE OR REPLACE TABLE spark_catalog.default.x USING %s AS SELECT 1",
                "CREATE TABLE foreign.hr.x (a INT) USING %s",
                "CREATE TABLE IDENTIFIER('spark_catalog.default.x') (a INT) USING %s",
                "CREATE TABLE global_temp.x (a INT) USING %s",
                "EXECUTE IMMEDIATE 'CREATE TABLE spark_catalog.default.x (a INT) USING %s'",
                "CREATE TEMPORARY VIEW x USING %s"
            })
    void T10_T13_no_class_is_constructed_by_its_name(String statement) {
        int before = LoadedSource.made();
        assertThatThrownBy(() -> bob.sql(statement.formatted(LoadedSource.class.getName())))
                .isInstanceOf(SparkRefusal.class);
        assertThat(LoadedSource.made()).as(statement).isEqualTo(before);
    }

    @Test
    void T10_T13_control_spark_would_have_constructed_it() {
        int before = LoadedSource.made();
        DataSource.lookupDataSourceV2(LoadedSource.class.getName(), SQLConf.get());
        assertThat(LoadedSource.made()).isEqualTo(before + 1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"spark_catalog.default", "default"})
    void T23_the_catalog_describes_no_schema_that_is_not_governed(String schema) {
        assertThatThrownBy(() -> bob.catalog().getDatabase(schema))
                .isInstanceOfSatisfying(
                        SparkRefusal.class,
                        refusal -> assertThat(refusal.carbonCondition()).isEqualTo(CarbonCondition.PATH_DENIED));
    }

    @Test
    void T23_nor_lists_them() throws AnalysisException {
        SparkSession own = TestEngine.session("carl");
        own.catalog().setCurrentCatalog("spark_catalog");
        assertThatThrownBy(() -> own.catalog().listDatabases()).isInstanceOf(SparkRefusal.class);
        own.catalog().setCurrentCatalog("carbon");
        assertThat(own.catalog().listDatabases().collectAsList())
                .extracting(Database::name)
                .contains("hr");
        assertThat(own.catalog().getDatabase("carbon.hr").name()).isEqualTo("hr");
    }

    @Test
    void T12_a_column_brings_no_sql_in_its_metadata() {
        assertThatThrownBy(() -> alice.range(1)
                        .select(col("id").as("a", metadata("EXISTS_DEFAULT")))
                        .writeTo("carbon.hr.never")
                        .create())
                .isInstanceOfSatisfying(
                        SparkRefusal.class,
                        refusal -> assertThat(refusal.carbonCondition()).isEqualTo(CarbonCondition.CODE_DENIED));
        StructType within = new StructType().add("x", DataTypes.LongType, true, metadata("CURRENT_DEFAULT"));
        assertThatThrownBy(() -> alice.range(1)
                        .select(struct(col("id")).cast(within).as("a"))
                        .writeTo("carbon.hr.never")
                        .create())
                .isInstanceOf(SparkRefusal.class);
    }

    @Test
    void T12_control_a_comment_of_a_column_passes() throws TableAlreadyExistsException {
        alice.range(1)
                .select(col("id").as("a", metadata("comment")))
                .writeTo("carbon.hr.commented")
                .create();
        alice.sql("DROP TABLE carbon.hr.commented");
    }

    private static Metadata metadata(String key) {
        return new MetadataBuilder().putString(key, "1").build();
    }

    @Test
    void T13_T28_nothing_but_a_table_is_read_as_a_stream() {
        assertThatThrownBy(() -> alice.readStream().format("rate").load()).isInstanceOf(SparkRefusal.class);
        assertThatThrownBy(() -> alice.readStream().text("/tmp")).isInstanceOf(SparkRefusal.class);
    }

    @Test
    void T38_shuffles_are_cut_into_so_many_parts_and_no_more_until_the_session_says_less() {
        SparkSession own = TestEngine.session("alice");
        own.sql("SET spark.sql.shuffle.partitions=100001");

        assertThatThrownBy(() -> own.sql("SELECT count(*) FROM carbon.hr.t").collectAsList())
                .isInstanceOf(SparkRefusal.class)
                .hasMessageContaining("spark.sql.shuffle.partitions");
        own.sql("RESET spark.sql.shuffle.partitions");
        assertThat(own.sql("SELECT count(*) FROM carbon.hr.t").collectAsList()).hasSize(1);
    }

    @Test
    void what_is_allowed_is_answered() {
        for (String sql : new String[] {
            "EXECUTE IMMEDIATE 'SELECT ' || repeat('(', 300) || 1 || repeat(')', 300)",
            "SELECT /*+ REPARTITION(100) */ id FROM carbon.hr.t",
            "SELECT * FROM range(0, 10, 1, 1000)",
            "SHOW TABLES IN carbon.hr",
            "SHOW NAMESPACES IN carbon",
            "DESCRIBE carbon.hr.t",
            "DESCRIBE EXTENDED carbon.hr.t",
            "DESCRIBE QUERY SELECT * FROM carbon.hr.t",
            "SHOW COLUMNS IN carbon.hr.t",
            "SHOW CURRENT NAMESPACE",
            "SHOW CATALOGS",
            "SHOW NAMESPACES IN spark_catalog",
            "DESCRIBE NAMESPACE EXTENDED carbon.hr",
            "SELECT from_json('{\"a\":1}', 'a INT', map('mode', 'FAILFAST'))",
            "SELECT from_csv('1', 'a INT', map('sep', ';')), to_csv(struct(1)), schema_of_csv('1', map('sep', ';'))",
            "SELECT to_json(struct(id), map('ignoreNullFields', 'false')), to_xml(struct(id)) FROM carbon.hr.t",
            "SELECT from_json('{}', schema_of_json('{\"a\":1}', map('allowComments', 'true')))",
            "SHOW FUNCTIONS",
            "DESCRIBE FUNCTION upper",
            "SET spark.sql.shuffle.partitions=3",
            "RESET spark.sql.shuffle.partitions",
            "SET TIME ZONE 'UTC'",
            "USE carbon.hr",
            "SELECT count(*) FROM t",
            "DESCRIBE carbon.hr.t ssn",
            "SHOW TBLPROPERTIES carbon.hr.t",
            "SHOW CREATE TABLE carbon.hr.t",
            "DECLARE OR REPLACE VARIABLE n INT DEFAULT 1",
            "SELECT n",
            "DROP TEMPORARY VARIABLE n",
            "REFRESH TABLE carbon.hr.t",
            "DESCRIBE EXTENDED carbon.hr.t AS JSON",
            "SELECT operation, summary FROM carbon.hr.t.snapshots"
        }) {
            bob.sql(sql).collectAsList();
        }
        alice.sql("CREATE TABLE IF NOT EXISTS carbon.hr.mine (id INT, x STRING) USING ICEBERG");
        alice.range(1).write().saveAsTable("carbon.hr.saved");
        alice.range(1).write().format("iceberg").mode("overwrite").saveAsTable("carbon.hr.saved");
        alice.sql("CREATE OR REPLACE TABLE carbon.hr.saved AS SELECT 1 AS id");
        alice.sql("DROP TABLE carbon.hr.saved");
        for (String sql : new String[] {
            "INSERT INTO carbon.hr.mine VALUES (1, 'a'), (2, 'b')",
            "UPDATE carbon.hr.mine SET x = 'c' WHERE id = 1",
            "DELETE FROM carbon.hr.mine WHERE id = 2",
            "ALTER TABLE carbon.hr.mine ADD COLUMN y INT",
            "MERGE INTO carbon.hr.mine a USING carbon.hr.plain b ON a.id = b.id WHEN NOT MATCHED THEN INSERT (id) VALUES (b.id)",
            "INSERT OVERWRITE carbon.hr.mine VALUES (9, 'z', 1)",
            "TRUNCATE TABLE carbon.hr.mine",
            "DROP TABLE carbon.hr.mine",
            "SELECT * FROM carbon.hr.t.files",
            "SELECT *, _file FROM carbon.hr.t"
        }) {
            alice.sql(sql).collectAsList();
        }
    }
}
