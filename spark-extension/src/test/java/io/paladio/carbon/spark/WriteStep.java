package io.paladio.carbon.spark;

import static io.paladio.carbon.spark.StoredRow.changed;
import static io.paladio.carbon.spark.StoredRow.with;
import static io.paladio.carbon.spark.StoredRow.without;

import java.util.List;
import java.util.function.UnaryOperator;

/**
 * A statement of a restricted principal, who sees the EU alone and no number as it is stored, and what it makes of a table's rows.
 *
 * @param sql the statement, with $t for the table
 * @param failure the error that it is to end with, leaving the rows as they are; empty where it is to pass
 */
record WriteStep(String sql, UnaryOperator<List<StoredRow>> model, String failure) {
    private static final String CHECKED = "CARBON_ROW_CHECK_FAILED";

    static WriteStep of(String sql, UnaryOperator<List<StoredRow>> model) {
        return new WriteStep(sql, model, "");
    }

    static WriteStep failing(String sql, String failure) {
        return new WriteStep(sql, rows -> rows, failure);
    }

    /** Every kind of statement. Each step finds the table as the one before left it. */
    static List<WriteStep> all() {
        return List.of(
                // DELETE: what is not seen is not deleted, and no condition is asked of it.
                WriteStep.of("DELETE FROM $t WHERE id = 3", rows -> rows),
                WriteStep.of("DELETE FROM $t WHERE ssn = '111-11-1111'", rows -> rows),
                WriteStep.of("DELETE FROM $t WHERE ssn = 'nnn-nn-1111'", rows -> without(rows, row -> row.has(1))),
                WriteStep.of("DELETE FROM $t WHERE 1 / (salary - 400) > 100 OR 1 / (salary - 500) > 100", rows -> rows),
                WriteStep.of(
                        "DELETE FROM $t WHERE EXISTS (SELECT 1 FROM carbon.hr.plain p"
                                + " WHERE p.id + 1 = $t.id AND 1 / ($t.salary - 400) < 100)",
                        rows -> without(rows, row -> row.has(2))),
                WriteStep.of("DELETE FROM $t WHERE false", rows -> rows),
                // INSERT: a new row is one that its writer will see, and a masked column is filled like any other.
                WriteStep.of(
                        "INSERT INTO $t (" + StoredRow.COLUMNS + ") VALUES (8, 'gus', 'EU', '888-88-8888', 800)",
                        rows -> with(rows, new StoredRow(8, "gus", "EU", "888-88-8888", 800))),
                WriteStep.failing("INSERT INTO $t (" + StoredRow.COLUMNS + ") VALUES (9, 'x', 'US', 'x', 1)", CHECKED),
                WriteStep.failing(
                        "INSERT INTO $t (" + StoredRow.COLUMNS
                                + ") VALUES (9, 'x', 'EU', 'x', 1), (10, 'x', NULL, 'x', 1)",
                        CHECKED),
                WriteStep.of(
                        "INSERT INTO $t (" + StoredRow.COLUMNS
                                + ") SELECT id + 100, ssn, region, 'none', salary FROM $t" + " WHERE id = 8",
                        rows -> with(rows, new StoredRow(108, "nnn-nn-8888", "EU", "none", 800))),
                WriteStep.failing(
                        "INSERT INTO $t (" + StoredRow.COLUMNS + ") SELECT " + StoredRow.COLUMNS + " FROM $t",
                        "CARBON_WRITE_DENIED"),
                // UPDATE: conditions and values are of what is seen, and the rest of a row stays as it is stored.
                WriteStep.of(
                        "UPDATE $t SET salary = salary + 1",
                        rows -> changed(
                                rows, row -> true, row -> row.paid(row.salary() == null ? null : row.salary() + 1))),
                WriteStep.of(
                        "UPDATE $t SET name = ssn WHERE id IN (6, 7)",
                        rows -> changed(rows, row -> row.id() == 6 || row.id() == 7, row -> row.named(row.masked()))),
                WriteStep.of("UPDATE $t SET name = 'x' WHERE ssn LIKE '777%'", rows -> rows),
                WriteStep.of("UPDATE $t SET name = 'x' WHERE id = 4 OR 1 / (salary - 400) > 100", rows -> rows),
                WriteStep.of(
                        "UPDATE $t SET salary = (SELECT max(salary) FROM $t) WHERE id IN (SELECT id FROM carbon.hr.plain)",
                        rows -> changed(rows, row -> row.has(6), row -> row.paid(801))),
                WriteStep.of(
                        "UPDATE $t SET name = 'found' WHERE EXISTS (SELECT 1 FROM carbon.hr.plain p"
                                + " WHERE p.id = $t.id AND 1 / ($t.id - 3) < 10)",
                        rows -> changed(rows, row -> row.has(6), row -> row.named("found"))),
                WriteStep.of("UPDATE $t SET name = 'x' WHERE false", rows -> rows),
                WriteStep.failing("UPDATE $t SET region = 'US' WHERE id = 6", CHECKED),
                WriteStep.failing("UPDATE $t SET region = NULL", CHECKED),
                WriteStep.of("UPDATE $t SET region = 'US' WHERE id = 4", rows -> rows),
                WriteStep.failing("UPDATE $t SET ssn = 'x' WHERE id = 6", "CARBON_WRITE_DENIED"),
                // MERGE: every clause, of what is seen.
                WriteStep.of(
                        "MERGE INTO $t t USING (SELECT * FROM carbon.hr.source WHERE id < 21) s ON t.id = s.id"
                                + " WHEN MATCHED AND t.ssn LIKE 'nnn%' THEN UPDATE SET name = s.name"
                                + " WHEN NOT MATCHED AND s.id = 20 THEN INSERT (id, name, region, ssn, salary)"
                                + " VALUES (s.id, s.name, s.region, 'own', s.salary)"
                                + " WHEN NOT MATCHED BY SOURCE AND t.id = 7 THEN UPDATE SET salary = 70"
                                + " WHEN NOT MATCHED BY SOURCE AND t.id > 100 THEN DELETE",
                        rows -> with(
                                changed(without(rows, row -> row.id() > 100), row -> row.has(7), row -> row.paid(70)),
                                new StoredRow(20, "new", "EU", "own", 20))),
                WriteStep.of(
                        "MERGE INTO $t t USING carbon.hr.source s ON t.id = s.id AND s.id = 20"
                                + " WHEN MATCHED THEN DELETE",
                        rows -> without(rows, row -> row.has(20))),
                WriteStep.failing(
                        "MERGE INTO $t t USING carbon.hr.source s ON t.id = s.id WHEN NOT MATCHED AND s.id > 3 THEN"
                                + " INSERT (id, name, region, ssn, salary) VALUES (s.id, s.name, s.region, 'own', 1)",
                        CHECKED),
                WriteStep.of(
                        "MERGE INTO $t t USING carbon.hr.source s ON t.id = s.id WHEN NOT MATCHED AND s.id = 3 THEN"
                                + " INSERT (id, name, region, ssn, salary) VALUES (s.id, s.name, s.region, 'own', 1)",
                        rows -> with(rows, new StoredRow(3, "new", "EU", "own", 1))),
                WriteStep.of(
                        "MERGE INTO $t t USING carbon.hr.source s ON t.id = s.id WHEN MATCHED THEN UPDATE SET salary = s.id"
                                + " WHEN NOT MATCHED BY SOURCE AND 1 / (t.salary - 400) > 100 THEN DELETE",
                        rows -> changed(rows, row -> row.has(3), row -> row.paid(3))),
                WriteStep.of(
                        "MERGE INTO $t t USING carbon.hr.source s ON t.id = s.id WHEN NOT MATCHED AND s.id = 20 THEN"
                                + " INSERT (id, name, region) VALUES (s.id + 1, s.name, s.region)"
                                + " WHEN NOT MATCHED AND s.id = 21 THEN INSERT (id, region) VALUES (s.id + 1, 'EU')",
                        rows -> with(
                                rows,
                                new StoredRow(21, "new", "EU", null, null),
                                new StoredRow(22, null, "EU", null, null))),
                WriteStep.of(
                        "MERGE INTO $t t USING carbon.hr.source s ON false WHEN MATCHED THEN DELETE", rows -> rows),
                WriteStep.of(
                        "MERGE INTO $t t USING (SELECT max(id) AS id FROM $t WHERE id IN (SELECT id + 1 FROM"
                                + " carbon.hr.source WHERE id = 20)) s ON t.id = s.id WHEN MATCHED THEN UPDATE SET name = t.ssn",
                        rows -> changed(rows, row -> row.has(21), row -> row.named(null))),
                WriteStep.failing(
                        "MERGE INTO $t t USING carbon.hr.source s ON t.id = s.id AND t.id IN (SELECT id FROM $t)"
                                + " WHEN MATCHED THEN DELETE",
                        "UNSUPPORTED_MERGE_CONDITION.SUBQUERY"),
                WriteStep.failing(
                        "MERGE INTO $t t USING carbon.hr.source s ON t.id = s.id WHEN MATCHED THEN UPDATE SET"
                                + " ssn = s.name",
                        "CARBON_WRITE_DENIED"),
                WriteStep.failing(
                        "MERGE INTO $t t USING (SELECT * FROM $t) s ON t.id = s.id + 1000 WHEN NOT MATCHED THEN INSERT"
                                + " (id, name, region, ssn, salary) VALUES (s.id, s.name, s.region, s.ssn, s.salary)",
                        "CARBON_WRITE_DENIED"),
                WriteStep.of("DELETE FROM $t", rows -> without(rows, row -> true)));
    }

