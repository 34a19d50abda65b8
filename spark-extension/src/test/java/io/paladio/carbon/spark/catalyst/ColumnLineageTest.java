package io.paladio.carbon.spark.catalyst;

import static org.assertj.core.api.Assertions.assertThat;

import io.paladio.carbon.lineage.StatementRecord.ColumnFlow;
import io.paladio.carbon.lineage.StatementRecord.OutputColumn;
import io.paladio.carbon.lineage.StatementRecord.Source;
import io.paladio.carbon.policy.ColumnMask;
import io.paladio.carbon.policy.ColumnType;
import io.paladio.carbon.policy.Decision;
import io.paladio.carbon.policy.EffectivePolicy;
import io.paladio.carbon.policy.Mask;
import io.paladio.carbon.policy.Principal;
import io.paladio.carbon.policy.Securable;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.spark.SparkContext$;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Sources are written {@code column FLOW}, with a star where the reader sees the column masked. */
class ColumnLineageTest {
    private static final Securable ORDERS = Securable.table("carbon", "sales", "orders");
    private static final EffectivePolicy POLICY = new EffectivePolicy(
            new Principal("bob", Set.of(), Map.of()),
            ORDERS,
            "etag",
            Optional.empty(),
            List.of(new ColumnMask(
                    new io.paladio.carbon.policy.Column(2, "email", ColumnType.Primitive.STRING, false),
                    Mask.Standard.MASK_ALPHANUM,
                    Optional.empty(),
                    List.of())),
            List.of());

    private static SparkSession spark;

    @BeforeAll
    static void start() {
        stop();
        spark = SparkSession.builder()
                .master("local[1]")
                .config("spark.ui.enabled", "false")
                .config("spark.driver.bindAddress", "127.0.0.1")
                .config("spark.driver.host", "127.0.0.1")
                .getOrCreate();
        spark.sql("CREATE OR REPLACE TEMP VIEW stored AS SELECT * FROM VALUES "
                + "(1, 'a@x', 10, 'EU', array(1, 2)) AS t(id, email, amount, region, tags)");
        LogicalPlan filtered = plan(
                "SELECT id, concat('***', email) AS email, amount, region, tags FROM stored " + "WHERE region = 'EU'");
        Dataset<Row> governed = org.apache.spark.sql.classic.Dataset.ofRows(
                (org.apache.spark.sql.classic.SparkSession) spark,
                PolicyBarrier.of(POLICY, filtered, BarrierRows.SEEN, null));
        governed.createOrReplaceTempView("orders");
    }

