package io.paladio.carbon.spark;

import static org.assertj.core.api.Assertions.assertThat;

import io.paladio.carbon.lineage.StatementRecord.OutputColumn;
import io.paladio.carbon.lineage.StatementRecord.Source;
import io.paladio.carbon.lineage.StatementRecord.TableRead;
import io.paladio.carbon.policy.PolicyReference;
import io.paladio.carbon.policy.Securable;
import io.paladio.carbon.spark.catalyst.PlanFacts;
import java.util.List;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.classic.Dataset;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Evidence of plans that the whole extension analysed. */
class PlanFactsTest {
    private static final Securable TABLE = Securable.table("carbon", "hr", "t");

    private static SparkSession bob;
    private static SparkSession alice;

    @BeforeAll
    static void tables() {
        SampleTables.make();
        bob = TestEngine.session("bob");
        alice = TestEngine.session("alice");
    }

    @Test
    void S24_a_restricted_read_names_table_snapshot_etag_and_policies() {
        PlanFacts facts = facts(bob, "SELECT id, ssn FROM carbon.hr.t WHERE id > 1");

        assertThat(facts.kind()).isEqualTo("SELECT");
        assertThat(facts.reads()).hasSize(1);
        TableRead read = facts.reads().get(0);
        assertThat(read.table()).isEqualTo(TABLE);
        assertThat(read.snapshotId()).isPresent();
        assertThat(read.etag()).isNotBlank();
        assertThat(read.policies()).anySatisfy(policy -> {
            assertThat(policy.kind()).isEqualTo("row_filter");
            assertThat(policy.column()).isEmpty();
        });
        assertThat(read.policies())
                .anySatisfy(policy -> assertThat(policy.column()).contains("ssn"));
        assertThat(read.filterColumns()).containsExactly("region");
    }

    @Test
    void S19_an_exempt_reader_s_exemptions_are_named() {
        List<TableRead> reads = facts(alice, "SELECT id, ssn FROM carbon.hr.t").reads();

        assertThat(reads).hasSize(1);
        assertThat(reads.get(0).policies()).isEmpty();
        assertThat(reads.get(0).exemptions()).map(PolicyReference::id).isNotEmpty();
    }

    @Test
    void a_masked_column_is_masked_in_lineage_for_whom_it_is_masked() {
        assertThat(first(facts(bob, "SELECT upper(ssn) FROM carbon.hr.t")))
                .map(Source::masked)
                .containsExactly(true);
        assertThat(first(facts(alice, "SELECT upper(ssn) FROM carbon.hr.t")))
                .map(Source::masked)
                .containsExactly(false);
    }

    @Test
    void the_policy_s_own_filter_is_not_among_the_query_s_influences() {
        assertThat(facts(bob, "SELECT id FROM carbon.hr.t").columns().influences())
                .isEmpty();
        assertThat(facts(bob, "SELECT id FROM carbon.hr.t WHERE id > 1")
                        .columns()
                        .influences())
                .map(Source::column)
                .containsExactly("id");
    }

    @Test
    void reads_in_sub_queries_common_tables_and_both_sides_of_a_join_are_found() {
        assertThat(facts(
                                bob,
                                "WITH c AS (SELECT id FROM carbon.hr.t) SELECT a.id FROM c a JOIN carbon.hr.t b ON a.id = b.id "
                                        + "WHERE a.id IN (SELECT id FROM carbon.hr.t)")
                        .reads())
                .hasSizeGreaterThanOrEqualTo(3)
                .allSatisfy(read -> assertThat(read.table()).isEqualTo(TABLE));
    }

    @Test
    void a_copy_names_its_target_and_follows_its_columns() {
        alice.sql("DROP TABLE IF EXISTS carbon.hr.copied");
        // What other tests asked may read what is denied by now.
        int before = TestEngine.analysed().size();
        alice.sql("CREATE TABLE carbon.hr.copied AS SELECT id, upper(ssn) AS s FROM carbon.hr.t");
        PlanFacts facts = TestEngine.analysed().stream()
                .skip(before)
                .map(PlanFacts::of)
                .filter(plan -> plan.kind().equals("CREATE TABLE AS SELECT"))
                .reduce((earlier, later) -> later)
                .orElseThrow();

        assertThat(facts.writes()).containsExactly(Securable.table("carbon", "hr", "copied"));
        assertThat(facts.columns().outputs()).map(OutputColumn::name).containsExactly("id", "s");
        assertThat(first(facts)).map(Source::column).containsExactly("id");
    }

    private static List<Source> first(PlanFacts facts) {
        return facts.columns().outputs().get(0).sources();
    }

    private static PlanFacts facts(SparkSession session, String sql) {
        return PlanFacts.of(((Dataset<Row>) session.sql(sql)).queryExecution().analyzed());
    }
}
