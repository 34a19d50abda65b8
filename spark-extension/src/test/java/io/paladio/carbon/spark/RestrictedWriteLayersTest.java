package io.paladio.carbon.spark;

import static org.assertj.core.api.Assertions.assertThat;

import io.paladio.carbon.spark.LayersTest.Layer;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** T31, T27: with any one layer taken out a restricted principal's write does what it does with all, or nothing. */
class RestrictedWriteLayersTest {
    private static final String TABLE = "carbon.layers.t";
    private static final List<String> WRITES = List.of(
            "INSERT INTO carbon.layers.t VALUES (9, 'x', 'US', 'x', 1)",
            "UPDATE carbon.layers.t SET name = ssn",
            "UPDATE carbon.layers.t SET region = 'US'",
            "UPDATE carbon.layers.t SET name = 'x' WHERE 1 / (salary - 400) < 100",
            "MERGE INTO carbon.layers.t t USING carbon.hr.plain s ON t.id = s.id WHEN MATCHED THEN UPDATE SET name = s.label"
                    + " WHEN NOT MATCHED BY SOURCE THEN DELETE",
            "DELETE FROM carbon.layers.t");

    /** What each of them makes of the table with all layers. */
    private static final Map<String, String> RIGHT = new HashMap<>();

    private static String untouched = "";
    private static SparkSession alice;

    @BeforeAll
    static void tables() {
        TestEngine.restrictedWrites("check");
        SampleTables.make();
        TestEngine.index("policies/w-eu.json", SampleTables.rowFilter("pol_w_eu", "carbon.layers", "region = 'EU'"));
        TestEngine.index(
                "policies/w-ssn.json",
                SampleTables.mask("pol_w_ssn", "carbon.layers", "ssn", "{\"kind\":\"show-last-4\"}"));
        alice = TestEngine.session("alice");
        alice.sql("CREATE NAMESPACE IF NOT EXISTS carbon.layers");
        SparkSession bob = TestEngine.session("bob");
        for (String write : WRITES) {
            make();
            RIGHT.put(write, after(bob, write));
        }
        make();
        untouched = rows();
    }

    @AfterAll
    static void stop() {
        TestEngine.stop();
        TestEngine.restrictedWrites("reject");
        TestEngine.unindex("policies/w-eu.json");
        TestEngine.unindex("policies/w-ssn.json");
    }

    @ParameterizedTest
    @EnumSource(Layer.class)
    void T31_T27_one_layer_less_writes_what_is_right_or_nothing(Layer missing) {
        writes(EnumSet.complementOf(EnumSet.of(missing)));
    }

    @ParameterizedTest
    @EnumSource(Layer.class)
    void T31_T27_one_layer_alone_writes_what_is_right_or_nothing(Layer only) {
        writes(EnumSet.of(only));
    }

    private static void writes(EnumSet<Layer> layers) {
        SparkSession weaker = TestEngine.session("bob", LayersTest.with(layers));
        for (String write : WRITES) {
            if (!rows().equals(untouched)) {
                make();
            }
            assertThat(after(weaker, write)).as(write).isIn(RIGHT.get(write), untouched);
        }
    }

    private static String after(SparkSession bob, String write) {
        try {
            bob.sql(write).collectAsList();
        } catch (Exception refused) {
            return rows();
        }
        return rows();
    }

    private static void make() {
        alice.sql("DROP TABLE IF EXISTS " + TABLE);
        alice.sql(
                "CREATE TABLE " + TABLE + " (id INT, name STRING, region STRING, ssn STRING, salary INT) USING iceberg"
                        + " TBLPROPERTIES ('write.delete.mode'='copy-on-write', 'write.merge.mode'='merge-on-read')");
        alice.sql("INSERT INTO " + TABLE + " VALUES "
                + String.join(
                        ", ", StoredRow.some().stream().map(StoredRow::values).toList()));
    }

    private static String rows() {
        return alice.sql("SELECT * FROM " + TABLE + " ORDER BY id")
                .collectAsList()
                .toString();
    }
}
