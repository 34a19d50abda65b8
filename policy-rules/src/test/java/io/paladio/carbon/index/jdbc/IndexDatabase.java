package io.paladio.carbon.index.jdbc;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;

/** A real Postgres with the reference schema, and a login that is the engine and no more. One for each test class. */
final class IndexDatabase implements AutoCloseable {
    static final String ENGINE = "engine";
    static final String PASSWORD = "engine-password";

    private final EmbeddedPostgres postgres;

    IndexDatabase() throws IOException, SQLException {
        postgres = EmbeddedPostgres.builder().start();
        try (Connection connection = owner()) {
            IndexSchema.migrate(connection);
        }
        run("CREATE ROLE engine LOGIN PASSWORD '" + PASSWORD + "' IN ROLE carbon_engine");
        askEngineForItsPassword();
    }

    private void askEngineForItsPassword() throws IOException, SQLException {
        Path rules = Path.of(ask("SHOW hba_file"));
        Files.writeString(rules, "host all " + ENGINE + " all scram-sha-256\n" + Files.readString(rules));
        run("SELECT pg_reload_conf()");
    }

    Connection owner() throws SQLException {
        return postgres.getPostgresDatabase().getConnection();
    }

    Connection engine() throws SQLException {
        return DriverManager.getConnection(url(), ENGINE, PASSWORD);
    }

    int port() {
        return postgres.getPort();
    }

    String url() {
        return "jdbc:postgresql://localhost:" + port() + "/postgres";
    }

    JdbcPolicySource source(Duration timeout) {
        return new JdbcPolicySource(url(), ENGINE, () -> PASSWORD, timeout);
    }

    void run(String sql) throws SQLException {
        try (Connection connection = owner();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    String ask(String sql, String... arguments) throws SQLException {
        try (Connection connection = owner();
                PreparedStatement statement = connection.prepareStatement(sql)) {
            for (int index = 0; index < arguments.length; index++) {
                statement.setString(index + 1, arguments[index]);
            }
            try (ResultSet rows = statement.executeQuery()) {
                rows.next();
                return rows.getString(1);
            }
        }
    }

    String putPolicy(String document) throws SQLException {
        return ask("SELECT carbon_index.put_policy(?::jsonb)", document);
    }

    @Override
    public void close() throws IOException {
        postgres.close();
    }
}
