package io.paladio.carbon.suite.load;

import java.util.Collection;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * What a table must hold after the statements that passed. Raising adds up in whatever order statements were committed, and what is
 * added or deleted belongs to one writer. Thread-safe: synchronized.
 */
final class WrittenTable {
    private final String name;
    private final TreeMap<Integer, Row> rows = new TreeMap<>();

    /** A row as it is stored. */
    record Row(int id, String name, String department, int salary, String ssn) {
        Row raised() {
            return new Row(id, name, department, salary + 1, ssn);
        }

        String literal() {
            return "(" + id + ", '" + name + "', '" + department + "', " + salary + ", '" + ssn + "')";
        }

        String json() {
            return "[" + id + ",\"" + name + "\",\"" + department + "\"," + salary + ",\"" + ssn + "\"]";
        }
    }

    WrittenTable(String name) {
        this.name = name;
        for (Writer writer : Writer.ALL) {
            IntStream.range(writer.first(), writer.first() + Writer.EACH)
                    .mapToObj(id -> new Row(id, "n" + id, writer.department(), 0, "100-00-" + (1000 + id)))
                    .forEach(row -> rows.put(row.id(), row));
        }
    }

    String name() {
        return name;
    }

    /** All rows in one file, so that whoever changes one has the others' in his hands. */
    synchronized String filled() {
        return rows.values().stream().map(Row::literal).collect(Collectors.joining(", "));
    }

    synchronized boolean has(int id) {
        return rows.containsKey(id);
    }

    synchronized void raise(Collection<Integer> ids) {
        ids.forEach(id -> rows.computeIfPresent(id, (any, row) -> row.raised()));
    }

    synchronized void put(Row row) {
        rows.put(row.id(), row);
    }

    synchronized void remove(int id) {
        rows.remove(id);
    }

    /** Rows as JSON, by id. */
    synchronized List<String> json() {
        return rows.values().stream().map(Row::json).toList();
    }
}
