package io.paladio.carbon.spark.catalyst;

import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerEvent;
import org.apache.spark.sql.connect.service.SessionHolderInfo;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tells when Spark Connect has closed a session. Lets no error out: one on a listener's thread stops the SparkContext. */
final class ClosedSessions extends SparkListener {
    private static final Logger LOG = LoggerFactory.getLogger(ClosedSessions.class);
    private static final String CLOSED = "org.apache.spark.sql.connect.service.SparkListenerConnectSessionClosed";

    private final Runnable told;

    ClosedSessions(Runnable told) {
        this.told = told;
    }

    @Override
    public void onOtherEvent(SparkListenerEvent event) {
        try {
            if (event.getClass().getName().equals(CLOSED)) {
                told.run();
            }
        } catch (Throwable failure) {
            LOG.warn(
                    "What a closed session has cached was not let go: {}",
                    failure.getClass().getName());
        }
    }

    /** Spark's ids of the sessions that are open; empty where Spark Connect serves nobody, and a session ends with its owner. */
    static Optional<Set<String>> open() {
        try {
            return ConnectInternals.isRunning()
                    ? Optional.of(ConnectInternals.sessions().stream()
                            .map(SessionHolderInfo::serverSessionId)
                            .collect(Collectors.toUnmodifiableSet()))
                    : Optional.empty();
        } catch (LinkageError absent) {
            return Optional.empty();
        }
    }
}
