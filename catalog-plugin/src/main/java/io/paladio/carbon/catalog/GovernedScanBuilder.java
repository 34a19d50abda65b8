package io.paladio.carbon.catalog;

import io.paladio.carbon.error.CarbonCondition;
import org.apache.spark.sql.connector.expressions.filter.Predicate;
import org.apache.spark.sql.connector.read.Scan;
import org.apache.spark.sql.connector.read.ScanBuilder;
import org.apache.spark.sql.connector.read.SupportsPushDownRequiredColumns;
import org.apache.spark.sql.connector.read.SupportsPushDownV2Filters;
import org.apache.spark.sql.types.StructType;

/**
 * Lets filters and columns through to Iceberg and nothing else: no aggregate, limit, sample or top-N answers from statistics.
 * Not thread-safe, as Spark's contract has it.
 */
final class GovernedScanBuilder implements ScanBuilder, SupportsPushDownV2Filters, SupportsPushDownRequiredColumns {
    private final GovernedRawTable table;
    private final ScanBuilder builder;
    private final SupportsPushDownV2Filters filters;
    private final SupportsPushDownRequiredColumns columns;

    private GovernedScanBuilder(
            GovernedRawTable table,
            ScanBuilder builder,
            SupportsPushDownV2Filters filters,
            SupportsPushDownRequiredColumns columns) {
        this.table = table;
        this.builder = builder;
        this.filters = filters;
        this.columns = columns;
    }

    static GovernedScanBuilder of(GovernedRawTable table, ScanBuilder builder) {
        if (builder instanceof SupportsPushDownV2Filters filters
                && builder instanceof SupportsPushDownRequiredColumns columns) {
            return new GovernedScanBuilder(table, builder, filters, columns);
        }
        throw SparkRefusal.of(CarbonCondition.NOT_GOVERNABLE
                .refusal()
                .object(table.securable().toString())
                .reason("its scan takes no filters and columns")
                .build());
    }

    /** Iceberg leaves out files by some of them, and answers none: all stay for Spark to check on every row. */
    @Override
    public Predicate[] pushPredicates(Predicate[] predicates) {
        filters.pushPredicates(new PruningPredicates(table.governedSchema()).of(predicates));
        return predicates;
    }

    @Override
    public Predicate[] pushedPredicates() {
        return filters.pushedPredicates();
    }

    @Override
    public void pruneColumns(StructType requiredSchema) {
        columns.pruneColumns(requiredSchema);
    }

    @Override
    public Scan build() {
        return new GovernedScan(table, builder.build());
    }
}
