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
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * CREATE TABLE … AS SELECT before catalogs that can't stage a table, and before ones whose answers are lost. A table is there with
 * all its rows, or the statement is an error; and what can't be shown to be the statement's own empty table is never dropped.
 */
@ExtendWith(SharedLinks.class)
class TableCreationTest {
    private static final String FILLED = "AS SELECT id, name FROM carbon.hr.t";
    private static final String FAILING = "AS SELECT CAST(name AS INT) AS id FROM carbon.hr.t";
    private static final String WHOLE = "[8]";
    private static final AtomicInteger NUMBER = new AtomicInteger();

    private final String table = "made" + NUMBER.incrementAndGet();
    private FaceProxy proxy;

    @BeforeEach
    void the_proxy_stands_before_the_face(Linked linked) {
        int face = linked.engine().platform().face().uri().getPort();
        proxy = FaceProxy.to(face);
        linked.toFace().leadTo(proxy.port());
    }

    @AfterEach
    void the_proxy_goes(Linked linked) {
        linked.toFace().leadTo(linked.engine().platform().face().uri().getPort());
        proxy.close();
    }

    static Stream<Arguments> catalogs() {
        return Stream.of(
                arguments("stages", Rule.NONE),
                arguments("says 501", turningDown(501, "not implemented")),
                arguments("says 406", turningDown(406, "not acceptable")),
                arguments("says 405", turningDown(405, "no")),
                arguments("says 400", turningDown(400, "Stage create is not supported")));
    }

    private static Rule turningDown(int status, String message) {
        return (request, face) -> request.stages() ? Reply.error(status, message) : face.apply(request);
    }

    @ParameterizedTest(name = "a catalog that {0}")
    @MethodSource("catalogs")
    void T27_a_table_is_made_with_all_its_rows_whether_the_catalog_stages_or_not(
            String name, Rule catalog, Linked linked) {
        proxy.have(catalog);

        assertMade(linked, create(linked, FILLED));

        assertThat(admin(linked)
                        .sql("SHOW TBLPROPERTIES carbon.hr." + table)
                        .rows()
                        .toString())
                .doesNotContain("carbon.creation")
                .doesNotContain("pending");
    }

    @ParameterizedTest(name = "a catalog that {0}")
    @MethodSource("catalogs")
    void T27_a_replaced_table_is_made_likewise(String name, Rule catalog, Linked linked) {
        proxy.have(catalog);
        SqlClient admin = admin(linked);
        for (int time = 0; time < 2; time++) {
            Answer answer = admin.sql("CREATE OR REPLACE TABLE carbon.hr." + table + " USING iceberg " + FILLED);
            assertMade(linked, answer);
        }
    }

    @ParameterizedTest(name = "a catalog that {0}")
    @MethodSource("catalogs")
    void T27_a_statement_that_fails_leaves_no_table(String name, Rule catalog, Linked linked) {
        proxy.have(catalog);

        assertThat(create(linked, FAILING).errorClass()).isEqualTo("CAST_INVALID_INPUT");

        assertThat(tables(linked)).doesNotContain(table);
    }

    @Test
    void T27_the_answer_of_another_400_is_an_error(Linked linked) {
        proxy.have(turningDown(400, "no such column type"));

        Timed.assertRefused(create(linked, FILLED), "CARBON_FACE_UNAVAILABLE");
        assertThat(tables(linked)).doesNotContain(table);
    }

    @Test
    void T33_an_insert_whose_answer_is_lost_is_not_called_undone_and_tells_nothing_of_the_face(Linked linked) {
        assertMade(linked, create(linked, FILLED));
        for (Reply lost : List.of(Reply.error(500, "at s3://somewhere"), new Reply(0, ""))) {
            proxy.have(
                    (request, face) -> request.commits(table) ? after(face.apply(request), lost) : face.apply(request));

            Answer answer = admin(linked).sql("INSERT INTO carbon.hr." + table + " VALUES (9, 'x')");

            Timed.assertRefused(answer, "CARBON_FACE_UNAVAILABLE");
            assertThat(answer.message())
                    .contains("whether it made the change is not known")
                    .doesNotContain("Nothing was read")
                    .doesNotContain("s3://");
        }
        proxy.have(Rule.NONE);
        assertThat(count(linked)).containsExactly("[10]");
    }

    @ParameterizedTest
    @ValueSource(ints = {400, 404, 409, 422})
    void T19_T33_what_the_face_says_to_a_commit_is_told_in_the_engine_s_words(int status, Linked linked) {
        assertMade(linked, create(linked, FILLED));
        proxy.have((request, face) ->
                request.commits(table) ? Reply.error(status, "at s3://somewhere") : face.apply(request));

        Answer answer = admin(linked).sql("INSERT INTO carbon.hr." + table + " VALUES (9, 'x')");

        assertThat(answer.isError()).isTrue();
        assertThat(answer.message()).doesNotContain("s3://");
    }

    static Stream<Arguments> lostAnswers() {
        return Stream.of(
                arguments("500", Reply.error(500, "at s3://somewhere")),
                arguments("504", Reply.error(504, "at s3://somewhere")),
                arguments("nothing", new Reply(0, "")));
    }

    @ParameterizedTest(name = "{0} in place of the answer")
    @MethodSource("lostAnswers")
    void T27_a_commit_whose_answer_is_lost_is_looked_up(String name, Reply lost, Linked linked) {
        proxy.have((request, face) -> request.commits(table) ? after(face.apply(request), lost) : face.apply(request));

        assertMade(linked, create(linked, FILLED));
    }

