package io.paladio.carbon.spark.catalyst;

import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.analysis.UnresolvedIdentifier;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.UnresolvedTableSpec;
import org.apache.spark.sql.catalyst.plans.logical.V2CreateTablePlan;
import org.apache.spark.sql.internal.SQLConf;

/**
 * What a statement says of a table that it makes, before Spark looks it up: to resolve a format, Spark loads and constructs the
 * class behind its name. Stateless.
 */
public final class NewTables {
    private static final String ICEBERG = "iceberg";

    private NewTables() {}

    /** The format of a new table, where it is not Iceberg's. */
    public static Optional<String> foreignFormat(Expression expression) {
        if (!(expression instanceof UnresolvedTableSpec table)) {
            return Optional.empty();
        }
        if (table.serde().isDefined()) {
            return Optional.of("STORED AS, or ROW FORMAT");
        }
        return ScalaInterop.optional(table.provider()).filter(format -> !isOurs(format));
    }

    // Spark's own writer fills in the default where its caller names no format; no session sets that default.
    private static boolean isOurs(String format) {
        return format.isEmpty()
                || format.equalsIgnoreCase(ICEBERG)
                || format.equals(SQLConf.get().defaultDataSourceName());
    }

    /** The name of a new table in a catalog that does not govern. */
    public static Optional<String> ungoverned(SparkSession session, LogicalPlan node) {
        if (!(node instanceof V2CreateTablePlan table) || !(table.name() instanceof UnresolvedIdentifier identifier)) {
            return Optional.empty();
        }
        List<String> name = ScalaInterop.list(identifier.nameParts());
        return Catalogs.isFace(Catalogs.first(session, name)) ? Optional.empty() : Optional.of(String.join(".", name));
    }
}
