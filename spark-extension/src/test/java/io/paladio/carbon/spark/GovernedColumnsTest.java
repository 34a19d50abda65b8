package io.paladio.carbon.spark;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Masks on columns of every make: nested, required, renamed, computed; bound by field-id (S10). */
class GovernedColumnsTest {
    private static final String TABLE = "carbon.hr.wide";
    private static SparkSession bob;
    private static SparkSession admin;

    @BeforeAll
    static void tables() {
        SampleTables.make();
        admin = TestEngine.session("admin");
        admin.sql("CREATE TABLE " + TABLE + " (id INT NOT NULL, address STRUCT<zip: STRING, city: STRING>,"
                + " tags ARRAY<STRUCT<v: STRING, n: INT>>, attrs MAP<STRING, STRING>, code STRING NOT NULL,"
                + " price DECIMAL(10, 2), at TIMESTAMP, secret STRING) USING iceberg");
        admin.sql("INSERT INTO " + TABLE + " VALUES"
                + " (1, named_struct('zip', '12345', 'city', 'Bonn'), array(named_struct('v', 'ab', 'n', 1)),"
                + " map('k', 'v1'), 'c1', 1.50, TIMESTAMP'2024-05-06 07:08:09Z', 's1'),"
                + " (2, NULL, NULL, NULL, 'c2', NULL, NULL, NULL)");
        policy("zip", "address.zip", "{\"kind\":\"show-first-4\"}");
        policy("tag", "tags.element.v", "{\"kind\":\"mask-alphanum\"}");
        policy("attr", "attrs.value", "{\"kind\":\"mask-to-fixed-value\"}");
        policy("code", "code", "{\"kind\":\"mask-to-fixed-value\"}");
        policy("price", "price", "{\"kind\":\"replace-with-null\"}");
        policy("at", "at", "{\"kind\":\"truncate-to-month\"}");
        policy(
                "secret",
                "secret",
                "{\"kind\":\"expression\",\"expression\":{\"lang\":\"spark-sql-restricted/1\","
                        + "\"sql\":\"concat(left(upper(value), 1), '***')\"}}");
        bob = TestEngine.session("bob");
        bob.sql("SET TIME ZONE 'UTC'");
    }

    @AfterAll
    static void stop() {
        TestEngine.stop();
    }

    private static void policy(String id, String column, String mask) {
        TestEngine.index("policies/wide-" + id + ".json", SampleTables.mask("pol_" + id, TABLE, column, mask));
    }

    private static List<String> rows(SparkSession session, String sql) {
        return session.sql(sql).collectAsList().stream()
                .map(Object::toString)
                .sorted()
                .toList();
    }

    @Test
    void S6_S7_masks_reach_fields_elements_and_values_and_keep_types() {
        assertThat(rows(
                        bob,
                        "SELECT id, address, tags, attrs, code, price, date_format(at, 'yyyy-MM-dd HH:mm'), secret FROM "
                                + TABLE))
                .containsExactly(
                        "[1,[1234n,Bonn],ArraySeq([xx,1]),Map(k -> XXXXXXXX),XXXXXXXX,null,2024-05-01 00:00,S***]",
                        "[2,null,null,null,XXXXXXXX,null,null,null]");
        assertThat(bob.table(TABLE).schema().catalogString())
                .isEqualTo(admin.table(TABLE).schema().catalogString());
    }

    @Test
    void a_field_of_a_masked_struct_is_masked_wherever_it_is_used() {
        assertThat(rows(bob, "SELECT address.zip FROM " + TABLE + " WHERE address.zip = '12345'"))
                .isEmpty();
        assertThat(rows(bob, "SELECT tags[0].v, attrs['k'] FROM " + TABLE + " WHERE id = 1"))
                .containsExactly("[xx,XXXXXXXX]");
        assertThat(rows(bob, "SELECT x.v FROM " + TABLE + " LATERAL VIEW explode(tags) AS x"))
                .containsExactly("[xx]");
    }

