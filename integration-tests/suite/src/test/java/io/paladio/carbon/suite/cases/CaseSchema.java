package io.paladio.carbon.suite.cases;

import static org.assertj.core.api.Assertions.assertThat;

import io.paladio.carbon.suite.fixture.Answer;
import io.paladio.carbon.suite.fixture.Engine;
import io.paladio.carbon.suite.fixture.PolicyFolder;
import io.paladio.carbon.suite.fixture.SqlClient;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * The schema {@code carbon.cases}, in which each test makes its own tables: dan has no grant on it, admin and alice are under no
 * policy, bob is under all of them. Stateless.
 */
final class CaseSchema {
    private static final String NAME = "carbon.cases";

    private CaseSchema() {}

    /** Makes the schema where there is none yet, and in it, as admin, what the statements make. */
    static void make(Engine engine, String... statements) {
        SqlClient admin = engine.as("admin");
        if (admin.sql("DESCRIBE NAMESPACE " + NAME).isError()) {
            done(admin, "CREATE NAMESPACE " + NAME);
            PolicyFolder.of(engine).deny(NAME, "dan");
        }
        for (String statement : statements) {
            done(admin, statement);
        }
    }

    /** Runs a statement that must not fail. */
    static void done(SqlClient client, String statement) {
        rows(client, statement);
    }

    /** The rows of an answer that must be one, sorted. */
    static List<String> rows(SqlClient client, String query) {
        Answer answer = client.sql(query);
        assertThat(answer.isError()).as("%s", answer).isFalse();
        return answer.sortedRows();
    }

    /** The statement ends with this error class, and its SQLSTATE stands in the message. */
    static void refused(SqlClient client, String statement, String errorClass) {
        Answer answer = client.sql(statement);
        assertThat(answer.errorClass()).as("%s", answer).isEqualTo(errorClass);
        assertThat(answer.message()).contains("SQLSTATE: " + answer.sqlState());
    }

    /**
     * The theorem on one query, and the proof that the query could have told: bob's answer from the governed table is anybody's
     * from the copy made for him by hand, and is not alice's, whom no policy binds (case 130).
     *
     * @param query with {@code $t} where the table's name stands
     */
    static void sameAsByHand(Engine engine, String query, String table, String copy) {
        CompletableFuture<Answer> bobs = asked(engine, "bob", query.replace("$t", table));
        CompletableFuture<Answer> admins = asked(engine, "admin", query.replace("$t", copy));
        Answer raw = engine.as("alice").sql(query.replace("$t", table));
        Answer governed = bobs.join();
        Answer byHand = admins.join();

        assertThat(byHand.isError()).as("%s", byHand).isFalse();
        assertThat(governed.isError()).as("%s", governed).isFalse();
        assertThat(governed.sortedRows()).as("%s", governed).isEqualTo(byHand.sortedRows());
        assertThat(governed.columns()).isEqualTo(byHand.columns());
        assertThat(raw.sortedRows())
                .as("a query that shows no difference without a policy proves nothing")
                .isNotEqualTo(governed.sortedRows());
    }

    private static CompletableFuture<Answer> asked(Engine engine, String principal, String query) {
        return CompletableFuture.supplyAsync(() -> engine.as(principal).sql(query));
    }
}
