package io.paladio.carbon.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.paladio.carbon.catalog.SparkRefusal;
import io.paladio.carbon.error.CarbonCondition;
import io.paladio.carbon.index.IndexUnavailable;
import io.paladio.carbon.index.Recording;
import io.paladio.carbon.policy.Securable;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * S14, T26: whatever a statement stores, the columns that it fills have the tags from then on of those that their values come from.
 * {@code {s}} is a table with tags, {@code {t}} one that is to be written.
 */
class DerivedDataTest {
    private static final String SOURCE = "carbon.derived.people";
    private static final AtomicInteger NUMBER = new AtomicInteger();

    private static SparkSession alice;
    private static SparkSession bob;

    private final String table = "made" + NUMBER.incrementAndGet();
    private final String target = "carbon.derived." + table;

    @BeforeAll
    static void tables() {
        TestEngine.restrictedWrites("check");
        SampleTables.make();
        TestEngine.index("tags.json", """
                {"carbon.derived.people": {"tags": {"of": "table"}, "columns":
                   {"mail": {"pii": "email"}, "phone": {"pii": "phone"}, "address.zip": {"geo": "zip"}}},
                 "carbon.derived.renamed": {"tags": {}, "columns": {"mail": {"pii": "email"}}}}""");
        TestEngine.index(
                "policies/derived-mail.json",
                SampleTables.mask("pol_derived_mail", SOURCE, "mail", "{\"kind\":\"mask-alphanum\"}"));
        TestEngine.index(
                "policies/derived-city.json", SampleTables.rowFilter("pol_derived_city", SOURCE, "city <> 'Bonn'"));
        alice = TestEngine.session("alice");
        bob = TestEngine.session("bob");
        alice.sql("CREATE NAMESPACE IF NOT EXISTS carbon.derived");
        alice.sql("CREATE TABLE " + SOURCE + " (id INT, mail STRING, phone STRING, city STRING,"
                + " address STRUCT<zip: STRING, street: STRING>) USING iceberg");
        alice.sql("INSERT INTO " + SOURCE + " VALUES (1, 'a@x', '11', 'Ulm', named_struct('zip', '8', 'street', 'w')),"
                + " (2, 'b@x', '22', 'Bonn', named_struct('zip', '9', 'street', 'v'))");
        alice.sql("CREATE OR REPLACE TEMPORARY VIEW seen AS SELECT mail AS m, city FROM " + SOURCE);
    }

    @AfterAll
    static void as_it_was() {
        TestEngine.restrictedWrites("reject");
        TestEngine.stop();
        TestEngine.index("tags.json", "{}");
        TestEngine.unindex("policies/derived-mail.json");
        TestEngine.unindex("policies/derived-city.json");
    }

