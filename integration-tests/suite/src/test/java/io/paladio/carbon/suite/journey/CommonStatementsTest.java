package io.paladio.carbon.suite.journey;

import static org.assertj.core.api.Assertions.assertThat;

import io.paladio.carbon.suite.fixture.Answer;
import io.paladio.carbon.suite.fixture.Engine;
import io.paladio.carbon.suite.fixture.SharedEngine;
import io.paladio.carbon.suite.fixture.SqlClient;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The statements that users of Spark SQL write most, as a restricted principal: each works, with the right value where it has one, or
 * gets the error that is named here. One session runs them in this order. The DataFrame half is integration-tests/python's
 * test_common_dataframes.py; both are the table of docs/statements.md.
 */
@ExtendWith(SharedEngine.class)
class CommonStatementsTest {
    /** What a statement answers, where nothing but its success is pinned. */
    private static final String ANYTHING = "anything";

    private static final List<Common> STATEMENTS = List.of(
            // Where am I, and what is there?
            right("SELECT current_user()", "[\"bob\"]"),
            right("SELECT current_catalog(), current_database()", "[\"carbon\",\"\"]"),
            right("SELECT current_principal(), is_member('nobody')", "[\"bob\",false]"),
            right("SELECT count(*) > 0 FROM effective_policies('carbon.hr.t')", "[true]"),
            works("SELECT * FROM policy_decisions()"),
            works("SHOW CATALOGS"),
            holds("SHOW NAMESPACES", "[\"hr\"]"),
            holds("SHOW TABLES IN carbon.hr", "[\"hr\",\"t\",false]"),
            holds("SHOW TABLES IN carbon.hr LIKE 't'", "[\"hr\",\"t\",false]"),
            works("USE carbon.hr"),
            right("SHOW CURRENT NAMESPACE", "[\"carbon\",\"hr\"]"),
            holds("SHOW COLUMNS IN t", "[\"ssn\"]"),
            works("SHOW VIEWS"),
            holds("SHOW FUNCTIONS LIKE 'upper'", "[\"upper\"]"),
            holds("DESCRIBE TABLE t", "[\"ssn\",\"string\",null]"),
            works("DESCRIBE TABLE EXTENDED t"),
            right("DESCRIBE QUERY SELECT id FROM t", "[\"id\",\"int\",null]"),
            works("DESCRIBE FUNCTION upper"),
            works("DESCRIBE NAMESPACE carbon.hr"),
            works("SHOW CREATE TABLE t"),
            works("SHOW TBLPROPERTIES t"),
            works("EXPLAIN SELECT * FROM t"),
            works("EXPLAIN FORMATTED SELECT dept, count(*) FROM t GROUP BY dept"),
            // Settings and variables
            right("SET spark.sql.shuffle.partitions = 4", "[\"spark.sql.shuffle.partitions\",\"4\"]"),
            right("SET spark.sql.shuffle.partitions", "[\"spark.sql.shuffle.partitions\",\"4\"]"),
            works("RESET spark.sql.shuffle.partitions"),
            works("SET TIME ZONE 'UTC'"),
            works("SET spark.sql.ansi.enabled = true"),
            works("DECLARE OR REPLACE VARIABLE wanted INT DEFAULT 1"),
            works("SET VAR wanted = (SELECT max(id) FROM t)"),
            right("SELECT wanted", "[8]"),
            works("DROP TEMPORARY VARIABLE wanted"),
            right("BEGIN DECLARE n INT; SET n = (SELECT count(*) FROM t); SELECT n; END", "[4]"),
            right("EXECUTE IMMEDIATE 'SELECT count(*) FROM t WHERE id > ?' USING 1", "[3]"),
            // Queries: StatementShapesTest holds sixty more, each against a table masked by hand
            right("SELECT id, ssn FROM t ORDER BY id LIMIT 1", "[1,\"nnn-nn-3333\"]"),
            right("SELECT dept, count(*) FROM t GROUP BY dept HAVING count(*) > 1", "[\"eng\",4]"),
            right("WITH c AS (SELECT id FROM t) SELECT count(*) FROM c a JOIN c b USING (id)", "[4]"),
            right("SELECT id FROM t WHERE id IN (SELECT max(id) FROM t)", "[8]"),
            right("SELECT id, rank() OVER (ORDER BY id DESC) FROM t ORDER BY id LIMIT 1", "[1,4]"),
            right(
                    "SELECT dept, grouping(dept), count(*) FROM t GROUP BY CUBE (dept) ORDER BY 2",
                    "[\"eng\",0,4]",
                    "[null,1,4]"),
            right("SELECT explode(array(id, id + 1)) AS x FROM t WHERE id = 1", "[1]", "[2]"),
            right("SELECT CASE WHEN id > 2 THEN 'later' ELSE 'sooner' END FROM t WHERE id = 8", "[\"later\"]"),
            right("SELECT approx_percentile(id, 0.5), approx_count_distinct(id) FROM t", "[2,4]"),
            right("SELECT count(*) FROM range(10)", "[10]"),
            right("VALUES (1, 'a'), (2, 'b')", "[1,\"a\"]", "[2,\"b\"]"),
            right("SELECT count(*) <= 4 FROM t TABLESAMPLE (50 PERCENT)", "[true]"),
            right("SELECT /*+ REPARTITION(3) */ count(*) FROM t", "[4]"),
            right("SELECT count(*) FROM t WHERE rand() >= 0", "[4]"),
            right("SELECT count(*) FROM t TIMESTAMP AS OF '2999-01-01'", "[4]"),
            // Views and the cache
            works("CREATE OR REPLACE TEMPORARY VIEW people AS SELECT id, name FROM t"),
            right("SELECT count(*) FROM people", "[4]"),
            works("CACHE TABLE people"),
            works("CACHE LAZY TABLE t"),
            right("SELECT count(*) FROM t JOIN people USING (id)", "[4]"),
            works("REFRESH TABLE t"),
            works("UNCACHE TABLE people"),
            works("CLEAR CACHE"),
            works("DROP VIEW people"),
            // Tables of one's own
            works("CREATE NAMESPACE IF NOT EXISTS carbon.common"),
            works("CREATE TABLE carbon.common.copy AS SELECT id, name, ssn FROM t"),
            works("CREATE TABLE carbon.common.own (id INT, label STRING) PARTITIONED BY (label)"),
            works("INSERT INTO carbon.common.own VALUES (1, 'a'), (2, 'b')"),
            works("INSERT INTO carbon.common.own SELECT id, dept FROM t"),
            works("UPDATE carbon.common.own SET label = 'c' WHERE id = 2 AND label = 'b'"),
            works("DELETE FROM carbon.common.own WHERE label = 'eng'"),
            works("MERGE INTO carbon.common.own o USING (SELECT 2 AS id) s ON o.id = s.id WHEN MATCHED THEN DELETE"),
            right("SELECT * FROM carbon.common.own", "[1,\"a\"]"),
            works("INSERT OVERWRITE carbon.common.own VALUES (3, 'z')"),
            works("ALTER TABLE carbon.common.own ADD COLUMN note STRING"),
            works("ALTER TABLE carbon.common.own RENAME COLUMN note TO remark"),
            works("COMMENT ON TABLE carbon.common.own IS 'mine'"),
            right("SELECT id, remark FROM carbon.common.own", "[3,null]"),
            works("TRUNCATE TABLE carbon.common.own"),
            works("DROP TABLE carbon.common.own"),
            works("DROP TABLE carbon.common.copy"),
            works("CREATE OR REPLACE VIEW carbon.common.v AS SELECT id, dept FROM carbon.hr.t"),
            works("DROP VIEW carbon.common.v"),
            // What is refused
            refused("SHOW PARTITIONS t", "CARBON_METADATA_DENIED"),
            refused("SHOW TABLE EXTENDED IN carbon.hr LIKE 't'", "CARBON_METADATA_DENIED"),
            refused("ANALYZE TABLE t COMPUTE STATISTICS", "CARBON_METADATA_DENIED"),
            refused("INSERT INTO t VALUES (9, 'x', 'eng', 1, 's', NULL)", "CARBON_WRITE_DENIED"),
            refused("CREATE TEMPORARY FUNCTION f AS 'x.Y'", "CARBON_CODE_DENIED"),
            refused("SELECT * FROM parquet.`/data/x`", "CARBON_PATH_DENIED"),
            refused("SELECT xpath_string(name, 'a') FROM t", "CARBON_PATH_DENIED"),
            refused("SELECT to_json(struct(id), map('compression', 'gzip')) FROM t", "CARBON_CODE_DENIED"),
            refused("SET", "CARBON_CONFIG_PROTECTED"));

