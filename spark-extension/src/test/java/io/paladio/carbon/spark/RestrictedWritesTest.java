package io.paladio.carbon.spark;

import static org.apache.iceberg.expressions.Expressions.bucket;
import static org.apache.iceberg.expressions.Expressions.truncate;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.paladio.carbon.catalog.SparkRefusal;
import io.paladio.carbon.error.CarbonCondition;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.iceberg.Table;
import org.apache.iceberg.expressions.Literal;
import org.apache.iceberg.spark.Spark3Util;
import org.apache.iceberg.types.Types;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.analysis.NoSuchTableException;
import org.apache.spark.sql.catalyst.parser.ParseException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * S12, T26, T27: what restricted principals write under {@code dml.restricted=check}. After each statement the table, as somebody
 * sees it whom no policy restricts, is what a model in plain Java says.
 */
class RestrictedWritesTest {
    /** Every kind of table is written by every kind of statement; by all of them, these. */
    private static final Set<String> IN_FULL = Set.of("copy-on-write 3 partitioned", "merge-on-read 3 evolved");

    private static SparkSession bob;
    private static SparkSession alice;

    @BeforeAll
    static void tables() {
        TestEngine.restrictedWrites("check");
        SampleTables.make();
        TestEngine.index("policies/dml-eu.json", SampleTables.rowFilter("pol_dml_eu", "carbon.dml", "region = 'EU'"));
        TestEngine.index(
                "policies/dml-ssn.json",
                SampleTables.mask("pol_dml_ssn", "carbon.dml", "ssn", "{\"kind\":\"show-last-4\"}"));
        alice = TestEngine.session("alice");
        bob = TestEngine.session("bob");
        alice.sql("CREATE NAMESPACE IF NOT EXISTS carbon.dml");
        alice.sql("CREATE TABLE carbon.hr.source (id INT, name STRING, region STRING, salary INT) USING iceberg");
        alice.sql("INSERT INTO carbon.hr.source VALUES (2,'new','EU',1), (3,'new','EU',1), (20,'new','EU',20),"
                + " (21,'new','US',21)");
    }

    @AfterAll
    static void reject() {
        TestEngine.restrictedWrites("reject");
        TestEngine.stop();
        TestEngine.unindex("policies/dml-eu.json");
        TestEngine.unindex("policies/dml-ssn.json");
    }

    static Stream<Arguments> tableForms() {
        List<Arguments> forms = new ArrayList<>();
        for (String mode : List.of("copy-on-write", "merge-on-read")) {
            for (int version : List.of(2, 3)) {
                for (String layout : List.of("partitioned", "evolved")) {
                    forms.add(Arguments.of(mode, version, layout));
                }
            }
        }
        return forms.stream();
    }

