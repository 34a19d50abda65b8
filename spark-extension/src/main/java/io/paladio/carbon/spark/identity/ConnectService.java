package io.paladio.carbon.spark.identity;

/** Whether Spark Connect serves this application. Its classes may be missing where it does not. */
public final class ConnectService {
    private ConnectService() {}

    /** True from the service's start on. */
    public static boolean isRunning() {
        try {
            return ConnectSessions.isRunning();
        } catch (LinkageError absent) {
            return false;
        }
    }
}
