package io.paladio.carbon.catalog;

import static io.paladio.carbon.catalog.RefusalAssertions.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import io.paladio.carbon.error.CarbonCondition;
import io.paladio.carbon.policy.Decision;
import java.util.Set;
import java.util.UUID;
import org.apache.iceberg.DataFiles;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Table;
import org.apache.iceberg.types.Types;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.connector.catalog.Identifier;
import org.apache.spark.sql.connector.catalog.procedures.BoundProcedure;
import org.apache.spark.sql.connector.read.LocalScan;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.unsafe.types.UTF8String;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FaceProceduresTest {
    private static final String[] SYSTEM = {"system"};

    private final FaceSession spark = new FaceSession();
    private final String name = "procedures_" + UUID.randomUUID().toString().replace("-", "");

    @BeforeEach
    void a_table_with_a_snapshot_and_a_list_with_one_procedure() {
        Table table = spark.face.create(name, new Schema(Types.NestedField.required(1, "id", Types.LongType.get())));
        table.newAppend()
                .appendFile(DataFiles.builder(PartitionSpec.unpartitioned())
                        .withPath("memory://" + name + ".parquet")
                        .withFileSizeInBytes(10)
                        .withRecordCount(1)
                        .build())
                .commit();
        spark.governance.procedures = Set.of("ancestors_of");
    }

    @Test
    void T17_a_procedure_on_the_list_runs_for_whom_no_policy_restricts_on_the_table() {
        LocalScan answer = (LocalScan) bound().call(arguments("sales." + name)).next();

        assertThat(answer.rows()).hasSize(1);
    }

    @Test
    void T17_it_does_not_run_for_whom_a_policy_restricts() {
        spark.governance.rule = TestGovernance::restricted;

        assertRefused(CarbonCondition.WRITE_DENIED, () -> bound().call(arguments("sales." + name)));
        assertRefused(CarbonCondition.WRITE_DENIED, () -> bound().call(arguments("`sales`.`" + name + "`")));
    }

    @Test
    void T17_nor_for_whom_there_is_no_grant() {
        spark.governance.rule = (table, schema) -> new Decision.Denied(table, "alice");

        assertRefused(CarbonCondition.ACCESS_DENIED, () -> bound().call(arguments("sales." + name)));
    }

    @Test
    void T17_nor_on_a_table_that_is_not_this_catalogs() {
        assertRefused(CarbonCondition.NOT_GOVERNABLE, () -> bound().call(arguments("spark_catalog.sales." + name)));
        assertRefused(CarbonCondition.NOT_GOVERNABLE, () -> bound().call(arguments("sales.nothing")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"create_changelog_view", "rollback_to_snapshot", "add_files", "nonsense"})
    void T17_what_is_not_on_the_list_is_not_loaded(String procedure) {
        assertRefused(
                CarbonCondition.NOT_GOVERNABLE, () -> spark.catalog().loadProcedure(Identifier.of(SYSTEM, procedure)));
    }

    @Test
    void T17_the_namespace_is_system_in_any_case_and_no_other() {
        assertThat(spark.catalog().listProcedures(new String[] {"SYSTEM"}))
                .containsExactly(Identifier.of(new String[] {"SYSTEM"}, "ancestors_of"));
        assertThat(spark.catalog().listProcedures(new String[] {"sales"})).isEmpty();
        for (String[] other : new String[][] {{}, {"sales"}, {"system", "system"}}) {
            assertRefused(
                    CarbonCondition.NOT_GOVERNABLE,
                    () -> spark.catalog().loadProcedure(Identifier.of(other, "ancestors_of")));
        }
    }

    private BoundProcedure bound() {
        return bound("Ancestors_Of");
    }

    private BoundProcedure bound(String procedure) {
        return spark.catalog().loadProcedure(Identifier.of(SYSTEM, procedure)).bind(new StructType());
    }

    private static GenericInternalRow arguments(String table) {
        return new GenericInternalRow(new Object[] {UTF8String.fromString(table), null});
    }
}