    /** A few, which between them take every way through a write. */
    static List<WriteStep> some() {
        return List.of(
                WriteStep.of(
                        "DELETE FROM $t WHERE ssn = 'nnn-nn-1111' OR id = 3", rows -> without(rows, row -> row.has(1))),
                WriteStep.failing(
                        "INSERT INTO $t (" + StoredRow.COLUMNS
                                + ") VALUES (9, 'x', 'EU', 'x', 1), (10, 'x', 'US', 'x', 1)",
                        CHECKED),
                WriteStep.of(
                        "UPDATE $t SET salary = salary + 1, name = ssn WHERE id = 4 OR 1 / (salary - 400) < 100",
                        rows -> changed(
                                rows,
                                row -> row.salary() != null,
                                row -> row.named(row.masked()).paid(row.salary() + 1))),
                WriteStep.failing("UPDATE $t SET region = 'US' WHERE id = 6", CHECKED),
                WriteStep.of(
                        "MERGE INTO $t t USING carbon.hr.source s ON t.id = s.id WHEN MATCHED THEN UPDATE SET name = 'm'"
                                + " WHEN NOT MATCHED AND s.id = 20 THEN INSERT (id, region) VALUES (s.id, s.region)"
                                + " WHEN NOT MATCHED BY SOURCE AND t.id > 6 THEN DELETE",
                        rows -> with(
                                changed(without(rows, row -> row.id() > 6), row -> row.has(2), row -> row.named("m")),
                                new StoredRow(20, null, "EU", null, null))));
    }
}
