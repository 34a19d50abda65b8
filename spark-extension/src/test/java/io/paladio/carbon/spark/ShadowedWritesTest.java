package io.paladio.carbon.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.paladio.carbon.spark.catalyst.PlanFacts;
import io.paladio.carbon.spark.catalyst.ShadowCounter;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * S12, S20: restricted principals write under {@code dml.restricted=check} as they do where no filter is in shadow. The candidates
 * would hide every row of the tables that are written, and all but one of their source.
 */
class ShadowedWritesTest {
    private static final String NOT_COUNTED = "not counted";
    private static final List<String> DOCUMENTS = List.of("live", "ssn", "target", "source");

    private static SparkSession bob;
    private static SparkSession alice;

    @BeforeAll
    static void tables() {
        TestEngine.restrictedWrites("check");
        SampleTables.make();
        put("live", SampleTables.rowFilter("pol_sh_live", "carbon.shadowed", "region = 'EU'"));
        put("ssn", SampleTables.mask("pol_sh_ssn", "carbon.shadowed", "ssn", "{\"kind\":\"show-last-4\"}"));
        put("target", shadow("pol_sh_target", "carbon.shadowed", "id > 1000"));
        put("source", shadow("pol_sh_source", "carbon.hr.candidates", "id = 20"));
        alice = TestEngine.session("alice");
        bob = TestEngine.session("bob");
        alice.sql("CREATE NAMESPACE IF NOT EXISTS carbon.shadowed");
        alice.sql("CREATE TABLE carbon.hr.candidates (id INT, name STRING, region STRING, salary INT) USING iceberg");
        alice.sql("INSERT INTO carbon.hr.candidates VALUES (2,'new','EU',1), (3,'new','EU',1), (20,'new','EU',20),"
                + " (21,'new','US',21)");
    }

    @AfterAll
    static void reject() {
        TestEngine.restrictedWrites("reject");
        TestEngine.stop();
        DOCUMENTS.forEach(document -> TestEngine.unindex("policies/sh-" + document + ".json"));
    }

    private static void put(String document, String policy) {
        TestEngine.index("policies/sh-" + document + ".json", policy);
    }

    private static String shadow(String id, String securable, String sql) {
        return SampleTables.inShadow(SampleTables.rowFilter(id, securable, sql));
    }

    private static String create(String name, String mode) {
        String table = "carbon.shadowed." + name + mode.replace('-', '_');
        alice.sql(
                "CREATE TABLE " + table + " (id INT, name STRING, region STRING, ssn STRING, salary INT) USING iceberg"
                        + " TBLPROPERTIES ('write.delete.mode'='" + mode + "', 'write.update.mode'='" + mode
                        + "', 'write.merge.mode'='" + mode + "')");
        alice.sql("INSERT INTO " + table + " VALUES "
                + String.join(
                        ", ", StoredRow.some().stream().map(StoredRow::values).toList()));
        return table;
    }

    @ParameterizedTest
    @ValueSource(strings = {"copy-on-write", "merge-on-read"})
    void S12_S20_rows_change_as_in_the_model_whatever_is_in_shadow(String mode) {
        String table = create("all_", mode);
        List<StoredRow> model = StoredRow.some();
        for (WriteStep step : mode.equals("copy-on-write") ? WriteStep.all() : WriteStep.some()) {
            String sql = step.sql().replace("$t", table).replace("carbon.hr.source", "carbon.hr.candidates");
            if (step.failure().isEmpty()) {
                bob.sql(sql);
            } else {
                assertThatThrownBy(() -> bob.sql(sql)).as(sql).hasStackTraceContaining(step.failure());
            }
            model = step.model().apply(model);
            assertThat(stored(table)).as(sql).containsExactlyInAnyOrderElementsOf(model);
        }
    }

    private static List<StoredRow> stored(String table) {
        return alice.sql("SELECT " + StoredRow.COLUMNS + " FROM " + table).collectAsList().stream()
                .map(StoredRow::of)
                .toList();
    }

    @Test
    void S12_S20_what_is_only_read_is_counted_and_what_is_changed_is_not() {
        String table = create("counted_", "merge-on-read");
        String columns = " (" + StoredRow.COLUMNS + ") ";
        String merge = "MERGE INTO $t t USING $s s ON t.id = s.id ";

        assertCounted(NOT_COUNTED, table, "UPDATE $t SET salary = 1 WHERE id IN (SELECT id FROM $s)");
        assertCounted(NOT_COUNTED, table, "DELETE FROM $t WHERE id = 1");
        assertCounted(NOT_COUNTED, table, merge + "WHEN MATCHED THEN UPDATE SET name = s.name");
        assertCounted(
                NOT_COUNTED,
                table,
                merge.replace("$s", "(SELECT id, salary FROM $t)") + "WHEN MATCHED THEN UPDATE SET salary = s.salary");
        // Rows 2, 6 and 7 of the target, which bob sees, and three of the source's four.
        assertCounted(
                "6",
                table,
                merge + "WHEN NOT MATCHED THEN INSERT" + columns + "VALUES (s.id + 50, 'n', 'EU', 'own', 1)");
        assertCounted("3", table, "INSERT INTO $t" + columns + "SELECT id + 100, name, 'EU', 'own', salary FROM $s");
        assertCounted(
                "1",
                table,
                "INSERT INTO $t" + columns + "SELECT id + 200, name, region, 'own', 1 FROM $t WHERE id = 2");
    }

    private static void assertCounted(String rows, String table, String statement) {
        String sql = statement.replace("$t", table).replace("$s", "carbon.hr.candidates");
        int before = TestEngine.analysed().size();
        bob.sql(sql);
        Set<ShadowCounter> counters = new LinkedHashSet<>();
        List<LogicalPlan> plans = TestEngine.analysed();
        plans.subList(before, plans.size())
                .forEach(plan -> counters.addAll(PlanFacts.of(plan).counters()));
        long counted =
                counters.stream().mapToLong(counter -> counter.take().rows()).sum();

        assertThat(counters.isEmpty() ? NOT_COUNTED : String.valueOf(counted))
                .as(sql)
                .isEqualTo(rows);
    }
}
