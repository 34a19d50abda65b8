package io.paladio.carbon.spark.catalyst;

import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.iceberg.TableProperties;
import org.apache.iceberg.spark.SparkReadOptions;
import org.apache.iceberg.spark.source.SparkTable;
import org.apache.spark.sql.connector.catalog.Table;
import org.apache.spark.sql.connector.write.RowLevelOperationTable;
import org.apache.spark.sql.execution.datasources.v2.DataSourceV2Relation;
import org.jspecify.annotations.Nullable;

/** Into how small parts the files of a table are cut when it is read, as a statement or whoever owns the table says. Stateless. */
public final class SplitSizes {
    private SplitSizes() {}

    /** How many bytes the smallest has; empty where nobody says so, or no number. */
    public static Optional<Long> wanted(DataSourceV2Relation relation) {
        Table table = relation.table() instanceof RowLevelOperationTable operation
                ? (Table) operation.table()
                : relation.table();
        return table instanceof SparkTable iceberg
                ? smallest(
                        relation.options().get(SparkReadOptions.SPLIT_SIZE),
                        iceberg.table().properties())
                : Optional.empty();
    }

    private static Optional<Long> smallest(@Nullable String option, Map<String, String> properties) {
        return Stream.of(Optional.ofNullable(option), Optional.ofNullable(properties.get(TableProperties.SPLIT_SIZE)))
                .flatMap(Optional::stream)
                .flatMap(SplitSizes::number)
                .min(Long::compare);
    }

    private static Stream<Long> number(String text) {
        try {
            return Stream.of(Long.parseLong(text));
        } catch (NumberFormatException none) {
            // Iceberg will say so.
            return Stream.empty();
        }
    }
}
