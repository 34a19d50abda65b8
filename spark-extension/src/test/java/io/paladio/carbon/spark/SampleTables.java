package io.paladio.carbon.spark;

import org.apache.spark.sql.SparkSession;

/**
 * What the tests of the rules read. {@code hr.t}: rows outside the EU are hidden from all but auditors, {@code ssn} shows its last
 * four, {@code note} is denied. {@code hr.plain} has no policy.
 */
public final class SampleTables {
    private static boolean made;

    private SampleTables() {}

    public static synchronized void make() {
        if (made) {
            return;
        }
        policies();
        SparkSession admin = TestEngine.session("admin");
        admin.sql("CREATE NAMESPACE IF NOT EXISTS carbon.hr");
        admin.sql("CREATE TABLE carbon.hr.t (id INT, name STRING, region STRING, ssn STRING, salary INT, note STRING,"
                + " day DATE) USING iceberg PARTITIONED BY (day)");
        admin.sql("INSERT INTO carbon.hr.t VALUES"
                + " (1,'ann','EU','111-11-1111',100,'a',DATE'2024-01-01'),"
                + " (2,'bob','EU','222-22-2222',200,'b',DATE'2024-01-02'),"
                + " (3,'cid','US','333-33-3333',300,'c',DATE'2024-01-03'),"
                + " (4,'dee','US','444-44-4444',400,'d',DATE'2024-01-01'),"
                + " (5,'eve',NULL,'555-55-5555',500,'e',DATE'2024-01-02'),"
                + " (6,'fay','EU',NULL,600,'f',DATE'2024-01-03')");
        admin.sql("CREATE TABLE carbon.hr.plain (id INT, label STRING) USING iceberg");
        admin.sql("INSERT INTO carbon.hr.plain VALUES (1,'one'), (3,'three'), (6,'six')");
        made = true;
    }

    private static void policies() {
        TestEngine.index(
                "principals.json",
                "{\"principals\":{"
                        + "\"admin\":{\"groups\":[\"auditors\"],\"attributes\":{}},"
                        + "\"alice\":{\"groups\":[\"auditors\"],\"attributes\":{}},"
                        + "\"bob\":{\"groups\":[\"de\"],\"attributes\":{}},"
                        + "\"carl\":{\"groups\":[\"de\"],\"attributes\":{}},"
                        + "\"dan\":{\"groups\":[],\"attributes\":{}}}}");
        TestEngine.index("tags.json", "{}");
        TestEngine.index("access.json", "{\"carbon.hr.t\":{\"deny\":[\"dan\"]}}");
        TestEngine.index("policies/eu.json", rowFilter("region = 'EU'"));
        TestEngine.index("policies/ssn.json", mask("pol_ssn", "ssn", "show-last-4"));
        TestEngine.index("policies/note.json", mask("pol_note", "note", "deny"));
    }

    static String rowFilter(String sql) {
        return rowFilter("pol_eu", "carbon.hr.t", sql);
    }

    /** A filter on the rows of a table for everybody but auditors. */
    public static String rowFilter(String id, String table, String sql) {
        return "{\"format\":1,\"id\":\"" + id + "\",\"name\":\"" + id + "\",\"version\":1,\"type\":\"row_filter\","
                + "\"mode\":\"restrictive\",\"enforcement\":\"enforce\","
                + "\"attach\":{\"securable\":\"" + table + "\",\"inherit\":true},"
                + "\"to\":{\"everyone\":true},\"except\":{\"groups\":[\"auditors\"]},"
                + "\"expression\":{\"lang\":\"spark-sql-restricted/1\",\"sql\":\"" + sql + "\"}}";
    }

    /** The same policy in shadow. */
    public static String inShadow(String policy) {
        return policy.replace("\"enforce\"", "\"shadow\"");
    }

    static String mask(String id, String column, String kind) {
        return mask(id, "carbon.hr.t", column, "{\"kind\":\"" + kind + "\"}");
    }

    /** A mask on one column of a table for everybody but auditors. */
    public static String mask(String id, String table, String column, String mask) {
        return "{\"format\":1,\"id\":\"" + id + "\",\"name\":\"" + id + "\",\"version\":1,\"type\":\"column_mask\","
                + "\"enforcement\":\"enforce\",\"attach\":{\"securable\":\"" + table + "\",\"inherit\":true},"
                + "\"columns\":[{\"alias\":\"c\",\"match\":{\"name\":\"" + column
                + "\"},\"cardinality\":\"exactly_one\"}],\"on\":\"c\",\"mask\":" + mask + ","
                + "\"to\":{\"everyone\":true},\"except\":{\"groups\":[\"auditors\"]}}";
    }
}
