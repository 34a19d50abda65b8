package io.paladio.carbon.index.jdbc;

import io.paladio.carbon.policy.check.KnownNames;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * Puts policies into Index in Postgres: each version is kept for ever, and the one that is put last is live. For whoever keeps
 * policies, whose login may write; never called by the engine. Thread-safe.
 */
public final class PolicyStore {
    private static final String LIVE = "SELECT v.version, v.etag FROM carbon_index.policies p"
            + " JOIN carbon_index.policy_versions v ON v.policy_id = p.policy_id AND v.version = p.live_version"
            + " WHERE p.policy_id = ?";
    private static final String PUT = "SELECT carbon_index.put_policy(?::jsonb)";
    private static final String UNIQUE_VIOLATION = "23505";
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final IndexDataSource source;

    /** The store behind this URL; the password is asked for with each connection. */
    public PolicyStore(String url, String user, Supplier<String> password) {
        this.source = new IndexDataSource(url, user, password, PATIENCE);
    }

    /** A document to put. */
    public record Version(String id, int version, String document) {}

    /** What became of a document. */
    public enum Outcome {
        /** It is live as it was. */
        UNCHANGED,
        /** It is live now. */
        APPLIED
    }

    /** Nothing was put. Immutable. */
    public static final class Refused extends Exception {
        private static final long serialVersionUID = 1L;

        private final Reason reason;

        private Refused(Reason reason, String problem) {
            super(problem, null, false, false);
            this.reason = reason;
        }

        public Reason reason() {
            return reason;
        }

        /** What is the matter, in sentences. */
        public String problem() {
            return String.valueOf(getMessage());
        }
    }

    /** Why nothing was put. */
    public enum Reason {
        /** A document stands against what Index holds. */
        CONFLICT,
        /** Index is not there, or does not let this login write. */
        UNAVAILABLE
    }

    /**
     * The names that a policy may use.
     *
     * @throws Refused where this login may not read them, or Index can't be reached
     */
    public KnownNames names() throws Refused {
        try (Connection connection = source.getConnection()) {
            return NameQuery.ask(connection);
        } catch (SQLException failure) {
            throw new Refused(
                    Reason.UNAVAILABLE,
                    "Index can't be asked which groups, principals and tags it holds, its database's code is "
                            + failure.getSQLState() + ". Check the address, the login and that it may read"
                            + " carbon_index.groups, principals, grants, tags and taggings. Nothing was applied.");
        }
    }

    /**
     * Makes all these versions live, or none of them.
     *
     * @throws Refused where Index does not take one of them, or can't be reached
     */
    public List<Outcome> put(List<Version> versions) throws Refused {
        try (Connection connection = source.getConnection()) {
            connection.setAutoCommit(false);
            List<Outcome> outcomes = new ArrayList<>();
            for (Version version : versions) {
                outcomes.add(put(connection, version));
            }
            connection.commit();
            return List.copyOf(outcomes);
        } catch (SQLException failure) {
            throw new Refused(
                    Reason.UNAVAILABLE,
                    "Index can't be written, its database's code is " + failure.getSQLState()
                            + ". Check the address, the login and its rights. Nothing was applied.");
        }
    }

    private static Outcome put(Connection connection, Version version) throws SQLException, Refused {
        String before = live(connection, version.id());
        try (PreparedStatement put = connection.prepareStatement(PUT)) {
            put.setString(1, version.document());
            put.executeQuery().close();
        } catch (SQLException failure) {
            if (UNIQUE_VIOLATION.equals(failure.getSQLState())) {
                throw new Refused(
                        Reason.CONFLICT,
                        "Version " + version.version() + " of policy " + version.id()
                                + " is in Index and is another. Write a higher version. Nothing was applied.");
            }
            throw failure;
        }
        return before.equals(live(connection, version.id())) ? Outcome.UNCHANGED : Outcome.APPLIED;
    }

    private static String live(Connection connection, String id) throws SQLException {
        try (PreparedStatement query = connection.prepareStatement(LIVE)) {
            query.setString(1, id);
            try (ResultSet rows = query.executeQuery()) {
                return rows.next() ? rows.getInt(1) + " " + rows.getString(2) : "";
            }
        }
    }
}