    @Test
    void S6_a_field_is_masked_at_any_depth_and_its_neighbours_are_not() {
        String deep = "carbon.hr.deep";
        admin.sql("CREATE TABLE " + deep + " (id INT, d MAP<STRING, ARRAY<STRUCT<a: STRUCT<x: STRING, y: ARRAY<STRING>,"
                + " z: MAP<INT, STRUCT<u: INT, v: STRING>>>, b: STRING>>>) USING iceberg");
        admin.sql(
                "INSERT INTO " + deep + " VALUES (1, map('k', array(named_struct('a', named_struct('x', 'ab', 'y',"
                        + " array('cd', NULL, 'ef'), 'z', map(5, named_struct('u', 6, 'v', 'gh'))), 'b', 'ij'), NULL))), (2, NULL)");
        for (String field : List.of("x", "y.element", "z.value.v")) {
            TestEngine.index(
                    "policies/deep-" + field + ".json",
                    SampleTables.mask(
                            "pol_deep_" + field, deep, "d.value.element.a." + field, "{\"kind\":\"mask-alphanum\"}"));
        }
        String raw = "[1,Map(k -> ArraySeq([[ab,ArraySeq(cd, null, ef),Map(5 -> [6,gh])],ij], null))]";

        assertThat(rows(admin, "SELECT * FROM " + deep)).containsExactly(raw, "[2,null]");
        assertThat(rows(bob, "SELECT * FROM " + deep)).containsExactly(raw.replaceAll("ab|cd|ef|gh", "xx"), "[2,null]");
        assertThat(rows(bob, "SELECT d['k'][0].a.z[5].v, d['k'][0].b FROM " + deep + " WHERE id = 1"))
                .containsExactly("[xx,ij]");
    }

    @Test
    void S10_a_renamed_column_keeps_its_mask_in_every_state() {
        admin.sql("CREATE TABLE carbon.hr.renamed (id INT, ssn STRING) USING iceberg");
        admin.sql("INSERT INTO carbon.hr.renamed VALUES (1, '111-11-1111')");
        long before = admin.sql("SELECT snapshot_id FROM carbon.hr.renamed.snapshots")
                .first()
                .getLong(0);
        admin.sql("ALTER TABLE carbon.hr.renamed RENAME COLUMN ssn TO nat_id");
        TestEngine.index(
                "policies/renamed.json",
                SampleTables.mask("pol_nat", "carbon.hr.renamed", "nat_id", "{\"kind\":\"mask-alphanum\"}"));

        assertThat(rows(bob, "SELECT * FROM carbon.hr.renamed")).containsExactly("[1,nnn-nn-nnnn]");
        assertThat(rowsOrRefused("SELECT * FROM carbon.hr.renamed VERSION AS OF " + before))
                .isIn("[[1,nnn-nn-nnnn]]", "refused");
    }

    @Test
    void T24_what_the_session_sets_changes_no_policy() {
        bob.sql("CREATE OR REPLACE TEMPORARY VIEW upper AS SELECT 1");
        for (String setting : List.of(
                "spark.sql.ansi.enabled=false",
                "spark.sql.session.timeZone=Pacific/Auckland",
                "spark.sql.caseSensitive=true")) {
            bob.sql("SET " + setting);
        }
        try {
            assertThat(rows(bob, "SELECT secret, CAST(at AS LONG) FROM " + TABLE + " WHERE id = 1"))
                    .containsExactly("[S***,1714521600]");
        } finally {
            bob.sql("RESET spark.sql.ansi.enabled");
            bob.sql("RESET spark.sql.caseSensitive");
            bob.sql("SET TIME ZONE 'UTC'");
        }
    }

    @Test
    void the_plan_is_sound_after_each_rule_of_spark() {
        ((org.apache.spark.sql.classic.SparkSession) bob)
                .sessionState()
                .conf()
                .setConfString("spark.sql.planChangeValidation", "true");

        assertThat(rows(
                        bob,
                        "SELECT a.id, b.address.zip, (SELECT count(*) FROM " + TABLE + ") FROM " + TABLE + " a JOIN "
                                + TABLE
                                + " b ON a.id = b.id WHERE EXISTS (SELECT 1 FROM carbon.hr.t t WHERE t.id = a.id)"))
                .containsExactly("[1,1234n,2]", "[2,null,2]");
    }

    private static String rowsOrRefused(String sql) {
        try {
            return rows(bob, sql).toString();
        } catch (Exception refused) {
            return "refused";
        }
    }
}
