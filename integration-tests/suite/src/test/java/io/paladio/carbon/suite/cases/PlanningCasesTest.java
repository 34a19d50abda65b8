package io.paladio.carbon.suite.cases;

import static io.paladio.carbon.suite.cases.CaseSchema.rows;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.paladio.carbon.platform.store.ReadJournal;
import io.paladio.carbon.suite.fixture.Answer;
import io.paladio.carbon.suite.fixture.Engine;
import io.paladio.carbon.suite.fixture.JsonLines;
import io.paladio.carbon.suite.fixture.Metrics;
import io.paladio.carbon.suite.fixture.PolicyFolder;
import io.paladio.carbon.suite.fixture.SharedEngine;
import java.util.List;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a policy costs, counted and not timed: files read, and questions asked of Index and face. */
@ExtendWith(SharedEngine.class)
class PlanningCasesTest {
    private static final String PARTS = "carbon.cases.parts";
    private static final String EMPTY = "carbon.cases.hidden_whole";
    private static final String WIDE = "carbon.cases.wide";
    private static final int COLUMNS = 250;

    @BeforeAll
    static void tables(Engine engine) {
        CaseSchema.make(
                engine,
                "CREATE TABLE " + PARTS + " (id INT, part INT, ssn STRING) PARTITIONED BY (part)",
                "INSERT INTO " + PARTS + " SELECT id, id % 4, '111-22-333' || id FROM range(1, 13)",
                "CREATE TABLE " + EMPTY + " AS SELECT id, 'x' AS note FROM range(5)",
                "CREATE TABLE " + WIDE + " AS SELECT "
                        + IntStream.range(0, COLUMNS)
                                .mapToObj(n -> n + " AS c" + n)
                                .collect(Collectors.joining(", ")),
                "CREATE TABLE carbon.cases.first_hidden (id INT, part INT) PARTITIONED BY (part)",
                "INSERT INTO carbon.cases.first_hidden SELECT id, id DIV 10 FROM range(30)");
        PolicyFolder policies = PolicyFolder.of(engine);
        policies.mask(PARTS, "ssn", "show-last-4");
        policies.filter(EMPTY, "is_member('nobody') AND id >= 0");
        policies.mask(WIDE, "c7", "replace-with-null");
        policies.filter("carbon.cases.first_hidden", "part > 0");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "part = 1 | 1",
                "part IN (1, 2) | 2",
                "part = 1 AND ssn LIKE '%1' | 1",
                "part > 1 AND id > 0 | 2",
                "id = 1 | 1",
                "part IS NULL | 0"
            })
    void case_116_the_same_files_are_read_as_without_a_policy(String predicate, int files, Engine engine) {
        String query = "SELECT id, ssn FROM " + PARTS + " WHERE " + predicate;

        assertThat(dataFiles(engine, "bob", query)).hasSize(files).isEqualTo(dataFiles(engine, "alice", query));
        assertThat(dataFiles(engine, "bob", "SELECT id FROM " + PARTS)).hasSize(4);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT count(*) FROM $t",
                "SELECT * FROM $t",
                "SELECT max(id), min(note) FROM $t WHERE id > 1",
                "SELECT a.id FROM $t a JOIN $t b USING (id)",
                "SELECT count(*) FROM $t WHERE note = 'x' OR id % 2 = 0"
            })
    void case_118_who_may_see_nothing_reads_nothing(String query, Engine engine) {
        String sql = query.replace("$t", EMPTY);

        assertThat(dataFiles(engine, "bob", sql)).isEmpty();
        assertThat(dataFiles(engine, "alice", sql.replace("count(*)", "count(DISTINCT note)")))
                .isNotEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "LIMIT 1",
                "ORDER BY id LIMIT 1",
                "WHERE id >= 0 LIMIT 1",
                "LIMIT 1 OFFSET 3",
                "WHERE part = 1 LIMIT 1"
            })
    void case_67_a_limit_counts_visible_rows(String limit, Engine engine) {
        List<String> found = rows(engine.as("bob"), "SELECT part > 0 FROM carbon.cases.first_hidden " + limit);

        assertThat(found).containsExactly("[true]");
        assertThat(rows(engine.as("alice"), "SELECT min(part) FROM carbon.cases.first_hidden"))
                .containsExactly("[0]");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT c1 FROM carbon.cases.wide",
                "SELECT * FROM carbon.cases.wide",
                "SELECT count(*) FROM carbon.cases.wide WHERE c7 IS NULL AND c249 > 0"
            })
    void case_119_a_wide_table_is_one_question(String query, Engine engine) {
        assertThat(questions(engine, query)).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT count(*) FROM carbon.cases.wide a JOIN carbon.cases.wide b ON a.c1 = b.c1 JOIN carbon.cases.wide c ON a.c1 = c.c1",
                "SELECT count(*) FROM carbon.cases.wide a JOIN carbon.cases.parts p ON a.c1 = p.id JOIN carbon.hr.t t ON t.id = p.id",
                "WITH x AS (SELECT c1 FROM carbon.cases.wide) SELECT (SELECT max(c1) FROM x), c1 FROM x WHERE c1 IN (SELECT c1 FROM carbon.cases.wide)",
                "CREATE OR REPLACE TEMPORARY VIEW counted AS SELECT c1 FROM carbon.cases.wide"
            })
    void case_121_a_statement_asks_once_however_often_it_names_a_table(String query, Engine engine) {
        assertThat(questions(engine, query)).isEqualTo(1);
    }

    @Test
    void case_121_a_table_named_thrice_is_one_table_in_the_record(Engine engine) {
        Answer answer = engine.as("bob")
                .sql("SELECT count(*) AS named_thrice FROM carbon.cases.wide a JOIN carbon.cases.wide b USING (c1)"
                        + " JOIN carbon.cases.wide c USING (c1)");
        assertThat(answer.rows()).containsExactly("[1]");

        List<JsonNode> records = JsonLines.await(
                engine.server().decisionsFile(),
                1,
                line -> line.path("principal").asText().equals("bob")
                        && line.toString().contains("carbon.cases.wide"));
        assertThat(records.get(records.size() - 1).path("tables")).hasSize(1);
    }

    @Test
    void case_124_a_statement_of_a_hundred_branches_is_one_question_and_one_load(Engine engine) {
        String union = IntStream.range(0, 100)
                .mapToObj(n -> "SELECT id + " + n + " AS x FROM carbon.cases.parts")
                .collect(Collectors.joining(" UNION ALL "));
        long loads = loads(engine);

        assertThat(questions(engine, "SELECT count(*) FROM (" + union + ")")).isEqualTo(1);
        assertThat(loads(engine) - loads).isLessThanOrEqualTo(2);
    }

    @Test
    void case_124_a_pattern_of_paths_is_refused_before_anything_is_listed(Engine engine) {
        Answer answer = engine.as("bob").sql("SELECT * FROM text.`s3://carbon/*/*`");

        assertThat(answer.errorClass()).isEqualTo("CARBON_PATH_DENIED");
    }

    private static List<String> dataFiles(Engine engine, String principal, String query) {
        try (ReadJournal journal = engine.platform().store().journal()) {
            rows(engine.as(principal), query);
            return journal.dataFiles();
        }
    }

    /** How often one call with this statement asks Index. */
    private static long questions(Engine engine, String query) {
        long before = asked(engine);
        Answer answer = engine.hostile()
                .call("sql", engine.token("bob"), "bob", UUID.randomUUID().toString(), query);
        assertThat(answer.json().path("status").asText()).as("%s", answer).isEqualTo("OK");
        return asked(engine) - before;
    }

    private static long asked(Engine engine) {
        return Metrics.of(engine.server()).value("carbon_index_resolve_seconds_count");
    }

    private static long loads(Engine engine) {
        return JsonLines.of(engine.platform().folder().resolve("face-requests.log")).stream()
                .filter(line -> line.path("operation").asText().equals("load-table"))
                .count();
    }
}
