package io.paladio.carbon.suite.bench;

import io.paladio.carbon.index.jdbc.IndexSchema;
import io.paladio.carbon.index.jdbc.JdbcPolicySource;
import io.paladio.carbon.platform.index.ScaledIndex;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;

/** An Index of a size, in a Postgres of its own. Used by one thread. */
final class ScaledDatabase implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final EmbeddedPostgres postgres;

    private ScaledDatabase(EmbeddedPostgres postgres) {
        this.postgres = postgres;
    }

    static ScaledDatabase of(ScaledIndex size) throws IOException, SQLException {
        EmbeddedPostgres postgres = EmbeddedPostgres.builder().start();
        try (Connection owner = postgres.getPostgresDatabase().getConnection();
                Statement statement = owner.createStatement()) {
            IndexSchema.migrate(owner);
            size.fill(owner);
            statement.execute("CREATE ROLE engine LOGIN IN ROLE carbon_engine");
            return new ScaledDatabase(postgres);
        } catch (SQLException | RuntimeException notFilled) {
            postgres.close();
            throw notFilled;
        }
    }

    /** As the engine asks it; knows nothing yet. */
    JdbcPolicySource source() {
        String url = "jdbc:postgresql://localhost:" + postgres.getPort() + "/postgres";
        return new JdbcPolicySource(url, "engine", () -> "", PATIENCE);
    }

    @Override
    public void close() {
        try {
            postgres.close();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
