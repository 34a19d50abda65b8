package io.paladio.carbon.suite.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.paladio.carbon.suite.fixture.Answer;
import io.paladio.carbon.suite.fixture.FaceProxy;
import io.paladio.carbon.suite.fixture.FaceProxy.Reply;
import io.paladio.carbon.suite.fixture.FaceProxy.Rule;
import io.paladio.carbon.suite.fixture.Linked;
import io.paladio.carbon.suite.fixture.SharedLinks;
import io.paladio.carbon.suite.fixture.SqlClient;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What derived rows owe (S14), where something fails between its recording and the commit: rows are never there without it. What was
 * recorded of rows that are certainly not there is taken back, and what is in doubt stays.
 */
@ExtendWith(SharedLinks.class)
class DerivedCommitsTest {
    private static final String ROWS = " AS SELECT id, ssn FROM carbon.hr.t";
    private static final String RECORD = "carbon_index.record_obligations(jsonb)";
    private static final AtomicInteger NUMBER = new AtomicInteger();

    private final String table = "owing" + NUMBER.incrementAndGet();
    private FaceProxy proxy;

    @BeforeEach
    void the_proxy_stands_before_the_face(Linked linked) {
        proxy = FaceProxy.to(linked.engine().platform().face().uri().getPort());
        linked.toFace().leadTo(proxy.port());
    }

    @AfterEach
    void the_proxy_goes(Linked linked) {
        linked.toFace().leadTo(linked.engine().platform().face().uri().getPort());
        proxy.close();
    }

    static Stream<Arguments> catalogs() {
        return Stream.of(arguments("stages", Rule.NONE), arguments("does not", (Rule)
                (request, face) -> request.stages() ? Reply.error(501, "no") : face.apply(request)));
    }

    @ParameterizedTest(name = "a catalog that {0}")
    @MethodSource("catalogs")
    void S14_what_rows_owe_is_on_record_before_they_are_there(String name, Rule catalog, Linked linked) {
        List<String> atCommit = new CopyOnWriteArrayList<>();
        proxy.have((request, face) -> {
            if (request.commits(table)) {
                atCommit.add(owed(linked));
            }
            return catalog.reply(request, face);
        });

        Answer answer = create(linked);

        assertThat(answer.isError()).as("%s", answer).isFalse();
        assertThat(atCommit).isNotEmpty().containsOnly("ssn pii=ssn");
        assertThat(linked.engine()
                        .as("bob")
                        .sql("SELECT ssn FROM carbon.hr." + table + " WHERE id = 1")
                        .rows())
                .containsExactly("[\"nnn-nn-3333\"]");
    }

    @ParameterizedTest(name = "a catalog that {0}")
    @MethodSource("catalogs")
    void S14_T33_an_index_that_does_not_record_leaves_no_table_and_no_rows(String name, Rule catalog, Linked linked) {
        run(linked, "CREATE TABLE carbon.hr." + table + "_old (id INT, ssn STRING) USING iceberg");
        proxy.have(catalog);
        linked.index().execute("REVOKE EXECUTE ON FUNCTION " + RECORD + " FROM carbon_engine");
        try {
            Timed.assertRefused(create(linked), "CARBON_NOT_GOVERNABLE");
            Timed.assertRefused(insert(linked, table + "_old"), "CARBON_NOT_GOVERNABLE");
        } finally {
            linked.index().execute("GRANT EXECUTE ON FUNCTION " + RECORD + " TO carbon_engine");
        }

        assertThat(tables(linked)).contains(table + "_old").doesNotContain("\"" + table + "\"");
        assertThat(run(linked, "SELECT count(*) FROM carbon.hr." + table + "_old")
                        .rows())
                .containsExactly("[0]");
        assertThat(create(linked).isError()).isFalse();
    }

    @Test
    void S14_T33_an_index_that_dawdles_over_it_leaves_no_table(Linked linked) {
        linked.index().execute("ALTER FUNCTION " + RECORD + " RENAME TO record_in_time");
        linked.index()
                .execute("CREATE FUNCTION " + RECORD.replace("jsonb", "request jsonb") + " RETURNS bigint LANGUAGE sql"
                        + " SECURITY DEFINER AS 'SELECT 1::bigint FROM pg_sleep(30)'");
        linked.index().execute("GRANT EXECUTE ON FUNCTION " + RECORD + " TO carbon_engine");
        try {
            Timed.assertRefused(create(linked), "CARBON_INDEX_UNAVAILABLE");
        } finally {
            linked.index().execute("DROP FUNCTION " + RECORD);
            linked.index().execute("ALTER FUNCTION carbon_index.record_in_time(jsonb) RENAME TO record_obligations");
        }

        assertThat(tables(linked)).doesNotContain(table);
        assertThat(create(linked).isError()).isFalse();
    }

    @ParameterizedTest(name = "a catalog that {0}")
    @MethodSource("catalogs")
    void S14_what_was_recorded_of_rows_that_the_face_refused_is_taken_back(String name, Rule catalog, Linked linked) {
        proxy.have((request, face) ->
                request.commits(table) ? Reply.error(403, "at s3://somewhere") : catalog.reply(request, face));

        Timed.assertRefused(create(linked), "CARBON_ACCESS_DENIED");

        assertThat(owed(linked)).isEmpty();
        assertThat(linked.index()
                        .ask(
                                "SELECT count(*) FROM carbon_index.obligations o JOIN carbon_index.securables s"
                                        + " USING (securable_id) WHERE s.path[3] = ? AND released_by = 'engine'",
                                table))
                .isEqualTo("1");
    }

    @Test
    void S14_what_other_rows_owe_as_well_is_not_taken_back(Linked linked) {
        assertThat(create(linked).isError()).isFalse();
        proxy.have((request, face) -> request.commits(table) ? Reply.error(403, "no") : face.apply(request));

        Timed.assertRefused(insert(linked, table), "CARBON_ACCESS_DENIED");

        assertThat(owed(linked)).isEqualTo("ssn pii=ssn");
    }

    @Test
    void S14_what_is_recorded_of_rows_that_may_be_there_stays(Linked linked) {
        proxy.have((request, face) -> request.commits(table) ? Reply.error(500, "no") : face.apply(request));

        Timed.assertRefused(create(linked), "CARBON_FACE_UNAVAILABLE");

        assertThat(owed(linked)).isEqualTo("ssn pii=ssn");
    }

    private Answer create(Linked linked) {
        return statement(linked, "CREATE TABLE carbon.hr." + table + " USING iceberg" + ROWS);
    }

    private static Answer insert(Linked linked, String into) {
        return statement(linked, "INSERT INTO carbon.hr." + into + " SELECT id, ssn FROM carbon.hr.t");
    }

    private static Answer run(Linked linked, String sql) {
        Answer answer = statement(linked, sql);
        assertThat(answer.isError()).as("%s", answer).isFalse();
        return answer;
    }

    private static Answer statement(Linked linked, String sql) {
        try (SqlClient admin = linked.engine().newSession("admin")) {
            return admin.sql(sql);
        }
    }

    private static String tables(Linked linked) {
        return run(linked, "SHOW TABLES IN carbon.hr").rows().toString();
    }

    private String owed(Linked linked) {
        return linked.index()
                .ask(
                        "SELECT coalesce(string_agg(o.column_path || ' ' || o.tag || '=' || o.value, '; '), '')"
                                + " FROM carbon_index.obligations o JOIN carbon_index.securables s USING (securable_id)"
                                + " WHERE s.path[3] = ? AND o.released_at IS NULL",
                        table);
    }
}
