package io.paladio.carbon.suite.fault;

import static org.assertj.core.api.Assertions.assertThat;

import io.paladio.carbon.suite.fixture.Answer;
import io.paladio.carbon.suite.fixture.FaceProxy;
import io.paladio.carbon.suite.fixture.FaceProxy.Reply;
import io.paladio.carbon.suite.fixture.FaceProxy.Request;
import io.paladio.carbon.suite.fixture.FaceProxy.Rule;
import io.paladio.carbon.suite.fixture.Linked;
import io.paladio.carbon.suite.fixture.SharedLinks;
import io.paladio.carbon.suite.fixture.SqlClient;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.apache.iceberg.catalog.TableIdentifier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * CREATE and REPLACE TABLE … AS SELECT where the face refuses, or where what became of the table can't be told: what is not provably the
 * statement's own and empty is kept. Beside {@link TableCreationTest}, whose catalogs work.
 */
@ExtendWith(SharedLinks.class)
class CreationDoubtsTest {
    private static final String FILLED = "AS SELECT id FROM carbon.hr.t";
    private static final String FAILING = "AS SELECT CAST(name AS INT) AS id FROM carbon.hr.t";
    private static final AtomicInteger NUMBER = new AtomicInteger();

    private final String table = "doubted" + NUMBER.incrementAndGet();
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

    /** Before a catalog that can't stage. */
    private void have(Rule rule) {
        proxy.have((request, face) -> request.stages() ? Reply.error(501, "no") : rule.reply(request, face));
    }

    @Test
    void T27_a_creation_that_did_not_take_place_is_an_error(Linked linked) {
        have((request, face) -> request.creates() ? Reply.error(500, "no") : face.apply(request));

        Timed.assertRefused(create(linked, "CREATE TABLE", FILLED), "CARBON_FACE_UNAVAILABLE");

        assertThat(tables(linked)).doesNotContain(table);
    }

    @Test
    void T27_a_staged_table_whose_commit_is_in_conflict_is_not_there(Linked linked) {
        proxy.have((request, face) ->
                request.commits(table) ? Reply.error(409, "at s3://somewhere") : face.apply(request));

        Answer answer = create(linked, "CREATE TABLE", FILLED);

        assertThat(answer.isError()).isTrue();
        assertThat(answer.message()).doesNotContain("s3://");
        assertThat(tables(linked)).doesNotContain(table);
    }

    @Test
    void T27_a_created_table_whose_commit_is_refused_is_kept_empty_and_marked(Linked linked) {
        have((request, face) -> request.commits(table) ? Reply.error(403, "no") : face.apply(request));

        Timed.assertRefused(create(linked, "CREATE TABLE", FILLED), "CARBON_ACCESS_DENIED");

        assertThat(count(linked)).isEqualTo("[[0]]");
        assertThat(run(linked, "SHOW TBLPROPERTIES carbon.hr." + table).rows().toString())
                .contains("carbon.creation", "pending");
    }

    @ParameterizedTest
    @ValueSource(ints = {403, 500})
    void T27_a_table_that_could_not_be_replaced_is_what_it_was(int status, Linked linked) {
        run(linked, "CREATE TABLE carbon.hr." + table + " USING iceberg AS SELECT 7 AS old");
        proxy.have((request, face) -> request.commits(table) ? Reply.error(status, "no") : face.apply(request));

        for (String verb : new String[] {"CREATE OR REPLACE TABLE", "REPLACE TABLE"}) {
            assertThat(create(linked, verb, FILLED).isError()).isTrue();
        }

        proxy.have(Rule.NONE);
        assertThat(run(linked, "SELECT old FROM carbon.hr." + table).rows()).containsExactly("[7]");
    }

    @Test
    void T27_a_drop_whose_answer_is_lost_was_one(Linked linked) {
        have((request, face) -> {
            Reply said = face.apply(request);
            return request.method().equals("DELETE") ? Reply.error(500, "no") : said;
        });

        assertThat(create(linked, "CREATE TABLE", FAILING).errorClass()).isEqualTo("CAST_INVALID_INPUT");

        assertThat(tables(linked)).doesNotContain(table);
    }

    @Test
    void T27_a_table_that_can_t_be_looked_at_is_kept(Linked linked) {
        haveOnceCreated(
                (request, face) -> request.method().equals("GET") ? Reply.error(500, "no") : face.apply(request));

        assertThat(create(linked, "CREATE TABLE", FAILING).isError()).isTrue();

        assertThat(tables(linked)).contains(table);
    }

    @Test
    void T27_a_table_that_somebody_else_wrote_to_is_kept(Linked linked) {
        AtomicBoolean written = new AtomicBoolean();
        haveOnceCreated((request, face) -> {
            if (request.method().equals("GET") && written.compareAndSet(false, true)) {
                linked.engine()
                        .platform()
                        .face()
                        .catalog()
                        .loadTable(TableIdentifier.of("hr", table))
                        .newAppend()
                        .commit();
            }
            return face.apply(request);
        });

        assertThat(create(linked, "CREATE TABLE", FAILING).errorClass()).isEqualTo("CAST_INVALID_INPUT");

        assertThat(written).isTrue();
        assertThat(tables(linked)).contains(table);
        assertThat(run(linked, "SELECT count(*) FROM carbon.hr." + table + ".snapshots")
                        .rows())
                .containsExactly("[1]");
    }

    /** What follows on the table, once it is created. */
    private void haveOnceCreated(Rule rule) {
        AtomicBoolean created = new AtomicBoolean();
        have((Request request, Function<Request, Reply> face) -> {
            boolean follows = created.get() && request.path().endsWith("/tables/" + table);
            created.compareAndSet(false, request.creates());
            return follows ? rule.reply(request, face) : face.apply(request);
        });
    }

    private Answer create(Linked linked, String verb, String rest) {
        return statement(linked, verb + " carbon.hr." + table + " USING iceberg " + rest);
    }

    private String count(Linked linked) {
        proxy.have(Rule.NONE);
        return run(linked, "SELECT count(*) FROM carbon.hr." + table).rows().toString();
    }

    private String tables(Linked linked) {
        proxy.have(Rule.NONE);
        return run(linked, "SHOW TABLES IN carbon.hr").rows().toString();
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
}
