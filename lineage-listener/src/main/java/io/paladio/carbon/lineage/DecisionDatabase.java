package io.paladio.carbon.lineage;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;

/** Decision records in Index, by its function {@code carbon_index.record_decision}. */
final class DecisionDatabase implements Delivery {
    private static final String RECORD = "SELECT carbon_index.record_decision(?::jsonb)";
    private static final int DEADLINE_SECONDS = 5;

    private final ConnectionSource connections;

    DecisionDatabase(ConnectionSource connections) {
        this.connections = connections;
    }

    @Override
    public void deliver(StatementRecord statement) throws SQLException {
        try (Connection connection = connections.open();
                PreparedStatement call = connection.prepareStatement(RECORD)) {
            call.setQueryTimeout(DEADLINE_SECONDS);
            call.setString(1, DecisionJson.of(statement));
            call.execute();
            if (!connection.getAutoCommit()) {
                connection.commit();
            }
        }
    }

    @Override
    public void close() {
        // The pool belongs to whoever made it.
    }
}
