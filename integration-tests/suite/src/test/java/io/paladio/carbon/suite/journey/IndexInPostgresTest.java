package io.paladio.carbon.suite.journey;

import static org.assertj.core.api.Assertions.assertThat;

import io.paladio.carbon.platform.EmbeddedPlatform;
import io.paladio.carbon.suite.fixture.Answer;
import io.paladio.carbon.suite.fixture.Engine;
import io.paladio.carbon.suite.fixture.IndexDatabase;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

/** The same journey with Index in Postgres, and what happens when Postgres changes its mind, dawdles, or goes. */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class IndexInPostgresTest {
    private static final String QUERY = "SELECT count(*) FROM carbon.hr.t";
    private static Engine engine;
    private static IndexDatabase index;

    @BeforeAll
    static void start_an_engine_on_postgres() {
        Path folder = Engine.newFolder();
        EmbeddedPlatform platform = Engine.startPlatform(folder);
        index = IndexDatabase.start(platform.indexFolder());
        Path password = index.passwordFile(folder);
        engine = Engine.on(
                platform,
                folder,
                server -> server.with("spark.carbon.index.source", "jdbc")
                        .without("spark.carbon.index.file.path")
                        .with("spark.carbon.index.jdbc.url", index.url())
                        .with("spark.carbon.index.jdbc.user", index.user())
                        .with("spark.carbon.index.jdbc.password-file", password.toString()));
    }

    @AfterAll
    static void stop() {
        engine.close();
        index.close();
    }

    @Test
    @Order(1)
    void three_people_see_what_each_may_see() {
        assertThat(engine.as("alice").sql(QUERY).rows()).containsExactly("[8]");
        assertThat(engine.as("bob")
                        .sql("SELECT id, ssn FROM carbon.hr.t ORDER BY id LIMIT 1")
                        .rows())
                .containsExactly("[1,\"nnn-nn-3333\"]");
        assertThat(engine.as("dan").sql(QUERY).errorClass()).isEqualTo("CARBON_ACCESS_DENIED");
    }

    @Test
    @Order(2)
    void S22_a_policy_that_is_retired_is_gone_for_the_next_statement_and_one_that_is_put_holds() {
        index.execute("SELECT carbon_index.retire_policy('pol_hr_engineering_only')");
        assertThat(engine.as("bob").sql(QUERY).rows()).containsExactly("[8]");

        index.execute("SELECT carbon_index.put_policy(?::jsonb)", """
                {"format": 1, "id": "pol_ops_only", "name": "ops_only", "version": 1, "type": "row_filter",
                 "mode": "restrictive", "enforcement": "enforce", "attach": {"securable": "carbon.hr.t", "inherit": true},
                 "columns": [{"alias": "d", "match": {"name": "dept"}, "cardinality": "exactly_one"}],
                 "to": {"principals": ["bob"]},
                 "expression": {"lang": "spark-sql-restricted/1", "sql": "d = 'ops'"}}""");
        assertThat(engine.as("bob").sql(QUERY).rows()).containsExactly("[2]");
    }

    @Test
    @Order(3)
    void T33_an_index_that_dawdles_refuses_within_its_deadline() {
        index.execute("ALTER FUNCTION carbon_index.resolve(jsonb) RENAME TO resolve_in_time");
        index.execute("CREATE FUNCTION carbon_index.resolve(jsonb) RETURNS jsonb LANGUAGE sql SECURITY DEFINER"
                + " AS 'SELECT carbon_index.resolve_in_time($1) FROM pg_sleep(30)'");
        index.execute("GRANT EXECUTE ON FUNCTION carbon_index.resolve(jsonb) TO carbon_engine");

        assertThat(withinFourSeconds().errorClass()).isEqualTo("CARBON_INDEX_UNAVAILABLE");

        index.execute("DROP FUNCTION carbon_index.resolve(jsonb)");
        index.execute("ALTER FUNCTION carbon_index.resolve_in_time(jsonb) RENAME TO resolve");
        assertThat(engine.as("alice").sql(QUERY).rows()).containsExactly("[8]");
    }

    @Test
    @Order(4)
    void T33_an_index_that_is_gone_refuses_within_its_deadline() {
        index.close();

        assertThat(withinFourSeconds().errorClass()).isEqualTo("CARBON_INDEX_UNAVAILABLE");
        assertThat(engine.as("alice").sql("SELECT 1").rows()).containsExactly("[1]");
    }

    private static Answer withinFourSeconds() {
        Instant start = Instant.now();
        Answer answer = engine.as("bob").sql(QUERY);
        assertThat(Duration.between(start, Instant.now())).as("%s", answer).isLessThan(Duration.ofSeconds(4));
        return answer;
    }
}
