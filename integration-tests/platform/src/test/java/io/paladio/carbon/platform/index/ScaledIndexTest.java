package io.paladio.carbon.platform.index;

import static org.assertj.core.api.Assertions.assertThat;

import io.paladio.carbon.index.ResolveRequest;
import io.paladio.carbon.index.TableAnswer;
import io.paladio.carbon.index.jdbc.IndexSchema;
import io.paladio.carbon.index.jdbc.JdbcPolicySource;
import io.paladio.carbon.policy.Caller;
import io.paladio.carbon.policy.Securable;
import io.paladio.carbon.policy.document.PolicyCandidate;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What is measured at scale is what is said: so many of everything, and policies that are valid. */
class ScaledIndexTest {
    @Test
    void everything_is_there_in_proportion_and_every_policy_is_valid() throws Exception {
        try (EmbeddedPostgres postgres = EmbeddedPostgres.builder().start();
                Connection owner = postgres.getPostgresDatabase().getConnection();
                Statement statement = owner.createStatement()) {
            IndexSchema.migrate(owner);
            new ScaledIndex(1_000).fill(owner);
            statement.execute("CREATE ROLE engine LOGIN IN ROLE carbon_engine");

            assertThat(counts(statement)).containsExactly(1_000L, 10_000L, 500L, 1_000L, 100L);
            List<PolicyCandidate> policies = ofTables(postgres.getPort());
            assertThat(policies)
                    .hasSizeGreaterThanOrEqualTo(6 * 15)
                    .allSatisfy(policy -> assertThat(policy).isInstanceOf(PolicyCandidate.Valid.class));
        }
    }

    private static List<Long> counts(Statement statement) throws SQLException {
        try (ResultSet row = statement.executeQuery(
                "SELECT (SELECT count(*) FROM carbon_index.securables WHERE kind = 'table'),"
                        + " (SELECT count(*) FROM carbon_index.tag_assignments WHERE column_path <> ''),"
                        + " (SELECT count(*) FROM carbon_index.policies WHERE live_version IS NOT NULL),"
                        + " (SELECT count(*) FROM carbon_index.principals), (SELECT count(*) FROM carbon_index.groups)")) {
            row.next();
            return List.of(row.getLong(1), row.getLong(2), row.getLong(3), row.getLong(4), row.getLong(5));
        }
    }

    private static List<PolicyCandidate> ofTables(int port) {
        Set<Securable> tables = Set.of(
                ScaledIndex.table(0),
                ScaledIndex.table(150),
                ScaledIndex.table(333),
                ScaledIndex.table(600),
                ScaledIndex.table(702),
                ScaledIndex.table(999));
        try (JdbcPolicySource source = new JdbcPolicySource(
                "jdbc:postgresql://localhost:" + port + "/postgres", "engine", () -> "", Duration.ofSeconds(20))) {
            Caller caller = new Caller(ScaledIndex.principal(7), Optional.empty(), Map.of());
            return source.resolve(new ResolveRequest(caller, tables)).tables().values().stream()
                    .map(TableAnswer::policies)
                    .flatMap(List::stream)
                    .toList();
        }
    }
}
