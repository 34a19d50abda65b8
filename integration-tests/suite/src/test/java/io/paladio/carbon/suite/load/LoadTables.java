package io.paladio.carbon.suite.load;

import io.paladio.carbon.suite.fixture.Answer;
import io.paladio.carbon.suite.fixture.Engine;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Makes the tables of the load, each in two snapshots. Used by one thread. */
final class LoadTables {
    private final Engine engine;

    LoadTables(Engine engine) {
        this.engine = engine;
    }

    /** Makes so many, and tells the first snapshot of each. */
    Map<Integer, String> make(int tables) {
        sql("CREATE NAMESPACE carbon.load");
        return IntStream.range(0, tables).boxed().collect(Collectors.toMap(table -> table, this::make));
    }

    private String make(Integer table) {
        String name = LoadRead.name(table);
        sql("CREATE TABLE " + name + " (id INT, region STRING, owner STRING, amount INT, secret STRING)");
        insert(name, table, 0, LoadRow.FIRST);
        insert(name, table, LoadRow.FIRST, LoadRow.ROWS);
        return sql("SELECT CAST(snapshot_id AS STRING) FROM " + name + ".snapshots ORDER BY committed_at LIMIT 1")
                .json()
                .path("rows")
                .path(0)
                .path(0)
                .asText();
    }

    private void insert(String name, int table, int from, int until) {
        sql(IntStream.range(from, until)
                .mapToObj(id -> LoadRow.of(table, id).literal())
                .collect(Collectors.joining(", ", "INSERT INTO " + name + " VALUES ", "")));
    }

    private Answer sql(String statement) {
        Answer answer = engine.as("admin").sql(statement);
        if (answer.isError()) {
            throw new IllegalStateException(answer.toString());
        }
        return answer;
    }
}