    @AfterEach
    void index_records_again() {
        TestEngine.recorder(owed -> Optional.empty());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "SELECT mail, id FROM {s} | mail pii=email",
                "SELECT mail AS contact, city FROM {s} | contact pii=email",
                "SELECT id, city FROM {s} |",
                "SELECT id FROM {s} WHERE mail = 'a@x' |",
                "SELECT 'a@x' AS mail |",
                "SELECT upper(mail) AS m FROM {s} | m pii=email",
                "SELECT CASE WHEN mail = 'a@x' THEN 1 ELSE 0 END AS m FROM {s} | m pii=email",
                "SELECT count(DISTINCT mail) AS m FROM {s} | m pii=email",
                "SELECT row_number() OVER (ORDER BY mail) AS m FROM {s} | m pii=email",
                "SELECT (SELECT max(mail) FROM {s}) AS m | m pii=email",
                "SELECT city AS m FROM {s} UNION ALL SELECT mail FROM {s} | m pii=email",
                "WITH c AS (SELECT mail AS m FROM {s}) SELECT a.m FROM c a JOIN c b ON a.m = b.m | m pii=email",
                "SELECT x.m, e FROM seen x LATERAL VIEW explode(split(m, '@')) t AS e | e pii=email; m pii=email",
                "SELECT s.mail, p.label FROM {s} s JOIN carbon.hr.plain p USING (id) | mail pii=email",
                "SELECT * FROM (SELECT mail, city FROM {s}) PIVOT (max(mail) FOR city IN ('Ulm' AS u)) | u pii=email",
                "SELECT address, phone FROM {s} | address.zip geo=zip; phone pii=phone",
                "SELECT address AS a FROM {s} UNION ALL SELECT address FROM {s} | a.zip geo=zip",
                "SELECT address.zip AS z FROM {s} | z geo=zip",
                "SELECT named_struct('m', mail) AS n FROM {s} | n pii=email",
                "SELECT record_count, content FROM {s}.files |",
                "SELECT operation, committed_at FROM {s}.snapshots |"
            })
    void S14_T26_a_created_table_owes_what_its_columns_come_from(String query, String expected) {
        alice.sql(text("CREATE TABLE {t} USING iceberg AS " + query));

        assertThat(owed()).isEqualTo(expected == null ? "" : expected);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "WITH RECURSIVE r(n, m) AS (SELECT 1, mail FROM {s} UNION ALL SELECT n + 1, m FROM r WHERE n < 2)"
                        + " SELECT m FROM r",
                "WITH RECURSIVE r(n, a, m) AS (SELECT 1, mail, city FROM {s} UNION ALL SELECT n + 1, m, a FROM r"
                        + " WHERE n < 2) SELECT m FROM r",
                "WITH RECURSIVE r(n, a, b, m) AS (SELECT 1, mail, city, city FROM {s} UNION ALL SELECT n + 1, m, a, b"
                        + " FROM r WHERE n < 3) SELECT m FROM r"
            })
    void S14_T26_a_recursive_table_hands_on_what_its_rounds_do(String query) {
        alice.sql(text("CREATE TABLE {t} USING iceberg AS " + query));

        assertThat(owed()).isEqualTo("m pii=email");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "INSERT INTO {t} SELECT id, mail, 'c' FROM {s} | a pii=email",
                "INSERT INTO {t} (id, b, a) SELECT id, mail, 'c' FROM {s} | b pii=email",
                "INSERT INTO {t} BY NAME SELECT mail AS b, id FROM {s} | b pii=email",
                "INSERT OVERWRITE {t} SELECT id, mail, 'c' FROM {s} | a pii=email",
                "INSERT INTO {t} REPLACE WHERE id = 1 SELECT id, mail, 'c' FROM {s} WHERE id = 1 | a pii=email",
                "INSERT INTO {t} SELECT id, city, 'c' FROM {s} |",
                "INSERT INTO {t} SELECT 3, (SELECT max(mail) FROM {s}), 'c' | a pii=email",
                "WITH c AS (SELECT mail FROM {s}) INSERT INTO {t} SELECT 1, mail, 'c' FROM c | a pii=email",
                "FROM {s} INSERT INTO {t} SELECT id, mail, 'c' INSERT INTO {t} SELECT id, 'b', phone"
                        + " | a pii=email; b pii=phone",
                "UPDATE {t} SET a = (SELECT max(mail) FROM {s}) | a pii=email",
                "UPDATE {t} SET a = 'x' WHERE id IN (SELECT id FROM {s} WHERE mail = 'a@x') |",
                "DELETE FROM {t} WHERE a IN (SELECT mail FROM {s}) |",
                "MERGE INTO {t} USING {s} s ON {t}.id = s.id WHEN MATCHED THEN UPDATE SET a = s.mail | a pii=email",
                "MERGE INTO {t} USING {s} s ON {t}.id = s.id WHEN NOT MATCHED THEN INSERT (id, a, b)"
                        + " VALUES (s.id, 'n', s.phone) | b pii=phone",
                "MERGE INTO {t} USING {s} s ON {t}.id = s.id WHEN MATCHED AND s.city = 'Ulm' THEN UPDATE SET a = s.mail"
                        + " WHEN MATCHED THEN DELETE WHEN NOT MATCHED THEN INSERT (id, a, b) VALUES (s.id, 'n', s.phone)"
                        + " WHEN NOT MATCHED BY SOURCE THEN UPDATE SET a = 'gone' | a pii=email; b pii=phone",
                "MERGE INTO {t} USING {s} s ON {t}.id = s.id WHEN MATCHED THEN UPDATE SET b = 'seen' |"
            })
    void S14_T26_a_changed_table_owes_what_its_new_values_come_from(String statement, String expected) {
        boolean byRow = statement.startsWith("UPDATE") || statement.startsWith("MERGE");
        for (String mode : byRow ? List.of("copy-on-write", "merge-on-read") : List.of("merge-on-read")) {
            alice.sql(text("CREATE OR REPLACE TABLE {t} (id INT, a STRING, b STRING) USING iceberg TBLPROPERTIES"
                    + " ('format-version' = '2', 'write.update.mode' = '" + mode + "', 'write.delete.mode' = '" + mode
                    + "', 'write.merge.mode' = '" + mode + "')"));
            alice.sql(text("INSERT INTO {t} VALUES (1, 'p', 'q'), (7, 'r', 's')"));

            alice.sql(text(statement));

            assertThat(owed()).as(mode).isEqualTo(expected == null ? "" : expected);
            TestEngine.release();
        }
    }

    @Test
    void S14_T26_a_column_that_is_set_to_another_of_its_table_owes_what_that_is_tagged_with() {
        String row = "SELECT id, mail, city FROM {s}";
        alice.sql(text("CREATE TABLE {t} USING iceberg AS " + row));

        alice.sql(text("UPDATE {t} SET city = mail"));

        assertThat(owed()).isEqualTo("city pii=email; mail pii=email");
    }

    @Test
    void S14_a_data_frame_s_writes_are_no_other_statements() throws Exception {
        Dataset<Row> rows = alice.table(SOURCE).select("id", "mail");
        rows.writeTo(target).using("iceberg").create();
        assertThat(owed()).isEqualTo("mail pii=email");
        TestEngine.release();

        rows.writeTo(target).append();
        assertThat(owed()).isEqualTo("mail pii=email");
        TestEngine.release();

        rows.writeTo(target).using("iceberg").createOrReplace();
        assertThat(owed()).isEqualTo("mail pii=email");
        TestEngine.release();

        rows.write().format("iceberg").mode("append").saveAsTable(target);
        assertThat(owed()).isEqualTo("mail pii=email");
        TestEngine.release();

        rows.write().insertInto(target);
        assertThat(owed()).isEqualTo("mail pii=email");
    }

    @Test
    void S14_what_is_analysed_on_one_thread_and_stored_on_another_owes_the_same() throws Exception {
        Dataset<Row> rows = alice.table(SOURCE).select("id", "mail");
        Thread other = new Thread(() -> {
            try {
                rows.writeTo(target).using("iceberg").create();
            } catch (Exception failure) {
                throw new IllegalStateException(failure);
            }
        });
        other.start();
        other.join();

        assertThat(owed()).isEqualTo("mail pii=email");
    }

    @Test
    void S14_a_copy_of_a_copy_owes_the_same_and_a_replaced_table_what_it_did() {
        alice.sql(text("CREATE TABLE {t} USING iceberg AS SELECT mail AS m FROM {s}"));
        alice.sql(text("CREATE TABLE {t}_b USING iceberg AS SELECT m AS n FROM {t}"));
        assertThat(owed(table + "_b")).isEqualTo("n pii=email");

        alice.sql(text("CREATE OR REPLACE TABLE {t} USING iceberg AS SELECT phone AS p FROM {s}"));

        assertThat(owed()).isEqualTo("m pii=email; p pii=phone");
    }

    @Test
    void S14_what_a_restricted_principal_stores_masked_owes_what_the_column_does() {
        bob.sql(text("CREATE TABLE {t} USING iceberg AS SELECT id, mail AS m FROM {s}"));

        assertThat(owed()).isEqualTo("m pii=email");
        assertThat(alice.sql(text("SELECT * FROM {t}")).collectAsList().toString())
                .isEqualTo("[[1,x@x]]");
    }

    @Test
    void S12_S14_a_restricted_principal_s_checked_write_owes_as_well() {
        alice.sql(text("CREATE TABLE {t} (id INT, a STRING, city STRING) USING iceberg"));
        alice.sql(text("INSERT INTO {t} VALUES (1, 'p', 'Ulm'), (2, 'q', 'Bonn')"));
        TestEngine.index(
                "policies/derived-target.json", SampleTables.rowFilter("pol_derived_target", target, "city = 'Ulm'"));
        try {
            bob.sql(text("UPDATE {t} SET a = (SELECT max(mail) FROM {s})"));
            assertThat(owed()).isEqualTo("a pii=email");
            TestEngine.release();

            bob.sql(text("INSERT INTO {t} SELECT 3, mail, 'Ulm' FROM {s}"));
            assertThat(owed()).isEqualTo("a pii=email");
            TestEngine.release();

            bob.sql(text("MERGE INTO {t} USING {s} s ON {t}.id = s.id WHEN MATCHED THEN UPDATE SET a = s.mail"));
            assertThat(owed()).isEqualTo("a pii=email");
        } finally {
            TestEngine.unindex("policies/derived-target.json");
        }
    }

    @Test
    void S14_S15_an_older_name_carries_what_its_column_is_tagged_with_today() {
        alice.sql("CREATE TABLE carbon.derived.renamed (id INT, contact STRING) USING iceberg");
        alice.sql("INSERT INTO carbon.derived.renamed VALUES (1, 'a@x')");
        String snapshot = alice.sql("SELECT snapshot_id FROM carbon.derived.renamed.snapshots")
                .first()
                .get(0)
                .toString();
        alice.sql("ALTER TABLE carbon.derived.renamed RENAME COLUMN contact TO mail");

        alice.sql(text("CREATE TABLE {t} USING iceberg AS SELECT contact, id FROM carbon.derived.renamed VERSION AS OF "
                + snapshot));

        assertThat(owed()).isEqualTo("contact pii=email");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT concat(mail, phone) AS both FROM {s}",
                "SELECT mail AS m FROM {s} UNION ALL SELECT phone FROM {s}",
                "SELECT file_path FROM {s}.files",
                "SELECT readable_metrics FROM {s}.files",
                "SELECT summary FROM {s}.snapshots"
            })
    void S14_a_column_of_several_origins_that_no_tags_can_say_is_refused(String query) {
        assertRefused(
                () -> alice.sql(text("CREATE TABLE {t} USING iceberg AS " + query)), CarbonCondition.NOT_GOVERNABLE);

        assertThat(exists()).isFalse();
    }

    @Test
    void S14_a_column_that_owes_something_else_takes_no_other_values() {
        alice.sql(text("CREATE TABLE {t} USING iceberg AS SELECT mail AS m FROM {s}"));

        assertRefused(() -> alice.sql(text("INSERT INTO {t} SELECT phone FROM {s}")), CarbonCondition.NOT_GOVERNABLE);

        assertThat(count()).isEqualTo(2);
        alice.sql(text("INSERT INTO {t} SELECT city FROM {s}"));
        assertThat(count()).isEqualTo(4);
    }

    @Test
    void S14_T33_where_index_can_t_record_what_is_owed_nothing_is_stored() {
        alice.sql(text("CREATE TABLE {t}_old (id INT, m STRING) USING iceberg"));
        Map<CarbonCondition, Recording> answers = new TreeMap<>(Map.of(
                CarbonCondition.NOT_GOVERNABLE, Recording.NO_PLACE,
                CarbonCondition.INDEX_UNAVAILABLE, Recording.IN_FORCE));
        answers.forEach((condition, recording) -> {
            TestEngine.recorder(owed -> {
                if (recording == Recording.IN_FORCE) {
                    throw IndexUnavailable.because("it is down");
                }
                return Optional.of(recording);
            });

            assertRefused(() -> alice.sql(text("CREATE TABLE {t} USING iceberg AS SELECT mail FROM {s}")), condition);
            assertRefused(
                    () -> alice.sql(text("CREATE OR REPLACE TABLE {t}_old USING iceberg AS SELECT mail FROM {s}")),
                    condition);
            assertRefused(() -> alice.sql(text("INSERT INTO {t}_old SELECT id, mail FROM {s}")), condition);

            assertThat(exists()).isFalse();
            assertThat(alice.table(target + "_old").columns()).containsExactly("id", "m");
            assertThat(alice.table(target + "_old").count()).isZero();
            alice.sql(text("INSERT INTO {t}_old SELECT id, city FROM {s} WHERE false"));
        });
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "CREATE TABLE {t}_old USING iceberg AS SELECT CAST(mail AS INT) AS m FROM {s}",
                "INSERT INTO {t} SELECT CAST(mail AS INT), mail FROM {s}"
            })
    void S14_a_statement_that_fails_owes_nothing(String statement) {
        alice.sql(text("CREATE TABLE {t} (id INT, m STRING) USING iceberg"));

        assertThatThrownBy(() -> alice.sql(text(statement))).isInstanceOf(Exception.class);

        assertThat(owed() + owed(table + "_old")).isEmpty();
    }

    @Test
    void S14_what_is_explained_or_not_done_owes_nothing() {
        alice.sql(text("CREATE TABLE {t} (id INT, m STRING) USING iceberg"));

        alice.sql(text("EXPLAIN EXTENDED INSERT INTO {t} SELECT id, mail FROM {s}"))
                .collectAsList();
        alice.sql(text("EXPLAIN CREATE TABLE {t}_new USING iceberg AS SELECT mail FROM {s}"))
                .collectAsList();
        alice.sql(text("CREATE TABLE IF NOT EXISTS {t} USING iceberg AS SELECT mail AS m FROM {s}"));

        assertThat(owed() + owed(table + "_new")).isEmpty();
    }

    private static void assertRefused(ThrowingCallable statement, CarbonCondition condition) {
        assertThatThrownBy(statement)
                .isInstanceOfSatisfying(
                        SparkRefusal.class,
                        refusal -> assertThat(refusal.carbonCondition()).isEqualTo(condition));
    }

    private String text(String statement) {
        return statement.replace("{s}", SOURCE).replace("{t}", target);
    }

    private boolean exists() {
        return alice.catalog().tableExists(target);
    }

    private long count() {
        return alice.table(target).count();
    }

    private String owed() {
        return owed(table);
    }

    private static String owed(String name) {
        return new TreeMap<>(TestEngine.columnTags(Securable.table("carbon", "derived", name)))
                .entrySet().stream()
                        .map(column -> column.getKey() + " "
                                + column.getValue().entrySet().stream()
                                        .map(Object::toString)
                                        .collect(Collectors.joining(",")))
                        .collect(Collectors.joining("; "));
    }
}
