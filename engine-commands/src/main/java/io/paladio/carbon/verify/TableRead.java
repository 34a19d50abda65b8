package io.paladio.carbon.verify;

import io.paladio.carbon.command.Impossible;
import io.paladio.carbon.error.CarbonCondition;
import io.paladio.carbon.policy.Securable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.StructType;

/**
 * What the engine shows of a table as a whole, taken as what is due where Index is not at hand; and whether that is made of stored
 * rows. Immutable.
 *
 * @param notStored how many rows it has, without their masked columns, that are not stored
 * @param missing how many stored rows it lacks, where no filter hides any
 */
record TableRead(Due due, int notStored, long missing) {
    /** With which the whole table can be refused to somebody. */
    private static final List<CarbonCondition> REFUSALS =
            List.of(CarbonCondition.ACCESS_DENIED, CarbonCondition.POLICY_UNENFORCEABLE);

    static Impossible tooMany() {
        return new Impossible("The principal sees more than " + EngineSession.MOST_ROWS
                + " rows of the table, which is what is held here. Verify a smaller table under the same policies.");
    }

    static TableRead of(Securable table, EngineSession principal, EngineSession exempt)
            throws EngineFailure, Impossible {
        String whole = "SELECT * FROM " + TableName.sql(table);
        try {
            List<Row> rows = new ArrayList<>();
            StructType columns = principal.read(whole, row -> rows.add(row) && rows.size() <= EngineSession.MOST_ROWS);
            if (rows.size() > EngineSession.MOST_ROWS) {
                throw tooMany();
            }
            TableCopy copy = new TableCopy(columns, rows, List.of());
            Due due = new Due.Visible(
                    copy,
                    "as the principal reads the table whole: without Index, nobody says that"
                            + " the right rows are hidden and the right values masked");
            return held(copy, due, ToldPolicies.by(principal, table), whole, exempt);
        } catch (EngineFailure failure) {
            CarbonCondition refusal = REFUSALS.stream()
                    .filter(known -> known.errorClass().equals(failure.condition()))
                    .findFirst()
                    .orElseThrow(() -> failure);
            return new TableRead(new Due.Refused(refusal), 0, 0);
        }
    }

    /** Held against the stored rows, in those columns that no mask touches. */
    private static TableRead held(TableCopy copy, Due due, ToldPolicies policies, String whole, EngineSession exempt)
            throws EngineFailure {
        List<String> plain = Arrays.stream(copy.columns().fieldNames())
                .filter(name -> policies.maskedColumns().stream()
                        .noneMatch(masked -> masked.equals(name) || masked.startsWith(name + ".")))
                .toList();
        Map<RowImage, Integer> shown = new HashMap<>();
        copy.rows().forEach(row -> shown.merge(image(row, plain), 1, Integer::sum));
        long[] stored = new long[1];
        exempt.read(whole, row -> {
            stored[0]++;
            shown.computeIfPresent(image(row, plain), (image, left) -> left > 1 ? left - 1 : null);
            return true;
        });
        int notStored = shown.values().stream().mapToInt(Integer::intValue).sum();
        long missing = policies.hasRowFilter() ? 0 : stored[0] - (copy.rows().size() - notStored);
        return new TableRead(due, notStored, missing);
    }

    private static RowImage image(Row row, List<String> columns) {
        return RowImage.of(RowFactory.create(columns.stream().map(row::getAs).toArray()));
    }
}
