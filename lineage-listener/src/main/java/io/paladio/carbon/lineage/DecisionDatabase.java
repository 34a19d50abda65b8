package io.paladio.carbon.lineage;

import io.paladio.carbon.lineage.spool.SpoolRecord;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Decision records in Index, by its function {@code carbon_index.record_decision}: many in one round trip and one transaction. The
 * same record twice is kept once there, so that a lost answer may be asked for again.
 */
final class DecisionDatabase implements Carrier {
    private static final String RECORD =
            "SELECT count(carbon_index.record_decision(record)) FROM jsonb_array_elements(?::jsonb) AS record";
    private static final int DEADLINE_SECONDS = 5;
    private static final int MOST = 100;
    /** Data exceptions, and constraints that are not met. */
    private static final List<String> ABOUT_THE_RECORD = List.of("22", "23");

    private final ConnectionSource connections;

    DecisionDatabase(ConnectionSource connections) {
        this.connections = connections;
    }

    @Override
    public int most() {
        return MOST;
    }

    /** All of them in one transaction, or, where Index will never take one of them, each by itself. */
    @Override
    public List<Fate> carry(List<SpoolRecord> records) {
        Fate together = insert(records);
        if (together.kind() == Kind.REFUSED && records.size() > 1) {
            return records.stream().map(record -> insert(List.of(record))).toList();
        }
        return Collections.nCopies(records.size(), together);
    }

    private Fate insert(List<SpoolRecord> records) {
        try (Connection connection = connections.open();
                PreparedStatement call = connection.prepareStatement(RECORD)) {
            call.setQueryTimeout(DEADLINE_SECONDS);
            call.setString(1, records.stream().map(SpoolRecord::text).collect(Collectors.joining(",", "[", "]")));
            call.execute();
            if (!connection.getAutoCommit()) {
                connection.commit();
            }
            return Fate.TAKEN;
        } catch (SQLException failure) {
            String code = String.valueOf(failure.getSQLState());
            String reason = "code " + code;
            return ABOUT_THE_RECORD.stream().anyMatch(code::startsWith) ? Fate.refused(reason) : Fate.failed(reason);
        }
    }
}
