package io.paladio.carbon.differential;

import io.paladio.carbon.differential.Outcome.Failure;
import io.paladio.carbon.differential.Outcome.Rows;
import java.util.HashMap;
import java.util.Map;
import org.apache.spark.SparkThrowable;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/** One Spark that statements run on. Used by one thread at a time. */
final class Engine {
    private final SparkSession session;
    private final Map<String, String> set = new HashMap<>();

    Engine(SparkSession session) {
        this.session = session;
    }

    Outcome run(String sql, Map<String, String> settings) {
        settings.forEach((key, value) -> {
            if (!value.equals(set.put(key, value))) {
                session.conf().set(key, value);
            }
        });
        try {
            Dataset<Row> rows = session.sql(sql);
            return new Rows(
                    rows.schema(),
                    rows.collectAsList().stream().map(RowText::of).toList());
        } catch (Exception failure) {
            return new Failure(condition(failure), String.valueOf(failure.getMessage()));
        }
    }

    private static String condition(Throwable failure) {
        for (Throwable each = failure; each != null; each = each.getCause()) {
            if (each instanceof SparkThrowable spark && spark.getCondition() != null) {
                return spark.getCondition();
            }
        }
        return failure.getClass().getName();
    }
}
