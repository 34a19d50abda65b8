package io.paladio.carbon.spark;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.apache.iceberg.Table;
import org.apache.iceberg.expressions.Literal;
import org.apache.iceberg.spark.Spark3Util;
import org.apache.iceberg.types.Types;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** T23: the default of a column is a raw value, which rows hold that were written before the column was. */
class ColumnDefaultsTest {
    private static final String TABLE = "carbon.hr.defaults";
    private static final String RAW = "111-22-3333";
    private static SparkSession bob;
    private static SparkSession admin;

    @BeforeAll
    static void tables() throws Exception {
        SampleTables.make();
        admin = TestEngine.session("admin");
        admin.sql("CREATE TABLE " + TABLE + " (id INT, place STRUCT<city: STRING>) USING iceberg"
                + " TBLPROPERTIES ('format-version' = '3')");
        admin.sql("INSERT INTO " + TABLE + " VALUES (1, named_struct('city', 'Bonn'))");
        Table table = Spark3Util.loadIcebergTable(admin, TABLE);
        table.updateSchema()
                .addColumn("ssn", Types.StringType.get(), Literal.of(RAW))
                .addColumn("place", "code", Types.StringType.get(), "", Literal.of(RAW))
                .commit();
        TestEngine.index(
                "policies/defaults-ssn.json",
                SampleTables.mask("pol_default", TABLE, "ssn", "{\"kind\":\"mask-alphanum\"}"));
        TestEngine.index(
                "policies/defaults-code.json",
                SampleTables.mask("pol_nested", TABLE, "place.code", "{\"kind\":\"mask-alphanum\"}"));
        bob = TestEngine.session("bob");
    }

    @AfterAll
    static void stop() {
        TestEngine.stop();
    }

    private static String told(SparkSession session, String sql) {
        List<String> rows =
                session.sql(sql).collectAsList().stream().map(Object::toString).toList();
        return rows + session.sql(sql).schema().json();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "DESCRIBE TABLE carbon.hr.defaults",
                "DESCRIBE TABLE EXTENDED carbon.hr.defaults",
                "DESCRIBE TABLE EXTENDED carbon.hr.defaults AS JSON",
                "DESCRIBE TABLE carbon.hr.defaults ssn",
                "SHOW CREATE TABLE carbon.hr.defaults",
                "SELECT * FROM carbon.hr.defaults",
                "SELECT ssn, place.code FROM carbon.hr.defaults"
            })
    void T23_what_is_said_of_a_column_holds_no_default(String statement) {
        assertThat(told(bob, statement)).doesNotContain(RAW);
    }

    @Test
    void T23_control_an_exempt_principal_sees_the_default() {
        assertThat(told(admin, "SHOW CREATE TABLE " + TABLE)).contains(RAW);
    }

    @Test
    void S6_rows_from_before_the_column_hold_its_default_under_the_mask() {
        assertThat(bob.sql("SELECT id, ssn, place.code FROM " + TABLE).collectAsList())
                .extracting(Object::toString)
                .containsExactly("[1,nnn-nn-nnnn,nnn-nn-nnnn]");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT * FROM carbon.hr.defaults",
                "SELECT id, place, ssn FROM (SELECT * FROM carbon.hr.defaults WHERE id > 0)",
                "WITH d AS (SELECT * FROM carbon.hr.defaults) SELECT id, place, ssn AS number FROM d"
            })
    void S14_a_table_made_from_one_with_defaults_gets_its_rows_and_no_defaults(String query) {
        for (SparkSession session : List.of(admin, bob)) {
            List<Row> rows = session.sql(query).collectAsList();
            admin.sql("DROP TABLE IF EXISTS carbon.hr.made");
            session.sql("CREATE TABLE carbon.hr.made USING iceberg AS " + query);

            assertThat(admin.sql("SELECT * FROM carbon.hr.made").collectAsList())
                    .isEqualTo(rows)
                    .hasSize(1);
            assertThat(told(admin, "SHOW CREATE TABLE carbon.hr.made")).doesNotContain(RAW, "DEFAULT");
        }
    }

    @Test
    void S14_nor_one_that_a_data_frame_makes_or_replaces() throws Exception {
        admin.sql("DROP TABLE IF EXISTS carbon.hr.made");
        admin.table(TABLE)
                .selectExpr("id", "place.code", "ssn")
                .writeTo("carbon.hr.made")
                .create();
        admin.table(TABLE).writeTo("carbon.hr.made").createOrReplace();

        assertThat(admin.table("carbon.hr.made").collectAsList())
                .isEqualTo(admin.table(TABLE).collectAsList());
        assertThat(told(admin, "SHOW CREATE TABLE carbon.hr.made")).doesNotContain(RAW, "DEFAULT");
    }
}
