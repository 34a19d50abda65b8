package io.paladio.carbon.index.jdbc;

import io.paladio.carbon.index.AnswerReader;
import io.paladio.carbon.index.KnownDocuments;
import io.paladio.carbon.index.QuestionWriter;
import io.paladio.carbon.index.ResolveAnswer;
import io.paladio.carbon.index.ResolveRequest;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * What Index in Postgres knows of the past: what was in force at a moment, every version of a policy, decisions. For auditors, whose
 * login has the role {@code carbon_auditor}; never called by the engine. Thread-safe.
 */
public final class IndexHistory {
    private static final String RESOLVE = "SELECT carbon_index.resolve_at(?::jsonb, ?)";
    private static final String DECISIONS =
            "SELECT record FROM carbon_index.decisions WHERE statement_id = ? ORDER BY decision_id";
    private static final String VERSION =
            "SELECT document FROM carbon_index.policy_versions WHERE policy_id = ? AND version = ?";
    private static final String NOTHING_KNOWN = "22008";
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final IndexDataSource source;

    /** The history behind this URL; the password is asked for with each connection. */
    public IndexHistory(String url, String user, Supplier<String> password) {
        this.source = new IndexDataSource(url, user, password, PATIENCE);
    }

    /** Index does not answer, or not this login. Immutable. */
    public static final class Silent extends Exception {
        private static final long serialVersionUID = 1L;

        private Silent(SQLException failure) {
            super(
                    "Index does not tell of the past, its database's code is " + failure.getSQLState()
                            + ". Check the address, the login and that it has the role carbon_auditor.",
                    null,
                    false,
                    false);
        }

        /** What is the matter, in sentences. */
        public String problem() {
            return String.valueOf(getMessage());
        }
    }

    /** What Index would have answered then; empty for moments before it kept its history, and for those to come. */
    public Optional<ResolveAnswer> resolve(ResolveRequest request, Instant moment) throws Silent {
        try {
            String json = only(RESOLVE, QuestionWriter.write(request, Map.of()), moment.atOffset(ZoneOffset.UTC))
                    .get(0);
            return Optional.of(AnswerReader.read(json, request, Map.of(), new KnownDocuments()));
        } catch (SQLException failure) {
            if (NOTHING_KNOWN.equals(failure.getSQLState())) {
                return Optional.empty();
            }
            throw new Silent(failure);
        }
    }

    /** The decision records of a statement, as JSON, the oldest first. */
    public List<String> decisions(String statement) throws Silent {
        return told(DECISIONS, statement);
    }

    /** The document of a version, if there is one. */
    public Optional<String> document(String policy, int version) throws Silent {
        return told(VERSION, policy, version).stream().findFirst();
    }

    private List<String> told(String query, Object... arguments) throws Silent {
        try {
            return only(query, arguments);
        } catch (SQLException failure) {
            throw new Silent(failure);
        }
    }

    private List<String> only(String query, Object... arguments) throws SQLException {
        try (Connection connection = source.getConnection();
                PreparedStatement asked = connection.prepareStatement(query)) {
            for (int index = 0; index < arguments.length; index++) {
                asked.setObject(index + 1, arguments[index]);
            }
            List<String> answers = new ArrayList<>();
            try (ResultSet rows = asked.executeQuery()) {
                while (rows.next()) {
                    answers.add(rows.getString(1));
                }
            }
            return answers;
        }
    }
}
