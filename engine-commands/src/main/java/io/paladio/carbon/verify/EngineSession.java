package io.paladio.carbon.verify;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.connect.SparkSession;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/** A session of one principal with an engine, by Spark's own client. Used by one thread. */
final class EngineSession implements AutoCloseable {
    /** More rows than this are not held: neither of a table's copy, nor of an answer. */
    static final int MOST_ROWS = 200_000;

    private final SparkSession session;

    private EngineSession(SparkSession session) {
        this.session = session;
    }

    static EngineSession open(ConnectAddress address, Bearer bearer) throws EngineFailure {
        try {
            return new EngineSession(
                    SparkSession.builder().remote(address.as(bearer)).create());
        } catch (Exception failure) {
            throw EngineFailure.of(failure);
        }
    }

    /** What is done with rows as they come. */
    interface Reader {
        /** @return whether more are wanted */
        boolean take(Row row);
    }

    /** Runs a query, row by row, and gives its columns. */
    StructType read(String sql, Reader reader) throws EngineFailure {
        try {
            Dataset<Row> result = session.sql(sql);
            StructType columns = result.schema();
            Iterator<Row> rows = result.toLocalIterator();
            boolean wanted = true;
            while (wanted && rows.hasNext()) {
                wanted = reader.take(rows.next());
            }
            return columns;
        } catch (Exception failure) {
            // What the client throws is not declared: Scala knows no checked exceptions.
            throw EngineFailure.of(failure);
        }
    }

    /** All rows of a query that has few. */
    List<Row> rows(String sql) throws EngineFailure {
        List<Row> rows = new ArrayList<>();
        read(sql, rows::add);
        return List.copyOf(rows);
    }

    /** Runs a query whose answer is compared. */
    Answer answer(String sql) {
        List<RowImage> rows = new ArrayList<>();
        try {
            StructType columns = read(sql, row -> rows.add(RowImage.of(row)) && rows.size() <= MOST_ROWS);
            return rows.size() > MOST_ROWS ? new Answer.TooMany() : new Answer.Rows(described(columns), rows);
        } catch (EngineFailure failure) {
            return new Answer.Failed(failure.condition());
        }
    }

    private static List<String> described(StructType columns) {
        return Arrays.stream(columns.fields()).map(EngineSession::described).toList();
    }

    private static String described(StructField field) {
        return field.name() + " " + field.dataType().json() + (field.nullable() ? "" : " NOT NULL");
    }

    /** Makes rows a view of this session, whose plan holds them: nothing is stored. */
    void createView(String name, List<Row> rows, StructType columns) throws EngineFailure {
        try {
            session.createDataFrame(rows, columns).createOrReplaceTempView(Statement.quoted(name));
        } catch (Exception failure) {
            throw EngineFailure.of(failure);
        }
    }

    /** Makes a query a view of this session. */
    void createView(String name, String query) throws EngineFailure {
        try {
            session.sql(query).createOrReplaceTempView(Statement.quoted(name));
        } catch (Exception failure) {
            throw EngineFailure.of(failure);
        }
    }

    @Override
    public void close() {
        try {
            session.close();
        } catch (Exception expected) {
            // A session that the engine never let in can't be released; others end by themselves when nobody uses them.
        }
    }
}
