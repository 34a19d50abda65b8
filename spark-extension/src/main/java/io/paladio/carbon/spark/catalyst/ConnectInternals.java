package io.paladio.carbon.spark.catalyst;

import java.util.Arrays;
import java.util.List;
import org.apache.spark.SparkThrowable;
import org.apache.spark.sql.catalyst.trees.SQLQueryContext;
import org.apache.spark.sql.connect.service.SessionHolderInfo;
import org.apache.spark.sql.connect.service.SessionKey;
import org.apache.spark.sql.connect.service.SparkConnectService$;
import org.apache.spark.sql.connect.utils.ErrorUtils$;
import org.jspecify.annotations.Nullable;
import org.sparkproject.connect.google_protos.rpc.Status;
import scala.Option;

/** What only Spark Connect's own objects know: its sessions, and how it tells a client of an error. Stateless. */
public final class ConnectInternals {
    private static final int MOST_CAUSES = 20;

    private ConnectInternals() {}

    /** Whether this application serves Spark Connect. */
    public static boolean isRunning() {
        return SparkConnectService$.MODULE$.started();
    }

    /** The sessions that are open now. */
    public static List<SessionHolderInfo> sessions() {
        return ScalaInterop.list(SparkConnectService$.MODULE$.sessionManager().listActiveSessions());
    }

    /** How many statements of a principal run, or wait for their client to take what they answered. */
    public static long statements(String principal) {
        return isRunning()
                ? ScalaInterop.list(
                                SparkConnectService$.MODULE$.executionManager().listExecuteHolders())
                        .stream()
                        .filter(held -> held.sessionHolder().userId().equals(principal))
                        .count()
                : 0;
    }

    /** Takes the errors out of those that Spark keeps for a session's client to ask about whose texts are longer than this. */
    public static void forgetLongErrors(String principal, String session, int longest) {
        ScalaInterop.optional(SparkConnectService$.MODULE$
                        .sessionManager()
                        .getIsolatedSessionIfPresent(new SessionKey(principal, session)))
                .ifPresent(held -> held.errorIdToError().asMap().values().removeIf(error -> length(error) > longest));
    }

    /** The characters of what an error and its causes say, and of the statements that they are about. */
    private static long length(@Nullable Throwable error) {
        long length = 0;
        int causes = 0;
        for (Throwable each = error; each != null && causes < MOST_CAUSES; each = each.getCause()) {
            length += String.valueOf(each.getMessage()).length();
            length += each instanceof SparkThrowable told ? statements(told) : 0;
            causes++;
        }
        return length;
    }

    private static long statements(SparkThrowable error) {
        return Arrays.stream(error.getQueryContext())
                .filter(SQLQueryContext.class::isInstance)
                .mapToLong(context -> ScalaInterop.optional(((SQLQueryContext) context).sqlText())
                        .orElse("")
                        .length())
                .sum();
    }

    /** The error as Spark tells it, with error class and SQLSTATE in its details. */
    public static Status status(Throwable error) {
        return ErrorUtils$.MODULE$.buildStatusFromThrowable(error, Option.empty());
    }
}
