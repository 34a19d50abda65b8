package io.paladio.carbon.suite.journey;

import static org.assertj.core.api.Assertions.assertThat;

import io.paladio.carbon.suite.fixture.Answer;
import io.paladio.carbon.suite.fixture.Engine;
import io.paladio.carbon.suite.fixture.SharedEngine;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The theorem on every shape of a query: what bob gets from the governed table is what an exempt principal gets from a copy that was
 * filtered and masked for bob by hand.
 */
@ExtendWith(SharedEngine.class)
class StatementShapesTest {
    private static final String COPY = "carbon.hr.t_as_bob_sees_it";

    private static final List<String> SHAPES = List.of(
            "SELECT * FROM $t",
            "SELECT ssn, id FROM $t",
            "SELECT count(*), count(name), count(DISTINCT ssn), min(id), max(id), sum(salary) FROM $t",
            "SELECT dept, count(*) FROM $t GROUP BY dept",
            "SELECT dept, name, count(*) FROM $t GROUP BY GROUPING SETS ((dept), (name), ())",
            "SELECT dept, count(*) FROM $t GROUP BY CUBE (dept, name)",
            "SELECT dept FROM $t GROUP BY dept HAVING count(*) > 1",
            "SELECT DISTINCT dept FROM $t",
            "SELECT id FROM $t WHERE dept = 'ops'",
            "SELECT id FROM $t WHERE dept <> 'eng'",
            "SELECT id FROM $t WHERE dept IS NULL",
            "SELECT id, name FROM $t WHERE name LIKE 'x%'",
            "SELECT id FROM $t WHERE ssn = '111-22-3333'",
            "SELECT id FROM $t WHERE ssn LIKE '111%'",
            "SELECT id FROM $t WHERE ssn LIKE '%3333'",
            "SELECT id FROM $t WHERE salary IS NULL AND id > 1",
            "SELECT id FROM $t WHERE coalesce(salary, 1) = 1",
            "SELECT id FROM $t ORDER BY id DESC LIMIT 1",
            "SELECT id FROM $t ORDER BY ssn DESC, id LIMIT 2 OFFSET 1",
            "SELECT count(*) FROM $t WHERE id % 7 = 0",
            "SELECT a.id, b.id AS other FROM $t a JOIN $t b ON a.ssn = b.ssn AND a.name = b.name",
            "SELECT a.id, b.name FROM $t a LEFT JOIN $t b ON a.ssn = b.ssn",
            "SELECT a.id, b.id AS other FROM $t a FULL OUTER JOIN $t b ON a.id = b.id + 1",
            "SELECT a.id FROM $t a LEFT SEMI JOIN $t b ON a.name = b.name AND b.id = 2",
            "SELECT a.id FROM $t a LEFT ANTI JOIN $t b ON a.name = b.name AND b.id = 2",
            "SELECT count(*) FROM $t a CROSS JOIN $t b CROSS JOIN $t c",
            "SELECT a.id FROM $t a NATURAL JOIN $t b",
            "SELECT id FROM $t JOIN $t USING (id)",
            "SELECT id FROM $t WHERE id IN (SELECT id FROM $t WHERE dept = 'eng')",
            "SELECT id FROM $t WHERE id NOT IN (SELECT id FROM $t WHERE dept = 'ops')",
            "SELECT id FROM $t a WHERE EXISTS (SELECT 1 FROM $t b WHERE b.ssn = a.ssn AND b.id > a.id)",
            "SELECT id FROM $t a WHERE NOT EXISTS (SELECT 1 FROM $t b WHERE b.name = a.name AND b.id <> a.id)",
            "SELECT id, (SELECT max(b.ssn) FROM $t b WHERE b.dept = a.dept) FROM $t a",
            "SELECT (SELECT max(ssn) FROM $t)",
            "SELECT id FROM $t WHERE salary > (SELECT avg(salary) FROM $t)",
            "WITH c AS (SELECT * FROM $t) SELECT a.id, b.ssn FROM c a JOIN c b USING (id)",
            "WITH c(x) AS (SELECT ssn FROM $t) SELECT (SELECT max(x) FROM c)",
            "WITH c AS (SELECT upper(name) name FROM $t WHERE name LIKE '%-%') SELECT DISTINCT name FROM c",
            "WITH RECURSIVE r(n) AS (SELECT min(id) FROM $t UNION ALL SELECT n + 1 FROM r WHERE n < 4) SELECT n, ssn FROM r JOIN $t ON n = id",
            "SELECT ssn FROM $t WHERE id = 1 UNION ALL SELECT ssn FROM $t WHERE id = 2",
            "SELECT name FROM $t UNION SELECT dept FROM $t",
            "SELECT dept FROM $t INTERSECT SELECT dept FROM $t WHERE id > 3",
            "SELECT id FROM $t EXCEPT SELECT id FROM $t WHERE id = 1",
            "SELECT id, row_number() OVER (PARTITION BY dept ORDER BY ssn, id) FROM $t",
            "SELECT id, lag(ssn) OVER (ORDER BY id), sum(salary) OVER (ORDER BY id) FROM $t",
            "SELECT * FROM (SELECT dept, name FROM $t) PIVOT (max(name) FOR dept IN ('eng', 'ops'))",
            "SELECT * FROM (SELECT id, name, ssn FROM $t) UNPIVOT (v FOR k IN (name, ssn))",
            "SELECT id, x FROM $t LATERAL VIEW explode(array(name, ssn)) e AS x",
            "SELECT a.id, l.m FROM $t a, LATERAL (SELECT max(b.ssn) AS m FROM $t b WHERE b.dept = a.dept) l",
            "SELECT typeof(ssn) FROM $t UNION ALL SELECT 'x'",
            "SELECT info.ssn, info.city FROM $t",
            "SELECT info FROM $t",
            "SELECT struct(ssn, name) AS s FROM $t",
            "SELECT collect_set(ssn) FROM $t WHERE id = 1",
            "SELECT CASE WHEN name = 'Ada' THEN ssn ELSE name END FROM $t",
            "SELECT upper(SSN), Name FROM $t",
            "FROM $t |> WHERE id > 1 |> SELECT id, ssn |> AGGREGATE count(*) AS n GROUP BY ssn",
            "SELECT count(*) FROM $t WHERE CAST(substr(ssn, 9) AS INT) > 0 AND id < 3",
            "VALUES (1), (2)");

