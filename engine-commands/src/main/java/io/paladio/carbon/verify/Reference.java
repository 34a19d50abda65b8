package io.paladio.carbon.verify;

import io.paladio.carbon.policy.Securable;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.spark.sql.Row;

/**
 * A session of the exempt principal in which the last part of the table's name is a view of the copy. The copy travels within plans, in
 * parts, and is stored nowhere. Used by one thread.
 */
final class Reference implements AutoCloseable {
    /** Larger plans would have to be uploaded as artifacts, which engines refuse. */
    private static final int MOST_CHARACTERS = 200_000;

    /** As many as Spark's client puts into one piece. */
    private static final int MOST_ROWS = 5_000;

    /** What a cell takes beside its text. */
    private static final int CELL = 12;

    private static final String PART = "carbon_verify_part_";
    private static final List<String> OTHER_READS = List.of("relationv2", "batchscan", "filescan", "inmemoryrelation");
    private static final String OF_THE_COPY = "localrelation";

    private final EngineSession session;

    private Reference(EngineSession session) {
        this.session = session;
    }

    /** Takes the session for itself, and closes it: at once, where the copy can't be made. */
    static Reference over(EngineSession session, Securable table, TableCopy copy) throws EngineFailure {
        try {
            createViews(session, table, copy);
            return new Reference(session);
        } catch (EngineFailure | RuntimeException failed) {
            session.close();
            throw failed;
        }
    }

    private static void createViews(EngineSession session, Securable table, TableCopy copy) throws EngineFailure {
        String view = table.path().get(2);
        List<List<Row>> parts = parts(copy.rows());
        if (parts.size() == 1) {
            session.createView(view, parts.get(0), copy.columns());
            return;
        }
        for (int i = 0; i < parts.size(); i++) {
            session.createView(PART + i, parts.get(i), copy.columns());
        }
        session.createView(
                view,
                IntStream.range(0, parts.size())
                        .mapToObj(i -> "SELECT * FROM " + PART + i)
                        .collect(Collectors.joining(" UNION ALL ")));
    }

    private static List<List<Row>> parts(List<Row> rows) {
        List<List<Row>> parts = new ArrayList<>();
        List<Row> part = new ArrayList<>();
        long characters = 0;
        for (Row row : rows) {
            long size = RowImage.of(row).text().length() + (long) CELL * row.size();
            boolean isFull = characters + size > MOST_CHARACTERS || part.size() == MOST_ROWS;
            if (isFull && !part.isEmpty()) {
                parts.add(List.copyOf(part));
                part.clear();
                characters = 0;
            }
            part.add(row);
            characters += size;
        }
        parts.add(List.copyOf(part));
        return parts;
    }

    /**
     * What comes of a statement over the copy.
     *
     * @throws Statement.Unfit if its plan would read anything else: then it would say nothing about the copy
     */
    Answer answer(String sql) throws Statement.Unfit {
        try {
            String plan = session.rows("EXPLAIN EXTENDED " + sql).stream()
                    .map(row -> row.getString(0))
                    .collect(Collectors.joining())
                    .toLowerCase(Locale.ROOT);
            if (OTHER_READS.stream().anyMatch(plan::contains)) {
                throw new Statement.Unfit("it reads more than the table");
            }
            Answer answer = session.answer(sql);
            if (answer instanceof Answer.Rows && !plan.contains(OF_THE_COPY)) {
                throw new Statement.Unfit("its plan does not show that it reads the copy");
            }
            return answer;
        } catch (EngineFailure failure) {
            return new Answer.Failed(failure.condition());
        }
    }

    @Override
    public void close() {
        session.close();
    }
}
