package io.paladio.carbon.suite.cases;

import static org.assertj.core.api.Assertions.assertThat;

import io.paladio.carbon.suite.fixture.Engine;
import io.paladio.carbon.suite.fixture.PolicyFolder;
import io.paladio.carbon.suite.fixture.SharedEngine;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Shapes of queries in which others lost a policy: each gives what it gives on a copy that was filtered and masked by hand. */
@ExtendWith(SharedEngine.class)
class ShapeCasesTest {
    private static final String TABLE = "carbon.cases.people";
    private static final String OTHER = "carbon.cases.others";
    private static final String COPY = "carbon.cases.people_by_hand";

    @BeforeAll
    static void people(Engine engine) {
        CaseSchema.make(
                engine,
                "CREATE TABLE " + OTHER + " AS SELECT 1 AS id, '111-22-3333' AS code",
                "CREATE TABLE " + TABLE + " AS SELECT * FROM VALUES"
                        + " (1, 'Ada', 'eng', 120, '111-22-3333', array('a1', 'a2'), map('room', 'B12'),"
                        + " array(named_struct('kind', 'home', 'digits', '555-0001')), named_struct('ssn', '111-22-3333', 'city', 'Oslo')),"
                        + " (2, 'Grace', 'eng', 130, '222-33-4444', array('b1', 'b2'), map('desk', 'q9'),"
                        + " array(named_struct('kind', 'work', 'digits', '555-0002'), named_struct('kind', 'home', 'digits', string(null))), named_struct('ssn', string(null), 'city', 'Paris')),"
                        + " (3, 'Piet', 'ops', 90, '333-44-5555', array('c1'), map('room', 'C3'),"
                        + " array(named_struct('kind', 'home', 'digits', '555-0003')), named_struct('ssn', '333-44-5555', 'city', 'Turku')),"
                        + " (4, 'Edsger', null, 110, '444-55-6666', array('d1'), null, null, named_struct('ssn', '444-55-6666', 'city', 'Delft')),"
                        + " (5, null, 'eng', null, null, null, null, null, null),"
                        + " (6, 'Eve', 'eng', 140, '666-33-3333', array('f1'), map('room', string(null), 'desk', '7'),"
                        + " array(named_struct('kind', 'desk', 'digits', '555-0006')), named_struct('ssn', '666-33-3333', 'city', string(null)))"
                        + " AS p(id, name, dept, salary, ssn, labels, marks, phones, info)",
                "CREATE TABLE " + COPY + " AS SELECT id, " + shaped("name")
                        + " AS name, dept, CAST(NULL AS INT) AS salary, "
                        + lastFour("ssn") + " AS ssn, labels, transform_values(marks, (k, v) -> " + shaped("v")
                        + ") AS marks,"
                        + " transform(phones, p -> named_struct('kind', p.kind, 'digits', " + lastFour("p.digits")
                        + ")) AS phones,"
                        + " if(info IS NULL, NULL, named_struct('ssn', " + lastFour("info.ssn")
                        + ", 'city', info.city)) AS info"
                        + " FROM " + TABLE + " WHERE dept = 'eng'");
        PolicyFolder policies = PolicyFolder.of(engine);
        policies.mask(OTHER, "code", "show-first-4");
        policies.filter(TABLE, "dept = 'eng'");
        policies.mask(TABLE, "name", "mask-alphanum");
        policies.mask(TABLE, "salary", "replace-with-null");
        policies.mask(TABLE, "ssn", "show-last-4");
        policies.mask(TABLE, "info.ssn", "show-last-4");
        policies.mask(TABLE, "phones.element.digits", "show-last-4");
        policies.mask(TABLE, "marks.value", "mask-alphanum");
    }

    /** What mask-alphanum makes of letters and digits, n aside. */
    private static String shaped(String column) {
        return "regexp_replace(regexp_replace(" + column + ", '[A-Za-z]', 'x'), '[0-9]', 'n')";
    }

