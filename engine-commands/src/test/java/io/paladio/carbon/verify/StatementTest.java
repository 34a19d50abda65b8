package io.paladio.carbon.verify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.paladio.carbon.policy.Securable;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** How files are taken apart, what counts as a query, and where a table's name is one. */
class StatementTest {
    private static final Securable TABLE = Securable.table("carbon", "hr", "t");

    private static Statement statement(String sql) {
        List<Statement> all = Statement.all(sql);
        assertThat(all).hasSize(1);
        return all.get(0);
    }

    @Test
    void semicolons_within_texts_names_and_comments_end_nothing() {
        String file = """
                -- first; not a statement
                SELECT ';', "a;b", `c;d`, 'it''s \\'; so', r'\\' /* ; /* nested ; */ still */ FROM x;

                ;SELECT 2""";

        assertThat(Statement.all(file)).extracting(Statement::line).containsExactly(2, 4);
        assertThat(Statement.all(file)).extracting(Statement::sql).last().isEqualTo("SELECT 2");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT 1",
                "(SELECT 1) UNION (SELECT 2)",
                "VALUES 1",
                "TABLE carbon.hr.t",
                "FROM carbon.hr.t |> SELECT id",
                "FROM carbon.hr.t SELECT update, `delete`",
                "WITH a AS (SELECT 1) SELECT 'INSERT INTO x' FROM a",
                "/* INSERT INTO x */ with a as (select 1) select * from a"
            })
    void a_query_is_run(String sql) {
        assertThat(statement(sql).isQuery()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "DROP TABLE carbon.hr.t",
                "INSERT INTO carbon.hr.t VALUES (1)",
                "WITH a AS (SELECT 1) INSERT INTO carbon.hr.t SELECT * FROM a",
                "WITH a AS (SELECT 1) INSERT OVERWRITE carbon.hr.t SELECT * FROM a",
                "WITH a AS (SELECT 1) MERGE INTO carbon.hr.t USING a ON true WHEN MATCHED THEN DELETE",
                "WITH a AS (SELECT 1) DELETE FROM carbon.hr.t",
                "WITH a AS (SELECT 1) UPDATE carbon.hr.t SET id = 1",
                "FROM carbon.hr.t INSERT INTO x SELECT id INSERT INTO y SELECT id",
                "EXECUTE IMMEDIATE 'SELECT 1'",
                "BEGIN SELECT 1",
                "SET x = 1",
                "CALL carbon.system.rollback_to_snapshot('hr.t', 1)",
                "EXPLAIN SELECT 1",
                "`select` 1"
            })
    void all_else_is_not(String sql) {
        assertThat(statement(sql).isQuery()).isFalse();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            SELECT * FROM carbon.hr.t                                | SELECT * FROM `t`
            SELECT carbon.hr.t.id, 'carbon.hr.t' FROM carbon . `hr`. t x | SELECT `t`.id, 'carbon.hr.t' FROM `t` x
            SELECT * FROM carbon.hr.t /* carbon.hr.t */ JOIN carbon.hr.t | SELECT * FROM `t` /* carbon.hr.t */ JOIN `t`
            SELECT x.carbon.hr.t FROM carbon.hr.t x                  | SELECT x.carbon.hr.t FROM `t` x
            TABLE carbon.hr.t                                        | TABLE `t`
            """)
    void the_last_part_of_the_tables_name_stands_for_the_whole(String sql, String overCopy) throws Exception {
        assertThat(statement(sql).overCopyOf(TABLE)).isEqualTo(overCopy);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT 1",
                "SELECT * FROM t",
                "SELECT * FROM hr.t",
                "SELECT * FROM `carbon.hr.t`",
                "SELECT * FROM 'carbon.hr.t'",
                "SELECT * FROM carbon.hr.t JOIN carbon.hr.u",
                "SELECT * FROM carbon.hr.t JOIN carbon.hr",
                "SELECT * FROM carbon.hr.t JOIN Carbon.HR.T",
                "WITH t AS (SELECT 1) SELECT * FROM carbon.hr.t",
                "WITH a AS (SELECT 1), T (x) AS (SELECT 2) SELECT * FROM carbon.hr.t",
                "WITH RECURSIVE t AS (SELECT 1) SELECT * FROM carbon.hr.t"
            })
    void what_would_be_another_statement_over_a_copy_is_not_run_over_one(String sql) {
        assertThatThrownBy(() -> statement(sql).overCopyOf(TABLE)).isInstanceOf(Statement.Unfit.class);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '#', textBlock = """
            SELECT * FROM x ORDER BY id                       # true
            SELECT * FROM x UNION SELECT * FROM y order by id # true
            SELECT rank() OVER (ORDER BY id) FROM x           # false
            SELECT * FROM (SELECT * FROM x ORDER BY id)       # false
            FROM x |> ORDER BY id |> AGGREGATE count(*)       # false
            """)
    void order_counts_where_it_is_asked_for(String sql, boolean isOrdered) {
        assertThat(statement(sql).isOrdered()).isEqualTo(isOrdered);
    }
}
