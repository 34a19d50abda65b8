package io.paladio.carbon.index.jdbc;

import io.paladio.carbon.policy.Fingerprint;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Optional;

/**
 * Brings the reference schema of Index to the version of this release; for installation and tests, never called by the engine,
 * whose role may not.
 *
 * <p>A migration runs once, in one transaction, and never changes afterwards; two runs at a time wait for each other.
 */
public final class IndexSchema {
    private static final List<String> MIGRATIONS = List.of("V1__carbon_index.sql", "V2__history.sql");

    private IndexSchema() {}

    /** Applies what is missing; all of it or nothing. The connection's owner becomes the schema's owner. */
    public static void migrate(Connection connection) throws SQLException {
        boolean autoCommit = connection.getAutoCommit();
        connection.setAutoCommit(false);
        try {
            prepare(connection);
            for (int index = 0; index < MIGRATIONS.size(); index++) {
                apply(connection, index + 1, MIGRATIONS.get(index));
            }
            connection.commit();
        } catch (SQLException | RuntimeException failure) {
            connection.rollback();
            throw failure;
        } finally {
            connection.setAutoCommit(autoCommit);
        }
    }

    private static void prepare(Connection connection) throws SQLException {
        execute(connection, "SELECT pg_advisory_xact_lock(hashtext('carbon_index'))");
        execute(connection, "CREATE SCHEMA IF NOT EXISTS carbon_index");
        execute(connection, """
                CREATE TABLE IF NOT EXISTS carbon_index.schema_version (
                    version integer PRIMARY KEY,
                    checksum text NOT NULL,
                    applied_at timestamptz NOT NULL DEFAULT now())""");
    }

    private static void apply(Connection connection, int version, String name) throws SQLException {
        String script = script(name);
        String checksum = new Fingerprint().list("migration", List.of(script)).etag();
        Optional<String> applied = checksumOf(connection, version);
        if (applied.isEmpty()) {
            execute(connection, script);
            record(connection, version, checksum);
        } else if (!applied.get().equals(checksum)) {
            throw new SQLException("version " + version + " of the schema carbon_index is not the one of this release");
        }
    }

    private static Optional<String> checksumOf(Connection connection, int version) throws SQLException {
        try (PreparedStatement query =
                connection.prepareStatement("SELECT checksum FROM carbon_index.schema_version WHERE version = ?")) {
            query.setInt(1, version);
            try (ResultSet rows = query.executeQuery()) {
                return rows.next() ? Optional.of(rows.getString(1)) : Optional.empty();
            }
        }
    }

    private static void record(Connection connection, int version, String checksum) throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement(
                "INSERT INTO carbon_index.schema_version (version, checksum) VALUES (?, ?)")) {
            insert.setInt(1, version);
            insert.setString(2, checksum);
            insert.executeUpdate();
        }
    }

    private static void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static String script(String name) {
        try (InputStream script = IndexSchema.class.getResourceAsStream("/carbon_index/" + name)) {
            if (script == null) {
                throw new IllegalStateException("the release lacks its migration " + name);
            }
            return new String(script.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
