package io.paladio.carbon.suite.bench;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.paladio.carbon.suite.fixture.Answer;
import io.paladio.carbon.suite.fixture.Linked;
import io.paladio.carbon.suite.fixture.PolicyFolder;
import io.paladio.carbon.suite.fixture.SqlClient;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * EXPLAIN of the same query over tables that differ in their policies alone, five and five hundred, as a restricted client sees it.
 * Once the other 495 are for others or about tags that no column has; once each masks a column of its own. Used by one thread.
 */
final class PlanningBench {
    private static final int FEW = 5;
    private static final int MANY = 500;
    private static final int NARROW = 20;
    private static final int BINDING_MASKS = 4;

    private final Linked linked;
    private final int runs;
    private final ArrayNode policies = JsonNodeFactory.instance.arrayNode();

    PlanningBench(Linked linked, int runs) {
        this.linked = linked;
        this.runs = runs;
    }

    List<Pair> run() {
        sql("CREATE NAMESPACE IF NOT EXISTS carbon.plans");
        linked.index().execute("INSERT INTO carbon_index.groups (name) VALUES ('elsewhere') ON CONFLICT DO NOTHING");
        makeTable("few", NARROW, FEW);
        makeTable("many", NARROW, FEW);
        IntStream.range(FEW, MANY).forEach(number -> forOthers("carbon.plans.many", number));
        makeTable("wide_few", MANY, 0);
        makeTable("wide_many", MANY, 0);
        IntStream.range(0, FEW).forEach(column -> mask("carbon.plans.wide_few", column));
        IntStream.range(0, MANY).forEach(column -> mask("carbon.plans.wide_many", column));
        putAll();
        return List.of(
                compared("planning, 500 policies, 5 of which bind, to 5", "many", "few", "c0, c7"),
                compared("planning, 500 masks on 500 columns, 2 read, to 5", "wide_many", "wide_few", "c0, c499"),
                compared("planning, 500 masks on 500 columns, all read, to 5", "wide_many", "wide_few", "*"));
    }

    private Pair compared(String name, String many, String few, String columns) {
        SqlClient bob = linked.engine().as("bob");
        return Pair.of(name, runs, () -> explain(bob, many, columns), () -> explain(bob, few, columns));
    }

    private static void explain(SqlClient client, String table, String columns) {
        Answer answer = client.sql("EXPLAIN SELECT " + columns + " FROM carbon.plans." + table + " WHERE id > 7");
        if (answer.isError()) {
            throw new IllegalStateException(answer.toString());
        }
    }

    /** One filter and masks that bind everybody but the exempt. */
    private void makeTable(String name, int columns, int policies) {
        String fields = IntStream.range(0, columns)
                .mapToObj(number -> "c" + number + " STRING")
                .collect(Collectors.joining(", "));
        sql("CREATE TABLE carbon.plans." + name + " (id INT, region STRING, " + fields + ")");
        if (policies > 0) {
            filter("carbon.plans." + name);
            IntStream.range(0, BINDING_MASKS).forEach(column -> mask("carbon.plans." + name, column));
        }
    }

    private void filter(String table) {
        ObjectNode policy = PolicyFolder.policy(table, PolicyFolder.id(table, "rows"), "row_filter");
        expression(policy);
        policies.add(policy);
    }

    private void mask(String table, int column) {
        ObjectNode policy = PolicyFolder.policy(table, PolicyFolder.id(table, "c" + column), "column_mask");
        showLastFour(policy).putObject("match").put("name", "c" + column);
        policies.add(policy);
    }

    /** By turns a filter and a mask for another group, and a mask of a tag that no column has. */
    private void forOthers(String table, int number) {
        boolean filters = number % 3 == 0;
        String id = PolicyFolder.id(table, "other_" + number);
        ObjectNode policy = PolicyFolder.policy(table, id, filters ? "row_filter" : "column_mask");
        if (filters) {
            expression(policy);
        } else if (number % 3 == 1) {
            showLastFour(policy).putObject("match").put("name", "c" + number % NARROW);
        } else {
            showLastFour(policy)
                    .putObject("match")
                    .put("tag", "class")
                    .put("op", "eq")
                    .put("value", "k" + number);
        }
        if (number % 3 != 2) {
            policy.putObject("to").putArray("groups").add("elsewhere");
        }
        policies.add(policy);
    }

    private static void expression(ObjectNode policy) {
        policy.withArray("columns")
                .addObject()
                .put("alias", "region")
                .putObject("match")
                .put("name", "region");
        policy.putObject("expression").put("lang", "spark-sql-restricted/1").put("sql", "region = 'EU'");
    }

    private static ObjectNode showLastFour(ObjectNode policy) {
        policy.put("on", "c").putObject("mask").put("kind", "show-last-4");
        return policy.withArray("columns").addObject().put("alias", "c").put("cardinality", "each");
    }

    private void putAll() {
        linked.index()
                .execute(
                        "SELECT carbon_index.put_policy(document) FROM jsonb_array_elements(?::jsonb) AS document",
                        policies.toString());
    }

    private void sql(String statement) {
        Answer answer = linked.engine().as("admin").sql(statement);
        if (answer.isError()) {
            throw new IllegalStateException(answer.toString());
        }
    }
}
