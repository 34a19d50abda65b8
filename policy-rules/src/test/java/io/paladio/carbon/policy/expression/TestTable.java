package io.paladio.carbon.policy.expression;

import io.paladio.carbon.policy.Principal;
import io.paladio.carbon.policy.expression.Expression.ColumnReference;
import io.paladio.carbon.policy.expression.ValueType.Decimal;
import io.paladio.carbon.policy.expression.ValueType.Simple;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** A table with a column of every type that expressions reach, and the principal who asks. */
public final class TestTable {
    public static final List<ColumnReference> COLUMNS = List.of(
            new ColumnReference(1, "flag", Simple.BOOLEAN),
            new ColumnReference(2, "small", Simple.INT),
            new ColumnReference(3, "large", Simple.LONG),
            new ColumnReference(4, "ratio", Simple.FLOAT),
            new ColumnReference(5, "weight", Simple.DOUBLE),
            new ColumnReference(6, "price", new Decimal(10, 2)),
            new ColumnReference(7, "region", Simple.STRING),
            new ColumnReference(8, "digest", Simple.BINARY),
            new ColumnReference(9, "day_of", Simple.DATE),
            new ColumnReference(10, "at", Simple.TIMESTAMP),
            new ColumnReference(11, "local_at", Simple.TIMESTAMP_NTZ),
            new ColumnReference(12, "info.ssn", Simple.STRING),
            new ColumnReference(13, "Case", Simple.STRING),
            new ColumnReference(14, "twin", Simple.INT),
            new ColumnReference(15, "TWIN", Simple.INT));

    public static final Principal ALICE =
            new Principal("alice", Set.of("de", "it's"), Map.of("region", "EU", "limit", "5"));

    private TestTable() {}

    public static BindingScope scope() {
        Map<String, ColumnReference> names = new HashMap<>();
        COLUMNS.forEach(column -> names.put(column.name(), column));
        return new BindingScope(names, Set.of("missing"), ALICE);
    }

    /** A row with a value in every column. */
    public static Map<Integer, Optional<Object>> row() {
        Map<Integer, Optional<Object>> row = new HashMap<>();
        List<Object> values = List.of(
                true,
                7,
                5_000_000_000L,
                0.5f,
                0.1d,
                new BigDecimal("12.50"),
                "EU",
                new byte[] {0, (byte) 0xff},
                19_723,
                1_704_067_200_000_001L,
                -1L,
                "123-45-6789",
                "yes",
                1,
                2);
        for (int i = 0; i < values.size(); i++) {
            row.put(COLUMNS.get(i).fieldId(), Optional.of(values.get(i)));
        }
        return row;
    }

    /** A row of NULLs. */
    public static Map<Integer, Optional<Object>> emptyRow() {
        Map<Integer, Optional<Object>> row = new HashMap<>();
        COLUMNS.forEach(column -> row.put(column.fieldId(), Optional.empty()));
        return row;
    }
}
