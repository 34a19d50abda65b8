package io.paladio.carbon.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.paladio.carbon.catalog.SparkRefusal;
import io.paladio.carbon.error.CarbonCondition;
import io.paladio.carbon.policy.mask.StandardMasks;
import java.util.List;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * S10, S15: columns and fields that are renamed, made anew, moved and widened, in structs, lists and maps as well: policies stay with
 * the fields that they are for, in the table of today and in its state of before.
 */
class SchemaEvolutionTest {
    private static final String TABLE = "carbon.hr.evolving";
    private static final String TODAY = "SELECT id, national, age, pay, info.number, info.city, list[0].w, list[0].n,"
            + " attrs['k'].p, attrs['k'].q FROM " + TABLE;
    private static final String BEFORE = "SELECT id, ssn, age, pay, info.ssn, info.city, list[0].v, list[0].n,"
            + " attrs['k'].p, attrs['k'].q FROM " + TABLE + " VERSION AS OF ";
    private static SparkSession bob;
    private static SparkSession admin;
    private static long before;

    @BeforeAll
    static void a_table_with_a_past() {
        SampleTables.make();
        admin = TestEngine.session("admin");
        bob = TestEngine.session("bob");
        admin.sql(
                "CREATE TABLE " + TABLE
                        + " (id INT, ssn STRING, age INT, pay INT, info STRUCT<ssn: STRING, city: STRING>,"
                        + " list ARRAY<STRUCT<v: STRING, n: INT>>, attrs MAP<STRING, STRUCT<p: STRING, q: STRING>>) USING iceberg");
        admin.sql("INSERT INTO " + TABLE + " VALUES " + row(1, 41) + ", " + row(2, 200));
        before = admin.sql("SELECT snapshot_id FROM " + TABLE + ".snapshots")
                .first()
                .getLong(0);
        TestEngine.index("policies/evolving-age.json", SampleTables.rowFilter("pol_age", TABLE, "age < 100"));
        mask("pay", "pay", "sha-256-global");
        mask("city", "info.city", "show-first-4");
        mask("p", "attrs.value.p", "mask-alphanum");
        masksOf("ssn", "info.ssn", "list.element.v");
    }

    private static void masksOf(String ssn, String number, String text) {
        mask("ssn", ssn, "mask-alphanum");
        mask("number", number, "show-last-4");
        mask("text", text, "mask-alphanum");
    }

    @AfterAll
    static void stop() {
        TestEngine.stop();
    }

    private static String row(int id, int age) {
        return "(" + id + ", '111-11-1111', " + age
                + ", 7, named_struct('ssn', '222-22-2222', 'city', 'Bonn-am-Rhein'),"
                + " array(named_struct('v', 'ab', 'n', 1)), map('k', named_struct('p', 'cd', 'q', 'ef')))";
    }

    private static void mask(String id, String column, String kind) {
        TestEngine.index(
                "policies/evolving-" + id + ".json",
                SampleTables.mask("pol_evolving_" + id, TABLE, column, "{\"kind\":\"" + kind + "\"}"));
    }

    private static List<String> rows(String sql) {
        return bob.sql(sql).collectAsList().stream()
                .map(Object::toString)
                .sorted()
                .toList();
    }

    @Test
    void S10_S15_policies_stay_with_their_fields() {
        String hashed = String.valueOf(StandardMasks.sha256Global(7));
        String old = "[1,nnn-nn-nnnn,41," + hashed + ",nnn-nn-2222,Bonn-xx-xxxxx,xx,1,xx,ef]";
        assertThat(rows(BEFORE + before)).containsExactly(old);

        for (String change : List.of(
                "RENAME COLUMN ssn TO national",
                "RENAME COLUMN info.ssn TO number",
                "RENAME COLUMN list.element.v TO w",
                "DROP COLUMN attrs.value.p",
                "ADD COLUMN attrs.value.p STRING",
                "ALTER COLUMN age TYPE BIGINT",
                "ALTER COLUMN pay TYPE BIGINT",
                "ALTER COLUMN info FIRST",
                "ALTER COLUMN info.city FIRST")) {
            admin.sql("ALTER TABLE " + TABLE + " " + change);
        }
        assertThatThrownBy(() -> rows(TODAY))
                .isInstanceOfSatisfying(
                        SparkRefusal.class,
                        refusal ->
                                assertThat(refusal.carbonCondition()).isEqualTo(CarbonCondition.POLICY_UNENFORCEABLE));
        masksOf("national", "info.number", "list.element.w");
        admin.sql("INSERT INTO " + TABLE
                + " SELECT named_struct('city', 'Ulm', 'number', '333-33-3333'), 3, '444', 50, 7,"
                + " array(named_struct('w', 'gh', 'n', 2)), map('k', named_struct('q', 'ij', 'p', 'kl'))");

        String hash = String.valueOf(StandardMasks.sha256Global(7L));
        assertThat(rows(TODAY))
                .containsExactly(
                        "[1,nnn-nn-nnnn,41," + hash + ",nnn-nn-2222,Bonn-xx-xxxxx,xx,1,null,ef]",
                        "[3,nnn,50," + hash + ",nnn-nn-3333,Ulm,xx,2,xx,ij]");
        assertThat(rows(BEFORE + before)).containsExactly(old);
        assertThat(admin.sql(BEFORE + before).collectAsList()).hasSize(2);
    }
}
