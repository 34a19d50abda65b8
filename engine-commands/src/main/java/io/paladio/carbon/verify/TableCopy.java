package io.paladio.carbon.verify;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.StructType;

/**
 * The rows that a principal should see of a table, as he should see them.
 *
 * @param unforeseen columns that are left out: nobody but the engine knows what their masks make of values
 */
record TableCopy(StructType columns, List<Row> rows, List<String> unforeseen) {
    TableCopy {
        rows = List.copyOf(rows);
        unforeseen = List.copyOf(unforeseen);
    }

    /** The same rows in the opposite order. */
    TableCopy reversed() {
        ArrayList<Row> reversed = new ArrayList<>(rows);
        Collections.reverse(reversed);
        return new TableCopy(columns, reversed, unforeseen);
    }

    /** Says nothing of the rows. */
    @Override
    public String toString() {
        return "TableCopy";
    }
}