    @ParameterizedTest
    @MethodSource("tableForms")
    void S12_T26_T27_visible_rows_change_as_in_the_model_and_hidden_ones_stay(String mode, int version, String layout) {
        String table = "carbon.dml.t_" + mode.replace('-', '_') + "_" + version + "_" + layout;
        create(table, mode, version, layout);
        List<StoredRow> model = StoredRow.some();
        List<String> hidden = hidden(table, version);

        for (WriteStep step :
                IN_FULL.contains(mode + " " + version + " " + layout) ? WriteStep.all() : WriteStep.some()) {
            model = run(step, table, model);
        }
        assertThat(hidden(table, version)).isEqualTo(hidden);
        assertThat(bob.sql("SELECT " + StoredRow.COLUMNS + " FROM " + table).collectAsList())
                .as("what bob sees of it")
                .allMatch(row -> row.getString(2).equals("EU")
                        && (row.isNullAt(3) || row.getString(3).startsWith("nnn")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"sorted", "partitioned", "bucketed"})
    void S5_T27_rows_that_lie_by_what_is_masked_are_written_by_nobody_whom_it_is_masked_for(String layout) {
        String table = "carbon.dml.by_ssn_" + layout;
        String other = "carbon.dml.by_name_" + layout;
        lay(table, layout, "ssn");
        lay(other, layout, "name");
        List<StoredRow> before = stored(table);

        for (String statement : List.of(
                "INSERT INTO $t (id, region, ssn) VALUES (90, 'EU', '500-00-0000')",
                "UPDATE $t SET salary = 1",
                "DELETE FROM $t WHERE id = 1",
                "MERGE INTO $t t USING (SELECT 1 AS id) s ON t.id = s.id WHEN MATCHED THEN UPDATE SET salary = 1")) {
            assertThatThrownBy(() -> bob.sql(statement.replace("$t", table)))
                    .as(statement)
                    .hasMessageContaining(CarbonCondition.WRITE_DENIED.errorClass())
                    .hasMessageContaining("sorted or partitioned");
            bob.sql(statement.replace("$t", other));
        }
        assertThat(stored(table)).containsExactlyInAnyOrderElementsOf(before);
    }

    private static void lay(String table, String layout, String column) {
        create(table, "copy-on-write", 2, "plain");
        Table iceberg = loaded(table);
        switch (layout) {
            case "sorted" -> iceberg.replaceSortOrder().asc(column).commit();
            case "partitioned" ->
                iceberg.updateSpec().addField(truncate(column, 3)).commit();
            default -> iceberg.updateSpec().addField(bucket(column, 4)).commit();
        }
    }

    private static List<StoredRow> run(WriteStep step, String table, List<StoredRow> model) {
        String sql = step.sql().replace("$t", table);
        if (step.failure().isEmpty()) {
            bob.sql(sql);
        } else {
            assertThatThrownBy(() -> bob.sql(sql)).as(sql).satisfies(failure -> {
                assertThat(texts(failure)).contains(step.failure()).doesNotContain("'EU'");
            });
        }
        List<StoredRow> expected = step.model().apply(model);
        assertThat(stored(table)).as(sql).containsExactlyInAnyOrderElementsOf(expected);
        return expected;
    }

    private static void create(String table, String mode, int version, String layout) {
        String first = layout.equals("evolved")
                ? "id INT, gone STRING, who STRING, region STRING, ssn STRING"
                : "id INT," + " name STRING, region STRING, ssn STRING, salary INT";
        alice.sql("CREATE TABLE " + table + " (" + first + ") USING iceberg"
                + (layout.equals("partitioned") ? " PARTITIONED BY (region, bucket(2, id))" : "")
                + " TBLPROPERTIES ('format-version'='" + version + "', 'write.delete.mode'='" + mode
                + "', 'write.update.mode'='" + mode + "', 'write.merge.mode'='" + mode + "')");
        if (layout.equals("evolved")) {
            alice.sql("INSERT INTO " + table + " VALUES (0, 'x', 'zoe', 'EU', '000')");
            alice.sql("ALTER TABLE " + table + " DROP COLUMN gone");
            alice.sql("ALTER TABLE " + table + " RENAME COLUMN who TO name");
            alice.sql("ALTER TABLE " + table + " ADD COLUMN salary INT");
            alice.sql("INSERT INTO " + table + " VALUES (0, 'zoe', 'US', '000', 0)");
            alice.sql("DELETE FROM " + table + " WHERE id = 0");
        }
        List<StoredRow> rows = StoredRow.some();
        insert(table, rows.subList(0, 4));
        if (layout.equals("evolved")) {
            loaded(table).updateSpec().addField("region").commit();
        }
        insert(table, rows.subList(4, rows.size()));
    }

    private static void insert(String table, List<StoredRow> rows) {
        alice.sql("INSERT INTO " + table + " (" + StoredRow.COLUMNS + ") VALUES "
                + String.join(", ", rows.stream().map(StoredRow::values).toList()));
    }

    private static Table loaded(String table) {
        try {
            return Spark3Util.loadIcebergTable(alice, table);
        } catch (NoSuchTableException | ParseException absent) {
            throw new AssertionError(absent);
        }
    }

    private static List<StoredRow> stored(String table) {
        return alice.sql("SELECT " + StoredRow.COLUMNS + " FROM " + table).collectAsList().stream()
                .map(StoredRow::of)
                .toList();
    }

    /** The rows that bob can't see, to the last bit: with their lineage, where the format keeps one. */
    private static List<String> hidden(String table, int version) {
        String lineage = version < 3 ? "" : ", _row_id, _last_updated_sequence_number";
        return alice
                .sql("SELECT *" + lineage + " FROM " + table + " WHERE NOT (region <=> 'EU') ORDER BY id")
                .collectAsList()
                .stream()
                .map(Object::toString)
                .toList();
    }

    private static String texts(Throwable failure) {
        StringBuilder texts = new StringBuilder();
        for (Throwable each = failure; each != null; each = each.getCause()) {
            texts.append(each.getMessage()).append('\n');
        }
        return texts.toString();
    }

    @ParameterizedTest
    @ValueSource(strings = {"copy-on-write", "merge-on-read"})
    void T19_T27_a_row_s_place_tells_nothing_of_what_is_stored(String mode) {
        List<String> placed = new ArrayList<>();
        for (String prefix : List.of("1", "2", "3")) {
            String table = "carbon.dml.placed_" + mode.replace('-', '_') + prefix;
            create(table, mode, 2, "plain");
            alice.sql("UPDATE " + table + " SET ssn = concat('" + prefix + "', substr(ssn, 2))");
            bob.sql("UPDATE " + table
                    + " SET salary = 1000 * spark_partition_id() + monotonically_increasing_id() % 1000");
            bob.sql("UPDATE " + table + " SET name = concat(spark_partition_id(), ' ', monotonically_increasing_id())");
            placed.add(alice.sql("SELECT id, name, salary FROM " + table + " WHERE region = 'EU' ORDER BY id")
                    .collectAsList()
                    .toString());
        }

        assertThat(placed.get(0)).isEqualTo(placed.get(1)).isEqualTo(placed.get(2));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1_000_000})
    void S12_T20_a_snapshot_tells_nothing_of_files_that_a_merge_passed_over(int salary) {
        String table = "carbon.dml.passed_over_" + salary;
        create(table, "copy-on-write", 2, "plain");

        bob.sql("MERGE INTO " + table + " t USING (SELECT 900 AS id) s ON t.id = s.id AND t.salary > " + salary
                + " WHEN MATCHED THEN DELETE WHEN NOT MATCHED THEN INSERT (id, region) VALUES (s.id, 'EU')");
        assertThat(loaded(table).currentSnapshot().operation()).isEqualTo("overwrite");
    }

