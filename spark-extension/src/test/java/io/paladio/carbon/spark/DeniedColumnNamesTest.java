package io.paladio.carbon.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.paladio.carbon.catalog.SparkRefusal;
import io.paladio.carbon.error.CarbonCondition;
import org.apache.spark.sql.AnalysisException;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** S6: a denied column is told from one that there is not, and another table's column of the same name from both. */
class DeniedColumnNamesTest {
    private static SparkSession bob;

    @BeforeAll
    static void tables() {
        SampleTables.make();
        TestEngine.session("admin").sql("CREATE TABLE carbon.hr.notes (id INT, note STRING) USING iceberg");
        bob = TestEngine.session("bob");
    }

    @AfterAll
    static void stop() {
        TestEngine.session("admin").sql("DROP TABLE carbon.hr.notes");
        TestEngine.stop();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT note FROM carbon.hr.t",
                "SELECT t.note FROM carbon.hr.t",
                "SELECT hr.t.NOTE FROM carbon.hr.t",
                "SELECT q.Note FROM carbon.hr.t AS Q",
                "SELECT note.x FROM carbon.hr.t",
                "SELECT id FROM carbon.hr.t ORDER BY note",
                "SELECT z.note FROM (SELECT * FROM carbon.hr.t) z",
                "WITH z AS (SELECT * FROM carbon.hr.t) SELECT z.note FROM z",
                "SELECT n.id FROM carbon.hr.notes n WHERE EXISTS (SELECT 1 FROM carbon.hr.t i WHERE i.note = n.note)"
            })
    void S6_a_denied_column_is_told(String sql) {
        assertThat(catchThrowable(() -> bob.sql(sql)))
                .isInstanceOfSatisfying(
                        SparkRefusal.class,
                        refusal -> assertThat(refusal.carbonCondition()).isEqualTo(CarbonCondition.COLUMN_DENIED));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT n.note FROM carbon.hr.notes n WHERE n.none = 1 AND EXISTS (SELECT 1 FROM carbon.hr.t)",
                "SELECT l.m FROM carbon.hr.notes n, LATERAL"
                        + " (SELECT (SELECT max(i.id) FROM carbon.hr.t i WHERE i.name = n.note) AS m) l"
            })
    void another_tables_column_of_that_name_is_not_denied(String sql) {
        assertThat(catchThrowable(() -> bob.sql(sql)))
                .isInstanceOfSatisfying(
                        AnalysisException.class,
                        unresolved -> assertThat(unresolved.getCondition()).startsWith("UNRESOLVED_COLUMN"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT n.note FROM carbon.hr.notes n JOIN carbon.hr.t t ON n.id = t.id",
                "SELECT n.id, l.m FROM carbon.hr.notes n, LATERAL (SELECT concat(n.note, t.name) AS m FROM carbon.hr.t t) l"
            })
    void another_tables_column_of_that_name_is_read(String sql) {
        assertThat(bob.sql(sql).collectAsList()).isEmpty();
    }
}
