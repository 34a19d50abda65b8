package io.paladio.carbon.spark.identity;

import io.paladio.carbon.spark.catalyst.ConnectInternals;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.spark.sql.connect.service.SessionHolderInfo;

/** What Spark Connect says about its own sessions. Thread-safe. */
final class ConnectSessions {
    /** A session as Spark Connect keys it. */
    record Key(String user, String session) {}

    private ConnectSessions() {}

    static boolean isRunning() {
        return ConnectInternals.isRunning();
    }

    /** The key of the live session whose Spark session has this id. */
    static Optional<Key> holding(String sparkSessionId) {
        return ConnectInternals.sessions().stream()
                .filter(info -> info.serverSessionId().equals(sparkSessionId))
                .findFirst()
                .map(ConnectSessions::key);
    }

    static Set<Key> live() {
        return ConnectInternals.sessions().stream().map(ConnectSessions::key).collect(Collectors.toUnmodifiableSet());
    }

    private static Key key(SessionHolderInfo info) {
        return new Key(info.userId(), info.sessionId());
    }
}