    @Test
    void S12_T23_a_table_whose_columns_have_defaults_is_not_written() {
        String table = "carbon.dml.defaults";
        create(table, "copy-on-write", 3, "plain");
        loaded(table)
                .updateSchema()
                .addColumn("extra", Types.IntegerType.get(), Literal.of(7))
                .commit();

        assertThatThrownBy(() -> bob.sql("DELETE FROM " + table + " WHERE id = 1"))
                .isInstanceOfSatisfying(
                        SparkRefusal.class,
                        refusal -> assertThat(refusal.carbonCondition()).isEqualTo(CarbonCondition.WRITE_DENIED));
        assertThat(stored(table)).containsExactlyInAnyOrderElementsOf(StoredRow.some());
    }

    static Stream<String> refused() {
        return Stream.of(
                "INSERT OVERWRITE $t SELECT * FROM $t",
                "TRUNCATE TABLE $t",
                "ALTER TABLE $t ADD COLUMN x INT",
                "ALTER TABLE $t DROP COLUMN name",
                "ALTER TABLE $t SET TBLPROPERTIES ('a'='b')",
                "INSERT INTO $t WITH ('write-format'='orc') VALUES (9, 'x', 'EU', 'x', 1)",
                "INSERT INTO $t.branch_b VALUES (9, 'x', 'EU', 'x', 1)",
                "DELETE FROM $t.branch_b WHERE id = 1",
                "UPDATE $t SET ssn = DEFAULT",
                "UPDATE $t SET SSN = 'x' WHERE id = 1",
                "DELETE FROM seen WHERE id = 1",
                "UPDATE seen SET name = 'x'",
                "MERGE INTO seen t USING carbon.hr.source s ON t.id = s.id WHEN MATCHED THEN DELETE",
                "MERGE WITH SCHEMA EVOLUTION INTO $t t USING carbon.hr.source s ON t.id = s.id WHEN MATCHED THEN DELETE",
                "MERGE INTO $t t USING $t s ON t.id = s.id WHEN MATCHED THEN UPDATE SET *");
    }

    @ParameterizedTest
    @MethodSource("refused")
    void S12_T27_what_would_touch_hidden_rows_or_masked_columns_is_refused(String sql) {
        String table = "carbon.dml.refused";
        if (!alice.catalog().tableExists(table)) {
            create(table, "copy-on-write", 2, "plain");
            loaded(table).manageSnapshots().createBranch("b").commit();
            bob.sql("CREATE TEMPORARY VIEW seen AS SELECT * FROM " + table);
        }

        assertThatThrownBy(() -> bob.sql(sql.replace("$t", table)))
                .isInstanceOfSatisfying(
                        SparkRefusal.class,
                        refusal -> assertThat(refusal.carbonCondition()).isEqualTo(CarbonCondition.WRITE_DENIED));
        assertThat(stored(table)).containsExactlyInAnyOrderElementsOf(StoredRow.some());
    }
}