    @AfterAll
    static void stop() {
        if (SparkContext$.MODULE$.getActive().isDefined()) {
            SparkContext$.MODULE$.getActive().get().stop();
        }
        SparkSession.clearActiveSession();
        SparkSession.clearDefaultSession();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "SELECT id FROM orders | id IDENTITY",
                "SELECT email FROM orders | email* IDENTITY",
                "SELECT id + amount AS x FROM orders | amount TRANSFORMATION, id TRANSFORMATION",
                "SELECT upper(email) AS x FROM orders | email* TRANSFORMATION",
                "SELECT 1 AS x FROM orders |",
                "SELECT sum(amount) AS x FROM orders | amount AGGREGATION",
                "SELECT sum(x) AS x FROM (SELECT amount + 1 AS x FROM orders) | amount AGGREGATION",
                "SELECT sum(amount) FILTER (WHERE id > 1) AS x FROM orders | amount AGGREGATION, id CONDITIONAL",
                "SELECT CASE WHEN email = 'x' THEN id ELSE amount END AS x FROM orders"
                        + " | amount TRANSFORMATION, email* CONDITIONAL, id TRANSFORMATION",
                "SELECT if(id > 1, amount, 0) AS x FROM orders | amount TRANSFORMATION, id CONDITIONAL",
                "SELECT row_number() OVER (PARTITION BY region ORDER BY email) AS x FROM orders"
                        + " | email* WINDOW, region WINDOW",
                "SELECT sum(amount) OVER (PARTITION BY region) AS x FROM orders | amount AGGREGATION, region WINDOW",
                "SELECT (SELECT max(amount) FROM orders) AS x | amount AGGREGATION",
                "SELECT id AS x FROM orders UNION ALL SELECT amount FROM orders | amount IDENTITY, id IDENTITY",
                "WITH c AS (SELECT email AS e FROM orders) SELECT a.e FROM c a JOIN c b ON a.e = b.e | email* IDENTITY",
                "SELECT explode(tags) AS x FROM orders | tags TRANSFORMATION",
                "WITH RECURSIVE r(n, x) AS (SELECT 1, email FROM orders UNION ALL SELECT n + 1, x FROM r WHERE n < 3)"
                        + " SELECT x FROM r | email* IDENTITY",
                "WITH RECURSIVE r(n, a, x) AS (SELECT 1, email, region FROM orders UNION ALL SELECT n + 1, x, a FROM r"
                        + " WHERE n < 3) SELECT x FROM r | email* IDENTITY, region IDENTITY",
                "SELECT x FROM orders LATERAL VIEW explode(tags) t AS x | tags TRANSFORMATION",
                "SELECT a.id FROM orders a JOIN orders b ON a.id = b.amount | id IDENTITY",
                "SELECT * FROM (SELECT id FROM orders) PIVOT (count(1) FOR id IN (7)) | id AGGREGATION",
                "SELECT DISTINCT region FROM orders | region IDENTITY",
                "SELECT named_struct('e', email).e AS x FROM orders | email* TRANSFORMATION"
            })
    void the_first_output_comes_from(String sql, String expected) {
        OutputColumn first = flow(sql).outputs().get(0);

        assertThat(text(first.sources())).isEqualTo(expected == null ? "" : expected);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "SELECT id FROM orders |",
                "SELECT id FROM orders WHERE email = 'x' AND amount > 1 | amount FILTER, email* FILTER",
                "SELECT a.id FROM orders a JOIN orders b ON a.id = b.amount | amount JOIN, id JOIN",
                "SELECT region FROM orders GROUP BY region | region GROUP_BY",
                "SELECT DISTINCT region FROM orders | region GROUP_BY",
                "SELECT id FROM orders ORDER BY email | email* SORT",
                "SELECT id FROM orders WHERE id IN (SELECT amount FROM orders) | amount FILTER, id FILTER",
                "SELECT id FROM orders o WHERE EXISTS (SELECT 1 FROM orders i WHERE i.amount = o.id)"
                        + " | amount FILTER, id FILTER",
                "SELECT id FROM orders EXCEPT SELECT amount FROM orders | amount JOIN",
                "SELECT region FROM orders GROUP BY region HAVING sum(amount) > 1 | amount FILTER, region GROUP_BY"
            })
    void rows_are_decided_by(String sql, String expected) {
        assertThat(text(flow(sql).influences())).isEqualTo(expected == null ? "" : expected);
    }

    @Test
    void the_policy_below_the_barrier_is_not_the_query_s_doing() {
        ColumnFlow flow = flow("SELECT * FROM orders");

        assertThat(flow.influences()).isEmpty();
        assertThat(flow.outputs()).map(OutputColumn::name).containsExactly("id", "email", "amount", "region", "tags");
        assertThat(flow.complete()).isTrue();
    }

    @Test
    void T38_a_very_wide_result_is_cut_and_says_so() {
        String wide =
                IntStream.range(0, 2_500).mapToObj(number -> "id AS c" + number).collect(Collectors.joining(", "));
        ColumnFlow flow = flow("SELECT " + wide + " FROM orders");

        assertThat(flow.outputs()).hasSize(2_000);
        assertThat(flow.complete()).isFalse();
    }

    private static ColumnFlow flow(String sql) {
        LogicalPlan plan = plan(sql);
        return ColumnLineage.of(plan, reads(plan));
    }

    private static LogicalPlan plan(String sql) {
        return ((org.apache.spark.sql.classic.Dataset<Row>) spark.sql(sql))
                .queryExecution()
                .analyzed();
    }

    private static List<GovernedRead> reads(LogicalPlan plan) {
        List<GovernedRead> reads = new ArrayList<>();
        collect(plan, reads);
        return reads;
    }

    private static void collect(LogicalPlan node, List<GovernedRead> reads) {
        if (node instanceof PolicyBarrier barrier) {
            reads.add(new GovernedRead(
                    ORDERS,
                    new Decision.Restricted(POLICY),
                    Optional.of(1L),
                    Optional.empty(),
                    ScalaInterop.list(barrier.output()).stream()
                            .map(column -> new GovernedRead.Column(
                                    column.exprId(),
                                    column.name(),
                                    column.name().equals("email")))
                            .toList()));
            return;
        }
        PlanTree.below(node).forEach(child -> collect(child, reads));
    }

    private static String text(Collection<Source> sources) {
        return sources.stream()
                .map(source -> source.column() + (source.masked() ? "* " : " ") + source.flow())
                .sorted()
                .collect(Collectors.joining(", "));
    }
}
