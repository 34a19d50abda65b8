package io.paladio.carbon.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.paladio.carbon.lineage.StatementRecord.AppliedPolicy;
import io.paladio.carbon.lineage.StatementRecord.OutputColumn;
import io.paladio.carbon.lineage.StatementRecord.Source;
import io.paladio.carbon.spark.catalyst.PlanFacts;
import java.util.Optional;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** A mask on a field within a column is shown under the field's whole name, wherever it is shown. */
class NestedMaskNamesTest {
    private static SparkSession bob;

    @BeforeAll
    static void tables() {
        SampleTables.make();
        SparkSession admin = TestEngine.session("admin");
        admin.sql("CREATE TABLE carbon.hr.nested_names (id INT, info STRUCT<ssn: STRING, city: STRING>,"
                + " cards ARRAY<STRUCT<number: STRING>>) USING iceberg");
        TestEngine.index("policies/deep1.json", mask("pol_deep_ssn", "info.ssn"));
        TestEngine.index("policies/deep2.json", mask("pol_deep_card", "cards.element.number"));
        bob = TestEngine.session("bob");
    }

    private static String mask(String id, String column) {
        return SampleTables.mask(id, "carbon.hr.nested_names", column, "{\"kind\":\"show-last-4\"}");
    }

    @AfterAll
    static void stop() {
        TestEngine.unindex("policies/deep1.json");
        TestEngine.unindex("policies/deep2.json");
        TestEngine.stop();
    }

    @Test
    void effective_policies_names_the_field() {
        assertThat(bob.sql("SELECT explode(columns) FROM effective_policies('carbon.hr.nested_names')")
                        .collectAsList())
                .extracting(row -> row.getString(0))
                .containsExactlyInAnyOrder("info.ssn", "cards.element.number");
    }

    @Test
    void explain_names_the_field() {
        assertThat(bob.sql("EXPLAIN SELECT * FROM carbon.hr.nested_names")
                        .first()
                        .getString(0))
                .contains("PolicyMask info.ssn show-last-4 pol_deep_ssn")
                .contains("PolicyMask cards.element.number show-last-4 pol_deep_card");
    }

    @Test
    void evidence_names_the_field_and_says_that_its_column_was_seen_masked() {
        PlanFacts facts = facts("SELECT id, info, cards FROM carbon.hr.nested_names");

        assertThat(facts.reads().get(0).policies())
                .extracting(AppliedPolicy::column)
                .containsExactlyInAnyOrder(Optional.of("info.ssn"), Optional.of("cards.element.number"));
        assertThat(facts.columns().outputs())
                .flatExtracting(OutputColumn::sources)
                .extracting(Source::column, Source::masked)
                .containsExactly(tuple("id", false), tuple("info", true), tuple("cards", true));
    }

    private static PlanFacts facts(String sql) {
        Dataset<Row> query = bob.sql(sql);
        return PlanFacts.of(((org.apache.spark.sql.classic.Dataset<Row>) query)
                .queryExecution()
                .analyzed());
    }
}
