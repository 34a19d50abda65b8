package io.paladio.carbon.spark.catalyst;

import java.util.List;
import org.apache.spark.sql.connect.service.SessionHolderInfo;
import org.apache.spark.sql.connect.service.SparkConnectService$;
import org.apache.spark.sql.connect.utils.ErrorUtils$;
import org.sparkproject.connect.google_protos.rpc.Status;
import scala.Option;

/** What only Spark Connect's own objects know: its sessions, and how it tells a client of an error. Stateless. */
public final class ConnectInternals {
    private ConnectInternals() {}

    /** Whether this application serves Spark Connect. */
    public static boolean isRunning() {
        return SparkConnectService$.MODULE$.started();
    }

    /** The sessions that are open now. */
    public static List<SessionHolderInfo> sessions() {
        return ScalaInterop.list(SparkConnectService$.MODULE$.sessionManager().listActiveSessions());
    }

    /** The error as Spark tells it, with error class and SQLSTATE in its details. */
    public static Status status(Throwable error) {
        return ErrorUtils$.MODULE$.buildStatusFromThrowable(error, Option.empty());
    }
}
