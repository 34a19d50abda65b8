package io.paladio.carbon.differential;

import io.paladio.carbon.differential.Outcome.Failure;
import io.paladio.carbon.differential.Outcome.Rows;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;
import org.apache.spark.SparkThrowable;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/** One Spark that statements run on. Used by one thread at a time. */
final class Engine {
    private final SparkSession session;
    private final Function<Row, String> text;
    private final Map<String, String> set = new HashMap<>();

    /** @param text makes of rows that count as equal one text */
    Engine(SparkSession session, Function<Row, String> text) {
        this.session = session;
        this.text = text;
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
                    rows.schema(), rows.collectAsList().stream().map(text).toList());
        } catch (Exception failure) {
            return new Failure(condition(failure), String.valueOf(failure.getMessage()));
        }
    }

    /** The error class; the exception's name where there is none. */
    static String condition(Throwable failure) {
        for (Throwable each = failure; each != null; each = each.getCause()) {
            if (each instanceof SparkThrowable spark && spark.getCondition() != null) {
                return spark.getCondition();
            }
        }
        return failure.getClass().getName();
    }
}
