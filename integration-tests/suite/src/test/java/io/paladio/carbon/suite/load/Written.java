package io.paladio.carbon.suite.load;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * One statement, and what it makes of its table if it passes.
 *
 * @param passed tells the model
 */
record Written(String sql, Runnable passed) {
    static Written raising(WrittenTable table, int id) {
        return new Written(
                "UPDATE " + table.name() + " SET salary = salary + 1 WHERE id = " + id, () -> table.raise(List.of(id)));
    }

    /** Of all rows that the writer sees from the start: those below 100. */
    static Written raising(WrittenTable table, List<Integer> visible) {
        return new Written(
                "UPDATE " + table.name() + " SET salary = salary + 1 WHERE id < 100", () -> table.raise(visible));
    }

    /** One row that has a match, and one that has none. */
    static Written raising(WrittenTable table, int one, int other) {
        return new Written(
                "MERGE INTO " + table.name() + " t USING (SELECT " + one + " AS id) s ON t.id = s.id"
                        + " WHEN MATCHED THEN UPDATE SET salary = t.salary + 1"
                        + " WHEN NOT MATCHED BY SOURCE AND t.id = " + other + " THEN UPDATE SET salary = t.salary + 1",
                () -> table.raise(Set.copyOf(List.of(one, other))));
    }

    /** Where the row is there it is raised. */
    static Written adding(WrittenTable table, WrittenTable.Row row) {
        return table.has(row.id())
                ? raising(table, row.id())
                : new Written("INSERT INTO " + table.name() + " VALUES " + row.literal(), () -> table.put(row));
    }

    static Written setting(WrittenTable table, WrittenTable.Row row) {
        String values = List.of("id", "name", "dept", "salary", "ssn").stream()
                .map(column -> "s." + column)
                .collect(Collectors.joining(", "));
        return new Written(
                "MERGE INTO " + table.name() + " t USING (VALUES " + row.literal()
                        + " AS s(id, name, dept, salary, ssn)) s ON t.id = s.id"
                        + " WHEN MATCHED THEN UPDATE SET salary = t.salary + 1"
                        + " WHEN NOT MATCHED THEN INSERT (id, name, dept, salary, ssn) VALUES (" + values + ")",
                () -> {
                    if (table.has(row.id())) {
                        table.raise(List.of(row.id()));
                    } else {
                        table.put(row);
                    }
                });
    }

    static Written deleting(WrittenTable table, int id) {
        return new Written("DELETE FROM " + table.name() + " WHERE id = " + id, () -> table.remove(id));
    }
}
