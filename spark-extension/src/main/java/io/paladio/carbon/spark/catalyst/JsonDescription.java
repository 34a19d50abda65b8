package io.paladio.carbon.spark.catalyst;

import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.catalyst.TableIdentifier;
import org.apache.spark.sql.catalyst.analysis.ResolvedTable;
import org.apache.spark.sql.catalyst.catalog.CatalogStorageFormat;
import org.apache.spark.sql.catalyst.catalog.CatalogTable;
import org.apache.spark.sql.catalyst.catalog.CatalogTableType;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.connector.catalog.CatalogV2Util;
import org.apache.spark.sql.connector.catalog.V1Table;
import org.apache.spark.sql.execution.command.DescribeRelationJsonCommand;
import org.apache.spark.sql.types.StructType;
import org.json4s.JValue;
import scala.Option;
import scala.collection.immutable.Map$;
import scala.collection.mutable.LinkedHashMap;

/**
 * DESCRIBE … AS JSON for tables that come through the face. Spark does it for tables of its own catalog alone, so it is given
 * one: the names and types of the columns, as the caller's table object shows them, and nothing else. Stateless.
 */
public final class JsonDescription {
    private JsonDescription() {}

    /** The command with such a table in place of the one that it was given; empty for every other node. */
    public static Optional<LogicalPlan> of(LogicalPlan node) {
        return node instanceof DescribeRelationJsonCommand command
                        && command.partitionSpec().isEmpty()
                        && command.child() instanceof ResolvedTable table
                        && Catalogs.isFace(table.catalog())
                        && !(table.table() instanceof V1Table)
                ? Optional.of(
                        command.copy(described(table), command.partitionSpec(), command.isExtended(), command.output()))
                : Optional.empty();
    }

    private static ResolvedTable described(ResolvedTable table) {
        StructType columns = CatalogV2Util.v2ColumnsToStructType(table.table().columns());
        TableIdentifier name = new TableIdentifier(table.identifier().name());
        return new ResolvedTable(
                table.catalog(),
                table.identifier(),
                new V1Table(new ColumnsOnly(name, columns)),
                table.outputAttributes());
    }

    /** A table of which Spark knows the columns, and when asked for more, no more. */
    private static final class ColumnsOnly extends CatalogTable {
        private static final long serialVersionUID = 1L;

        ColumnsOnly(TableIdentifier name, StructType columns) {
            super(
                    name,
                    CatalogTableType.MANAGED(),
                    CatalogStorageFormat.empty(),
                    columns,
                    Option.empty(),
                    ScalaInterop.seq(List.of()),
                    Option.empty(),
                    "",
                    0L,
                    -1L,
                    "",
                    Map$.MODULE$.empty(),
                    Option.empty(),
                    Option.empty(),
                    Option.empty(),
                    Option.empty(),
                    ScalaInterop.seq(List.of()),
                    false,
                    true,
                    Map$.MODULE$.empty(),
                    Option.empty());
        }

        @Override
        public LinkedHashMap<String, JValue> toJsonLinkedHashMap() {
            return new LinkedHashMap<>();
        }
    }
}