    static Stream<String> shapes() {
        return SHAPES.stream();
    }

    @BeforeAll
    static void copy_filtered_and_masked_by_hand(Engine engine) {
        engine.as("admin").sql("DROP TABLE IF EXISTS " + COPY);
        Answer copied = engine.as("admin")
                .sql("CREATE TABLE " + COPY + " AS SELECT id,"
                        + " regexp_replace(regexp_replace(name, '[0-9]', 'n'), '[^0-9n(),.@-]', 'x') AS name, dept,"
                        + " CAST(NULL AS INT) AS salary,"
                        + " concat(regexp_replace(substr(ssn, 1, length(ssn) - 4), '[0-9]', 'n'), right(ssn, 4)) AS ssn,"
                        + " CASE WHEN info IS NULL THEN NULL ELSE named_struct('ssn', concat(regexp_replace(substr(info.ssn, 1, length(info.ssn) - 4), '[0-9]', 'n'),"
                        + " right(info.ssn, 4)), 'city', info.city) END AS info"
                        + " FROM carbon.hr.t WHERE dept = 'eng'");
        assertThat(copied.isError()).as("%s", copied).isFalse();
    }

    @ParameterizedTest
    @MethodSource("shapes")
    void theorem_governed_equals_copy(String shape, Engine engine) {
        Answer governed = engine.as("bob").sql(shape.replace("$t", "carbon.hr.t"));
        Answer copy = engine.as("admin").sql(shape.replace("$t", COPY));

        assertThat(copy.isError()).as("%s", copy).isFalse();
        assertThat(governed.isError()).as("%s", governed).isFalse();
        assertThat(governed.sortedRows()).isEqualTo(copy.sortedRows());
        assertThat(governed.columns()).isEqualTo(copy.columns());
    }

    @Test
    void control_without_policy_the_rows_are_others(Engine engine) {
        Answer raw = engine.as("alice").sql("SELECT id, ssn FROM carbon.hr.t");
        Answer governed = engine.as("bob").sql("SELECT id, ssn FROM carbon.hr.t");

        assertThat(raw.rows()).hasSize(8).contains("[1,\"111-22-3333\"]", "[3,\"333-44-5555\"]");
        assertThat(governed.rows()).hasSize(4).contains("[1,\"nnn-nn-3333\"]");
    }

    @ParameterizedTest
    @MethodSource("shapes")
    void dan_without_a_grant_is_refused_in_every_shape(String shape, Engine engine) {
        if (!shape.contains("$t")) {
            assertThat(engine.as("dan").sql(shape).isError()).isFalse();
            return;
        }
        Answer refused = engine.as("dan").sql(shape.replace("$t", "carbon.hr.t"));

        assertThat(refused.errorClass()).as("%s", refused).isEqualTo("CARBON_ACCESS_DENIED");
        assertThat(refused.sqlState()).isEqualTo("42501");
    }
}
