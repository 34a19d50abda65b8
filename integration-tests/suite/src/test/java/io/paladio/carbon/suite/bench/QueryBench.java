package io.paladio.carbon.suite.bench;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.paladio.carbon.platform.sample.SampleTables;
import io.paladio.carbon.suite.fixture.Answer;
import io.paladio.carbon.suite.fixture.Linked;
import io.paladio.carbon.suite.fixture.PolicyFolder;
import io.paladio.carbon.suite.fixture.SqlClient;
import java.util.ArrayList;
import java.util.List;

/**
 * The same queries three ways through one server: governed, by one who is filtered and masked; written by hand over the same table,
 * by one who is exempt; and plainly over a copy that holds only what the first one sees. Answers must be the same. Used by one thread.
 */
final class QueryBench {
    private static final String TABLE = "carbon.tpch.lineitem";
    private static final String COPY = "carbon.copies.lineitem";
    private static final String FILTER = "l_linestatus = 'F'";
    private static final String MASKED = """
            (SELECT l_orderkey, l_linenumber, l_partkey, l_quantity, l_extendedprice, l_returnflag, l_linestatus,
                    CAST(NULL AS STRING) AS l_shipinstruct, trunc(l_shipdate, 'YEAR') AS l_shipdate,
                    sha2(CAST(l_comment AS BINARY), 256) AS l_comment
               FROM carbon.tpch.lineitem WHERE l_linestatus = 'F')""";

    private final Linked linked;
    private final int runs;

    /** A query with a mark where its table stands. */
    private record Query(String name, String sql) {
        String over(String table) {
            return sql.replace("{table}", table);
        }
    }

    private static final List<Query> QUERIES = List.of(
            new Query(
                    "point query",
                    "SELECT l_orderkey, l_linenumber, l_quantity, l_shipdate, l_comment FROM {table} t WHERE l_orderkey = 3"),
            new Query(
                    "scan",
                    "SELECT count(*), max(l_comment), max(l_partkey), count(l_shipinstruct) FROM {table} t WHERE l_quantity < 30"),
            new Query(
                    "aggregate",
                    "SELECT l_returnflag, l_shipdate, count(*), sum(l_extendedprice), min(l_quantity) FROM {table} t"
                            + " GROUP BY l_returnflag, l_shipdate"));

    QueryBench(Linked linked, int runs) {
        this.linked = linked;
        this.runs = runs;
    }

    List<Pair> run(double scale) {
        SampleTables.createTpch(linked.engine().platform().face().catalog(), scale);
        govern();
        SqlClient alice = linked.engine().as("alice");
        rows(linked.engine().as("admin"), "CREATE NAMESPACE carbon.copies");
        rows(linked.engine().as("admin"), "CREATE TABLE " + COPY + " AS SELECT * FROM " + MASKED);
        List<Pair> pairs = new ArrayList<>();
        for (Query query : QUERIES) {
            pairs.add(
                    compared(query.name() + ", to one written by hand", query.over(TABLE), alice, query.over(MASKED)));
            pairs.add(compared(query.name() + ", to one over a copy", query.over(TABLE), alice, query.over(COPY)));
        }
        return pairs;
    }

    private Pair compared(String name, String governed, SqlClient alice, String plain) {
        SqlClient bob = linked.engine().as("bob");
        List<String> right = rows(alice, plain);
        List<String> seen = rows(bob, governed);
        if (right.isEmpty() || !seen.equals(right)) {
            throw new IllegalStateException(name + " answers otherwise: " + seen + ", not " + right);
        }
        return Pair.of(name, runs, () -> rows(bob, governed), () -> rows(alice, plain));
    }

    private void govern() {
        ObjectNode filter = PolicyFolder.policy(TABLE, "pol_bench_rows", "row_filter");
        filter.withArray("columns")
                .addObject()
                .put("alias", "l_linestatus")
                .putObject("match")
                .put("name", "l_linestatus");
        filter.putObject("expression").put("lang", "spark-sql-restricted/1").put("sql", FILTER);
        put(filter);
        mask("l_shipinstruct", "replace-with-null");
        mask("l_shipdate", "truncate-to-year");
        mask("l_comment", "sha-256-global");
    }

    private void mask(String column, String kind) {
        ObjectNode policy = PolicyFolder.policy(TABLE, "pol_bench_" + column, "column_mask");
        policy.withArray("columns")
                .addObject()
                .put("alias", "c")
                .putObject("match")
                .put("name", column);
        policy.put("on", "c").putObject("mask").put("kind", kind);
        put(policy);
    }

    private void put(ObjectNode policy) {
        linked.index().execute("SELECT carbon_index.put_policy(?::jsonb)", policy.toString());
    }

    private static List<String> rows(SqlClient client, String sql) {
        Answer answer = client.sql(sql);
        if (answer.isError()) {
            throw new IllegalStateException(answer.toString());
        }
        return answer.sortedRows();
    }
}
