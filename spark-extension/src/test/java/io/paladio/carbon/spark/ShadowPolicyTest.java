package io.paladio.carbon.spark;

import static org.assertj.core.api.Assertions.assertThat;

import io.paladio.carbon.lineage.StatementRecord.TableRead;
import io.paladio.carbon.policy.ShadowEffect;
import io.paladio.carbon.spark.catalyst.PlanFacts;
import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** S20: a policy in shadow changes nothing but the evidence. */
class ShadowPolicyTest {
    private static final String QUERY = "SELECT id, name FROM carbon.hr.shadowed ORDER BY id";

    @AfterAll
    static void stop() {
        TestEngine.stop();
    }

    @BeforeAll
    static void tables() {
        SampleTables.make();
        SparkSession admin = TestEngine.session("admin");
        admin.sql("CREATE TABLE carbon.hr.shadowed (id INT, name STRING) USING iceberg");
        admin.sql("INSERT INTO carbon.hr.shadowed VALUES (1, 'ann'), (2, 'bob')");
        TestEngine.index(
                "policies/shadow_name.json",
                SampleTables.inShadow(SampleTables.mask(
                        "pol_shadow_name", "carbon.hr.shadowed", "name", "{\"kind\":\"mask-alphanum\"}")));
        TestEngine.index(
                "policies/shadow_rows.json",
                SampleTables.inShadow(SampleTables.rowFilter("pol_shadow_rows", "carbon.hr.shadowed", "nothing = 1")));
    }

    private static List<ShadowEffect> shadows(Dataset<Row> rows) {
        return PlanFacts.of(((org.apache.spark.sql.classic.Dataset<Row>) rows)
                        .queryExecution()
                        .analyzed())
                .reads()
                .stream()
                .map(TableRead::shadows)
                .flatMap(List::stream)
                .toList();
    }

    @ParameterizedTest
    @CsvSource({"bob, 'pol_shadow_name [name], pol_shadow_rows []'", "alice, ''"})
    void S20_results_and_plans_stay_as_they_are_and_the_facts_say_what_would_be(String principal, String effects) {
        SparkSession session = TestEngine.session(principal);
        Dataset<Row> rows = session.sql(QUERY);

        assertThat(shadows(rows).stream()
                        .map(effect -> effect.policy().id() + " " + effect.columns())
                        .toList())
                .hasToString("[" + effects + "]");
        assertThat(rows.collectAsList().toString()).isEqualTo("[[1,ann], [2,bob]]");
        assertThat(session.sql("EXPLAIN " + QUERY).first().getString(0)).doesNotContain("Policy", "pol_shadow");
    }
}
