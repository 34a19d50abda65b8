package io.paladio.carbon.client;

import java.util.Arrays;
import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.connect.SparkSession;

/** A session of one principal with a server. Used by one thread at a time. */
public final class Connection implements AutoCloseable {
    private final SparkSession session;

    private Connection(SparkSession session) {
        this.session = session;
    }

    /** @param remote {@code sc://host:port} */
    public static Connection open(String remote, String token) {
        return new Connection(
                SparkSession.builder().remote(remote + "/;token=" + token).create());
    }

    /** Runs a statement and fetches all that it answers. */
    public Answer run(String sql) {
        try {
            Dataset<Row> result = session.sql(sql);
            List<Row> rows = result.collectAsList();
            // To ask the server for the columns is one more analysis, and rows know them.
            String[] columns =
                    rows.isEmpty() ? result.columns() : rows.get(0).schema().fieldNames();
            return new Answer.Rows(
                    Arrays.asList(columns), rows.stream().map(Values::row).toList());
        } catch (Exception failure) {
            // What the client throws is not declared: Scala knows no checked exceptions.
            return Failures.of(failure);
        }
    }

    @Override
    public void close() {
        try {
            session.close();
        } catch (Exception notReleased) {
            // A session that the server never let in can't be released either; there is nothing left of it here.
            System.err.println("not released: " + notReleased.getClass().getSimpleName());
        }
    }
}
