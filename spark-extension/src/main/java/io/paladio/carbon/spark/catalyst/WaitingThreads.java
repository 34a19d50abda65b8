package io.paladio.carbon.spark.catalyst;

import java.util.List;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.apache.spark.sql.execution.SubqueryBroadcastExec$;
import org.apache.spark.sql.execution.SubqueryExec$;
import org.apache.spark.sql.execution.adaptive.ResultQueryStageExec$;
import org.apache.spark.sql.execution.exchange.BroadcastExchangeExec$;
import org.apache.spark.sql.execution.exchange.ShuffleExchangeExec$;
import scala.concurrent.ExecutionContextExecutorService;
import scala.concurrent.impl.ExecutionContextImpl;

/**
 * Gives the threads of Spark that wait for one another enough company. A sub-query is worked out on one of 16 threads that all sessions share,
 * and there it waits for those within it, which need a thread of the same: sixteen that wait, of one statement or of several, would wait for
 * ever, and every later sub-query of everybody behind them. The threads for broadcasts, shuffles and results wait for sub-queries in turn.
 * Stateless.
 */
public final class WaitingThreads {
    /** More than all that a statement may read have sub-queries for. */
    static final int MOST = 8_192;

    /** These pools start a thread for each task; none stays for long. */
    private static final long IDLE_SECONDS = 1;

    private WaitingThreads() {}

    /** Asked once, when the engine starts. */
    public static void provide() {
        pools().forEach(pool -> {
            pool.setKeepAliveTime(IDLE_SECONDS, TimeUnit.SECONDS);
            pool.setMaximumPoolSize(MOST);
            pool.setCorePoolSize(MOST);
        });
    }

    static List<ThreadPoolExecutor> pools() {
        return List.of(
                pool(SubqueryExec$.MODULE$.executionContext()),
                pool(SubqueryBroadcastExec$.MODULE$.executionContext()),
                pool(BroadcastExchangeExec$.MODULE$.executionContext()),
                pool(ShuffleExchangeExec$.MODULE$.executionContext()),
                pool(ResultQueryStageExec$.MODULE$.executionContext()));
    }

    private static ThreadPoolExecutor pool(ExecutionContextExecutorService context) {
        return (ThreadPoolExecutor) ((ExecutionContextImpl) context).executor();
    }
}