    @ParameterizedTest(name = "{0} in place of the answer")
    @MethodSource("lostAnswers")
    void T27_a_creation_whose_answer_is_lost_is_looked_up(String name, Reply lost, Linked linked) {
        proxy.have((request, face) -> {
            if (request.stages()) {
                return Reply.error(501, "no");
            }
            return request.creates() ? after(face.apply(request), lost) : face.apply(request);
        });

        assertMade(linked, create(linked, FILLED));
    }

    @Test
    void T27_a_table_that_somebody_else_made_is_nobodys_to_fill(Linked linked) {
        admin(linked).sql("CREATE TABLE carbon.hr." + table + " (id INT, name STRING) USING iceberg");
        proxy.have((request, face) -> {
            if (request.method().equals("HEAD") || request.path().endsWith("/tables/" + table)) {
                return Reply.error(404, "no");
            }
            return request.stages() ? Reply.error(501, "no") : face.apply(request);
        });

        assertThat(create(linked, FILLED).errorClass()).isEqualTo("TABLE_OR_VIEW_ALREADY_EXISTS");

        proxy.have(Rule.NONE);
        assertThat(count(linked)).containsExactly("[0]");
    }

    @Test
    void T27_whether_a_commit_took_place_is_not_guessed_and_the_table_stays(Linked linked) {
        proxy.have((request, face) -> {
            if (request.stages()) {
                return Reply.error(501, "no");
            }
            return request.commits(table) ? Reply.error(500, "at s3://somewhere") : face.apply(request);
        });

        Answer answer = create(linked, FILLED);

        Timed.assertRefused(answer, "CARBON_FACE_UNAVAILABLE");
        assertThat(answer.message())
                .contains("whether it made the change is not known")
                .doesNotContain("s3://");
        assertThat(tables(linked)).contains(table);
    }

    static Stream<Arguments> doubts() {
        return Stream.of(
                arguments("it is another table by now", (Rule) (request, face) ->
                        request.method().equals("GET") ? ofAnother(face.apply(request)) : face.apply(request)),
                arguments("it can't be changed", (Rule) (request, face) ->
                        request.method().equals("POST") ? Reply.error(500, "no") : face.apply(request)));
    }

    private static Reply ofAnother(Reply reply) {
        String body = reply.body().replaceAll("(\"table-uuid\":\")[0-9a-f]{8}", "$100000000");
        return new Reply(reply.status(), body);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("doubts")
    void T27_doubt_does_not_delete(String name, Rule doubt, Linked linked) {
        AtomicBoolean created = new AtomicBoolean();
        proxy.have((request, face) -> {
            if (request.stages()) {
                return Reply.error(501, "no");
            }
            boolean isDoubted = created.get() && request.path().endsWith("/tables/" + table);
            created.compareAndSet(false, request.creates());
            return isDoubted ? doubt.reply(request, face) : face.apply(request);
        });

        assertThat(create(linked, FAILING).errorClass()).isEqualTo("CAST_INVALID_INPUT");

        assertThat(tables(linked)).contains(table);
    }

    @Test
    void T27_a_table_that_can_t_be_dropped_does_not_hide_why_the_statement_failed(Linked linked) {
        proxy.have((request, face) -> {
            if (request.stages()) {
                return Reply.error(501, "no");
            }
            return request.method().equals("DELETE") ? Reply.error(500, "no") : face.apply(request);
        });

        assertThat(create(linked, FAILING).errorClass()).isEqualTo("CAST_INVALID_INPUT");
    }

    @Test
    void T27_a_catalog_that_passes_over_the_word_stage_has_its_table_filled(Linked linked) {
        proxy.have((request, face) -> face.apply(request.withoutStaging()));
        assertMade(linked, create(linked, FILLED));
    }

    @Test
    void T27_nobody_marks_a_table_as_one_that_is_being_made(Linked linked) {
        for (String mark : List.of("carbon.creation", "carbon.statement-id", "carbon.commit-id", "CARBON.Creation")) {
            Answer answer = create(linked, "TBLPROPERTIES ('" + mark + "'='pending') " + FILLED);
            Timed.assertRefused(answer, "CARBON_CONFIG_PROTECTED");
        }
        assertMade(linked, create(linked, "TBLPROPERTIES ('carbon.other'='x') " + FILLED));
    }

    /** What the face did stays done, whatever it said. */
    private static Reply after(Reply said, Reply lost) {
        assertThat(said.status()).isEqualTo(200);
        return lost;
    }

    private static SqlClient admin(Linked linked) {
        return linked.engine().newSession("admin");
    }

    private Answer create(Linked linked, String rest) {
        try (SqlClient admin = admin(linked)) {
            return admin.sql("CREATE TABLE carbon.hr." + table + " USING iceberg " + rest);
        }
    }

    private void assertMade(Linked linked, Answer answer) {
        assertThat(answer.isError()).as("%s", answer).isFalse();
        proxy.have(Rule.NONE);
        assertThat(count(linked)).containsExactly(WHOLE);
    }

    private List<String> count(Linked linked) {
        try (SqlClient admin = admin(linked)) {
            return admin.sql("SELECT count(*) FROM carbon.hr." + table).rows();
        }
    }

    private String tables(Linked linked) {
        try (SqlClient admin = admin(linked)) {
            return admin.sql("SHOW TABLES IN carbon.hr").rows().toString();
        }
    }
}
