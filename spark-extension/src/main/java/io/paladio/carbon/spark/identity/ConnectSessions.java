package io.paladio.carbon.spark.identity;

import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.spark.sql.connect.service.SessionHolderInfo;
import org.apache.spark.sql.connect.service.SparkConnectService$;
import scala.jdk.javaapi.CollectionConverters;

/** What Spark Connect says about its own sessions. Exists to keep Spark's service object in one place. Thread-safe. */
final class ConnectSessions {
    /** A session as Spark Connect keys it. */
    record Key(String user, String session) {}

    private ConnectSessions() {}

    static boolean isRunning() {
        return SparkConnectService$.MODULE$.started();
    }

    /** The key of the live session whose Spark session has this id. */
    static Optional<Key> holding(String sparkSessionId) {
        return CollectionConverters.asJava(SparkConnectService$.MODULE$.sessionManager().listActiveSessions()).stream()
                .filter(info -> info.serverSessionId().equals(sparkSessionId))
                .findFirst()
                .map(ConnectSessions::key);
    }

    static Set<Key> live() {
        return CollectionConverters.asJava(SparkConnectService$.MODULE$.sessionManager().listActiveSessions()).stream()
                .map(ConnectSessions::key)
                .collect(Collectors.toUnmodifiableSet());
    }

    private static Key key(SessionHolderInfo info) {
        return new Key(info.userId(), info.sessionId());
    }
}
