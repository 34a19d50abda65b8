package io.paladio.carbon.spark;

import java.util.List;
import org.apache.iceberg.spark.extensions.IcebergSparkSessionExtensions;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.SparkSessionExtensions;
import scala.Function1;
import scala.runtime.BoxedUnit;

/**
 * Sessions that read persistent views, and what they read. {@code seen.v} is a view of {@code seen.raw}, and {@code seen.governed} a
 * table with the same rows: both have the same policies, and {@code seen.oracle} holds what bob may see of either.
 */
public final class ViewEngine {
    private static boolean made;

    private ViewEngine() {}

    /** A session as the engine has it: Iceberg's extensions first. */
    public static SparkSession session(String principal) {
        return TestEngine.session(principal, extensions -> {
            iceberg(extensions);
            return new CarbonSparkExtensions().apply(extensions);
        });
    }

    /** A session whose parser is Iceberg's, around ours. */
    static SparkSession icebergLast(String principal) {
        return TestEngine.session(principal, extensions -> {
            new CarbonSparkExtensions().apply(extensions);
            iceberg(extensions);
            return BoxedUnit.UNIT;
        });
    }

    @SuppressWarnings("unchecked")
    static void iceberg(SparkSessionExtensions extensions) {
        Object iceberg = new IcebergSparkSessionExtensions();
        ((Function1<SparkSessionExtensions, BoxedUnit>) iceberg).apply(extensions);
    }

    /** The rows of a query, in the order of their texts. */
    public static List<String> rows(SparkSession session, String sql) {
        return session.sql(sql).collectAsList().stream()
                .map(Row::toString)
                .sorted()
                .toList();
    }

    /** The policies that hold on a table or view of {@code seen}, as parts of the names of documents. */
    static void govern(String table) {
        String name = "carbon.seen." + table;
        index(table, "eu", SampleTables.rowFilter("pol_eu_" + table, name, "region = 'EU'"));
        index(table, "ssn", SampleTables.mask("pol_ssn_" + table, name, "ssn", "{\"kind\":\"show-last-4\"}"));
        index(
                table,
                "region",
                SampleTables.mask("pol_region_" + table, name, "region", "{\"kind\":\"mask-alphanum\"}"));
        index(table, "note", SampleTables.mask("pol_note_" + table, name, "note", "{\"kind\":\"deny\"}"));
    }

    static void index(String table, String policy, String document) {
        TestEngine.index("policies/seen-" + table + "-" + policy + ".json", document);
    }

    /** Makes all that is read, once. */
    public static synchronized void make() {
        SampleTables.make();
        if (made) {
            return;
        }
        govern("v");
        govern("governed");
        SparkSession admin = session("admin");
        admin.sql("CREATE NAMESPACE IF NOT EXISTS carbon.seen");
        for (String table : List.of("raw", "governed")) {
            admin.sql("CREATE TABLE carbon.seen." + table + " USING iceberg PARTITIONED BY (day)"
                    + " AS SELECT * FROM carbon.hr.t");
        }
        admin.sql("CREATE VIEW carbon.seen.v AS SELECT * FROM carbon.seen.raw");
        session("bob").sql("CREATE TABLE carbon.seen.oracle USING iceberg AS SELECT * FROM carbon.seen.governed");
        made = true;
    }
}
