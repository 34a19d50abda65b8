package io.paladio.carbon.spark;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.apache.spark.sql.Row;
import org.jspecify.annotations.Nullable;

/** A row of the tables that restricted principals write in tests, and what the policies make of it, in plain Java. */
record StoredRow(
        int id,
        @Nullable String name,
        @Nullable String region,
        @Nullable String ssn,
        @Nullable Integer salary) {
    static final String COLUMNS = "id, name, region, ssn, salary";

    static StoredRow of(Row row) {
        return new StoredRow(
                row.getInt(0),
                row.getString(1),
                row.getString(2),
                row.getString(3),
                row.isNullAt(4) ? null : row.getInt(4));
    }

    /** What everybody starts with: four rows in the EU, three elsewhere or nowhere. */
    static List<StoredRow> some() {
        return List.of(
                new StoredRow(1, "ann", "EU", "111-11-1111", 100),
                new StoredRow(2, "bob", "EU", "222-22-2222", 200),
                new StoredRow(3, "cid", "US", "333-33-3333", 300),
                new StoredRow(4, "dee", "US", "444-44-4444", 400),
                new StoredRow(5, "eve", null, "555-55-5555", 500),
                new StoredRow(6, "fay", "EU", null, 600),
                new StoredRow(7, null, "EU", "777-77-7777", null));
    }

    boolean visible() {
        return "EU".equals(region);
    }

    /** The number as the mask shows it. */
    @Nullable
    String masked() {
        return ssn == null ? null : "nnn-nn-" + ssn.substring(7);
    }

    StoredRow named(@Nullable String other) {
        return new StoredRow(id, other, region, ssn, salary);
    }

    StoredRow paid(@Nullable Integer other) {
        return new StoredRow(id, name, region, ssn, other);
    }

    String values() {
        return "(" + id + "," + text(name) + "," + text(region) + "," + text(ssn) + "," + salary + ")";
    }

    private static String text(@Nullable String value) {
        return value == null ? "NULL" : "'" + value + "'";
    }

    /** What a table holds after the visible rows of a kind were changed. */
    static List<StoredRow> changed(List<StoredRow> rows, Predicate<StoredRow> which, UnaryOperator<StoredRow> change) {
        return rows.stream()
                .map(row -> row.visible() && which.test(row) ? change.apply(row) : row)
                .toList();
    }

    /** What a table holds after the visible rows of a kind were deleted. */
    static List<StoredRow> without(List<StoredRow> rows, Predicate<StoredRow> which) {
        return rows.stream().filter(row -> !(row.visible() && which.test(row))).toList();
    }

    /** What a table holds with further rows. */
    static List<StoredRow> with(List<StoredRow> rows, StoredRow... more) {
        List<StoredRow> all = new ArrayList<>(rows);
        all.addAll(List.of(more));
        return all;
    }

    boolean has(int number) {
        return Objects.equals(id, number);
    }
}