    private static SqlClient bob;

    /** One statement and what comes of it. */
    private record Common(String sql, Outcome outcome, List<String> rows, String error) {
        @Override
        public String toString() {
            return sql;
        }
    }

    private enum Outcome {
        RIGHT,
        HOLDS,
        REFUSED
    }

    private static Common right(String sql, String... rows) {
        return new Common(sql, Outcome.RIGHT, List.of(rows), "");
    }

    private static Common holds(String sql, String row) {
        return new Common(sql, Outcome.HOLDS, List.of(row), "");
    }

    private static Common works(String sql) {
        return right(sql, ANYTHING);
    }

    private static Common refused(String sql, String error) {
        return new Common(sql, Outcome.REFUSED, List.of(), error);
    }

    static Stream<Common> statements() {
        return STATEMENTS.stream();
    }

    @BeforeAll
    static void one_session(Engine engine) {
        bob = engine.newSession("bob");
    }

    @AfterAll
    static void closed() {
        bob.close();
    }

    @ParameterizedTest
    @MethodSource("statements")
    void common(Common statement) {
        Answer answer = bob.sql(statement.sql());

        assertThat(answer.errorClass()).as("%s", answer).isEqualTo(statement.error());
        if (statement.outcome() == Outcome.HOLDS) {
            assertThat(answer.rows()).as("%s", answer).containsAll(statement.rows());
        } else if (!statement.rows().contains(ANYTHING)) {
            assertThat(answer.rows()).as("%s", answer).containsExactlyElementsOf(statement.rows());
        }
    }

    @Test
    void more_than_fifty_five_of_them_work() {
        assertThat(statements().filter(each -> each.outcome() != Outcome.REFUSED))
                .hasSizeGreaterThan(55);
    }
}
