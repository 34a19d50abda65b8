package io.paladio.carbon.spark;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** S7: a mask has its column's exact type, and so leaves optional what is optional, at every depth. */
class MaskNullabilityTest {
    private static final String TABLE = "carbon.hr.optional";

    private static SparkSession alice;
    private static SparkSession bob;

    @BeforeAll
    static void tables() {
        SampleTables.make();
        SparkSession admin = TestEngine.session("admin");
        admin.sql("CREATE TABLE " + TABLE + " (id INT NOT NULL, name STRING, info STRUCT<city: STRING, zip: INT>,"
                + " numbers ARRAY<INT>, by_name MAP<STRING, INT>) USING iceberg");
        admin.sql("INSERT INTO " + TABLE
                + " VALUES (1, NULL, named_struct('city', NULL, 'zip', 2), array(NULL), map('a', NULL))");
        for (String column : new String[] {"id", "name", "info.city", "numbers.element", "by_name.value"}) {
            TestEngine.index(
                    "policies/optional_" + column + ".json",
                    SampleTables.mask(
                            "pol_optional_" + column.replace('.', '_'),
                            TABLE,
                            column,
                            "{\"kind\":\"mask-to-fixed-value\"}"));
        }
        alice = TestEngine.session("alice");
        bob = TestEngine.session("bob");
    }

    @AfterAll
    static void stop() {
        TestEngine.stop();
    }

    @Test
    void S7_a_value_in_the_place_of_every_value_makes_nothing_required() {
        assertThat(bob.table(TABLE).schema()).isEqualTo(alice.table(TABLE).schema());
    }

    @Test
    void S7_what_is_masked_is_masked_all_the_same() {
        assertThat(bob.sql("SELECT id, name, info.city, info.zip, numbers[0], by_name['a'] FROM " + TABLE)
                        .collectAsList())
                .extracting(Object::toString)
                .containsExactly("[0,XXXXXXXX,XXXXXXXX,2,0,0]");
    }
}