    private static String lastFour(String column) {
        return "concat(regexp_replace(substr(" + column + ", 1, length(" + column + ") - 4), '[0-9]', 'n'), right("
                + column + ", 4))";
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT * FROM (SELECT dept, name FROM $t) PIVOT (max(name) FOR dept IN ('eng'))",
                "SELECT * FROM (SELECT id, dept, ssn FROM $t) PIVOT (max(ssn) AS s, count(id) AS n FOR dept IN ('eng' AS e, 'ops' AS o))",
                "SELECT * FROM (SELECT name, dept, id FROM $t) PIVOT (count(id) FOR (name, dept) IN (('Ada', 'eng'), ('xxx', 'eng')))",
                "SELECT * FROM (SELECT id, name, ssn FROM $t) UNPIVOT INCLUDE NULLS (v FOR k IN (name, ssn))",
                "SELECT * FROM (SELECT id, salary, length(ssn) AS l FROM $t) UNPIVOT (v FOR k IN (salary, l))"
            })
    void case_14_pivots_see_filtered_and_masked_rows(String query, Engine engine) {
        check(query, engine);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT x FROM $t LATERAL VIEW explode(labels) a AS x",
                "SELECT id, x FROM $t LATERAL VIEW OUTER explode(labels) a AS x",
                "SELECT p.kind, p.digits FROM $t LATERAL VIEW explode(phones) a AS p",
                "SELECT id, kind, digits FROM $t LATERAL VIEW inline(phones) a",
                "SELECT id, i, p.digits FROM $t LATERAL VIEW posexplode_outer(phones) a AS i, p",
                "SELECT id, k, v FROM $t LATERAL VIEW explode(marks) a AS k, v",
                "SELECT id, x FROM $t, LATERAL explode(labels) AS e(x)",
                "SELECT a.id, l.m FROM $t a, LATERAL (SELECT max(b.ssn) AS m FROM $t b WHERE b.id <= a.id) l",
                "SELECT a.id, l.p FROM $t a, LATERAL (SELECT explode(a.phones) AS p) l",
                "SELECT id, inline(phones) FROM $t",
                "SELECT marks['room'], element_at(phones, 1).digits, info.ssn FROM $t",
                "SELECT filter(phones, p -> p.digits = '555-0001'), map_values(marks) FROM $t",
                "SELECT phones.digits, size(phones), to_json(info), to_json(marks) FROM $t"
            })
    void case_56_nested_values_are_masked_wherever_they_are_unfolded(String query, Engine engine) {
        check(query, engine);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT count(*), min(id), max(id) FROM $t",
                "SELECT count(*) FROM $t",
                "SELECT count(name), count(DISTINCT ssn), max(ssn), min(name) FROM $t",
                "SELECT sum(salary), avg(id), count_if(salary IS NULL) FROM $t",
                "SELECT dept, count(*) FROM $t GROUP BY dept",
                "SELECT count(*) FROM $t WHERE dept IS NULL OR dept = 'ops'",
                "SELECT (SELECT max(id) FROM $t WHERE dept <> 'eng') AS m, (SELECT count(*) FROM $t) AS n"
            })
    void case_68_aggregates_count_visible_rows_alone(String query, Engine engine) {
        check(query, engine);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT count(*) FROM $t WHERE id % 3 = 0",
                "SELECT count(*) FROM $t WHERE id > 2",
                "SELECT count(*) FROM $t WHERE coalesce(dept, 'none') <> 'x'",
                "SELECT sum(id) FROM $t HAVING count(*) > 1"
            })
    void case_70_a_count_keeps_its_filters(String query, Engine engine) {
        check(query, engine);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT ssn FROM $t",
                "SELECT q.ssn FROM (SELECT ssn FROM (SELECT ssn, id FROM $t)) q",
                "SELECT ssn AS a, ssn AS b, upper(ssn) FROM $t",
                "SELECT DISTINCT name FROM $t",
                "SELECT ssn FROM $t ORDER BY ssn DESC NULLS LAST"
            })
    void case_71_a_masked_column_alone_is_there_and_masked(String query, Engine engine) {
        check(query, engine);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT a.id, b.id AS other FROM $t a LEFT JOIN $t b ON a.ssn = b.ssn AND a.name = b.name",
                "SELECT a.id, b.id AS other FROM $t a FULL JOIN $t b ON right(a.ssn, 4) = right(b.ssn, 4)",
                "SELECT a.id FROM $t a LEFT SEMI JOIN $t b ON a.name = b.name AND a.id <> b.id",
                "SELECT a.id FROM $t a LEFT ANTI JOIN $t b ON a.salary = b.salary",
                "SELECT a.id, b.id AS other FROM $t a JOIN $t b ON a.info = b.info",
                "SELECT sum(a.id * b.id) FROM $t a CROSS JOIN $t b WHERE a.ssn = b.ssn"
            })
    void case_76_a_table_joins_itself_on_masked_keys(String query, Engine engine) {
        check(query, engine);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT typeof(ssn) FROM $t UNION ALL SELECT 'x'",
                "SELECT typeof(salary), typeof(info), typeof(phones), typeof(marks) FROM $t",
                "SELECT CASE WHEN typeof(ssn) = 'string' THEN ssn END FROM $t",
                "SELECT DISTINCT typeof(ssn) || count(*) OVER () FROM $t"
            })
    void case_79_functions_of_the_type_run_under_the_policy(String query, Engine engine) {
        check(query, engine);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "WITH c AS (SELECT * FROM $t) SELECT id, a.ssn, b.name FROM c a JOIN c b USING (id)",
                "WITH c AS (SELECT id, ssn FROM $t), d AS (SELECT * FROM c UNION ALL SELECT * FROM c) SELECT * FROM d",
                "WITH c AS (SELECT id, ssn FROM $t) SELECT a.id FROM c a WHERE a.ssn = (SELECT max(ssn) FROM c)",
                "WITH RECURSIVE r(n) AS (SELECT min(id) FROM $t UNION ALL SELECT n + 1 FROM r WHERE n < 7) SELECT n, ssn FROM r JOIN $t ON n = id"
            })
    void case_80_a_common_table_used_twice_is_governed_both_times(String query, Engine engine) {
        check(query, engine);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "WITH c AS (SELECT upper(name) name FROM $t WHERE name LIKE 'x%') SELECT DISTINCT name FROM c",
                "WITH c AS (SELECT upper(name) name, id FROM $t WHERE name IN ('Ada', 'xxx')) SELECT name, id FROM c WHERE name = 'XXX' AND id > 0",
                "WITH c AS (SELECT id AS ssn, ssn AS id FROM $t WHERE id > 1) SELECT ssn, id FROM c WHERE ssn < 6",
                "SELECT dept FROM (SELECT 'ops' AS dept, id FROM $t WHERE dept IS NOT NULL) WHERE dept = 'ops'"
            })
    void case_82_an_alias_that_hides_a_column_loses_neither_filter(String query, Engine engine) {
        check(query, engine);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "WITH c(x) AS (SELECT ssn FROM $t) SELECT (SELECT max(x) FROM c)",
                "SELECT x FROM (SELECT ssn FROM $t) AS d(x)",
                "SELECT e FROM (SELECT explode(array(ssn, name)) AS e FROM $t)",
                "SELECT id, (SELECT max(b.ssn) FROM $t b WHERE b.id > a.id) FROM $t a",
                "SELECT ssn FROM $t INTERSECT SELECT ssn FROM $t",
                "SELECT ssn FROM $t EXCEPT ALL SELECT ssn FROM $t WHERE id = 1",
                "SELECT id FROM $t WHERE ssn IN (SELECT ssn FROM $t WHERE id <> 1) OR EXISTS (SELECT 1 FROM $t WHERE name = 'Ada')",
                "SELECT id, first_value(ssn) OVER (ORDER BY id DESC), lead(name) OVER (PARTITION BY dept ORDER BY id) FROM $t",
                "FROM $t |> WHERE id > 1 |> EXTEND upper(name) AS u |> SELECT id, u, ssn |> AS q |> ORDER BY q.id"
            })
    void case_83_a_mask_holds_through_every_derived_table(String query, Engine engine) {
        check(query, engine);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT ssn AS x FROM $t WHERE id = 1 UNION SELECT code FROM $o WHERE id = 1",
                "SELECT code AS x FROM $o WHERE id = 1 UNION ALL SELECT ssn FROM $t WHERE id = 1",
                "SELECT x FROM (SELECT ssn AS x, id FROM $t UNION SELECT code, id FROM $o) WHERE id = 1",
                "WITH a AS (SELECT ssn AS x FROM $t WHERE id = 1), b AS (SELECT code FROM $o WHERE id = 1) TABLE a UNION ALL TABLE b",
                "SELECT x FROM (SELECT a.ssn, b.code FROM $t a JOIN $o b USING (id) WHERE id = 1) UNPIVOT (x FOR k IN (ssn, code))",
                "(SELECT ssn AS x FROM $t WHERE id = 1 EXCEPT SELECT code FROM $o) UNION SELECT code FROM $o WHERE id = 1"
            })
    void case_74_each_branch_of_a_union_has_its_own_mask(String query, Engine engine) {
        String sql = query.replace("$t", TABLE).replace("$o", OTHER);

        assertThat(CaseSchema.rows(engine.as("bob"), sql)).containsExactly("[\"111-nn-nnnn\"]", "[\"nnn-nn-3333\"]");
        assertThat(CaseSchema.rows(engine.as("alice"), sql)).containsOnly("[\"111-22-3333\"]");
    }

    private static void check(String query, Engine engine) {
        CaseSchema.sameAsByHand(engine, query, TABLE, COPY);
    }
}
