package io.paladio.carbon.differential;

import io.paladio.carbon.spark.TestEngine;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.spark.sql.SparkSession;

/** The same statement planned under all of ours, and by the same Spark without a part of it, over the same tables. Used by one thread. */
final class Transparency {
    /** Spark plans some statements in several ways: what it infers, and in which order, hangs on the numbers that it gives out. */
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

    /** A plan that both make, if there is one; else the first of each. */
    Plans plans(String sql, Modes modes) {
        List<List<String>> ours = new ArrayList<>();
        List<List<String>> theirs = new ArrayList<>();
        for (int way = 0; way < WAYS; way++) {
            ours.add(optimized(governed, sql, modes.settings()));
            theirs.add(optimized(plain, sql, modes.settings()));
            Optional<List<String>> common =
                    ours.stream().filter(theirs::contains).findFirst();
            if (common.isPresent()) {
                return new Plans(common.get(), common.get());
            }
        }
        return new Plans(ours.get(0), theirs.get(0));
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
