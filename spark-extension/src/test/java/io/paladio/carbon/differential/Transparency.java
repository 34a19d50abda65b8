package io.paladio.carbon.differential;

import io.paladio.carbon.spark.TestEngine;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.spark.sql.SparkSession;

/** The same statement planned under all of ours, and by the same Spark without a part of it, over the same tables. Used by one thread. */
final class Transparency {
    /** Spark plans some statements in more than one way: what it infers hangs on the numbers that it gives out. */
    private static final int WAYS = 20;

    private final SparkSession governed = TestEngine.session("bob");
    private final SparkSession plain = Engines.plain(PlainCatalog.class);

    Transparency() {
        ((org.apache.spark.sql.classic.SparkSession) governed).sparkContext().setLogLevel("OFF");
    }

    /**
     * The optimized plans of a statement, one line a node; an error class in place of a plan that there is none of.
     *
     * @param governed as ours comes out
     * @param plain as it comes out without us
     */
    record Plans(List<String> governed, List<String> plain) {
        /** The nodes at which they part, empty where they are the same. */
        Optional<String> difference() {
            int alike = 0;
            while (alike < governed.size()
                    && alike < plain.size()
                    && governed.get(alike).equals(plain.get(alike))) {
                alike++;
            }
            return governed.equals(plain)
                    ? Optional.empty()
                    : Optional.of(line(governed, alike) + "\n in place of\n" + line(plain, alike));
        }

        private static String line(List<String> plan, int at) {
            return at < plan.size() ? plan.get(at) : "nothing";
        }

        boolean isPlanned() {
            return plain.size() > 1;
        }
    }

    void use(String schema) {
        governed.sql("USE carbon." + schema);
        plain.sql("USE carbon." + schema);
    }

    /** One plan of ours, and the one of Spark's own ways that is the same, if there is any. */
    Plans plans(String sql, Modes modes) {
        List<String> ours = optimized(governed, sql, modes.settings());
        Plans plans = new Plans(ours, optimized(plain, sql, modes.settings()));
        for (int way = 1; way < WAYS && plans.difference().isPresent(); way++) {
            plans = new Plans(ours, optimized(plain, sql, modes.settings()));
        }
        return plans;
    }

    private static List<String> optimized(SparkSession session, String sql, Map<String, String> settings) {
        settings.forEach((key, value) -> session.conf().set(key, value));
        try {
            return PlanText.of(((org.apache.spark.sql.classic.Dataset<?>) session.sql(sql))
                    .queryExecution()
                    .optimizedPlan());
        } catch (Exception failure) {
            return List.of(Engine.condition(failure));
        }
    }
}
