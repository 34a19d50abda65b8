package io.paladio.carbon.catalog;

import io.paladio.carbon.policy.TableSchema;
import io.paladio.carbon.policy.resolve.ReadSchema;
import io.paladio.carbon.policy.restriction.ReadRestrictions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.Table;
import org.apache.iceberg.data.IcebergGenerics;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.expressions.Expression;
import org.apache.iceberg.expressions.Expressions;
import org.apache.iceberg.io.CloseableIterable;

/** One state of one table that the engine reads for itself. Immutable. */
public final class EngineTable {
    static final long MOST_CHARACTERS = 64L * 1024 * 1024;

    private final Table table;
    private final ReadRestrictions restrictions;
    private final Optional<Long> snapshotId;

    private EngineTable(LoadedTable loaded, Optional<Long> snapshotId) {
        this.table = loaded.table();
        this.restrictions = loaded.restrictions();
        this.snapshotId = snapshotId;
    }

    static EngineTable of(LoadedTable loaded) {
        return new EngineTable(
                loaded, Optional.ofNullable(loaded.table().currentSnapshot()).map(Snapshot::snapshotId));
    }

    /** The snapshot that is read; empty for a table without any. */
    public Optional<Long> snapshotId() {
        return snapshotId;
    }

    public TableSchema schema() {
        return IcebergSchemas.of(table.schema());
    }

    /** What policies are bound to: the schema, and what the face restricts of the table for the engine. */
    public ReadSchema governedSchema() {
        return ReadSchema.asIs(schema()).under(restrictions);
    }

    /**
     * The different values of a column in the rows where other columns have these values, as long as there are no more rows than
     * that, and no more than {@value #MOST_CHARACTERS} characters in them.
     */
    public ColumnValues values(String column, Map<String, Object> where, int maxRows) {
        if (snapshotId.isEmpty()) {
            return new ColumnValues.All(Set.of());
        }
        try (CloseableIterable<Record> rows = rows(column, where)) {
            return collected(rows, column, maxRows);
        } catch (IOException notClosed) {
            throw new UncheckedIOException(notClosed);
        }
    }

    private static ColumnValues collected(Iterable<Record> rows, String column, int maxRows) {
        Set<Optional<Object>> values = new LinkedHashSet<>();
        int read = 0;
        long characters = 0;
        for (Record row : rows) {
            Optional<Object> value = Optional.ofNullable(row.getField(column));
            if (++read > maxRows) {
                return ColumnValues.TooMany.ROWS;
            }
            if (values.add(value) && value.orElse("") instanceof CharSequence text) {
                characters += text.length();
            }
            if (characters > MOST_CHARACTERS) {
                return ColumnValues.TooMany.CHARACTERS;
            }
        }
        return new ColumnValues.All(values);
    }

    private CloseableIterable<Record> rows(String column, Map<String, Object> where) {
        Set<String> columns = new LinkedHashSet<>(where.keySet());
        columns.add(column);
        Expression condition = Expressions.alwaysTrue();
        for (Map.Entry<String, Object> equal : where.entrySet()) {
            condition = Expressions.and(condition, Expressions.equal(equal.getKey(), equal.getValue()));
        }
        return IcebergGenerics.read(table)
                .useSnapshot(snapshotId.orElseThrow())
                .select(columns.toArray(String[]::new))
                .where(condition)
                .build();
    }
}
