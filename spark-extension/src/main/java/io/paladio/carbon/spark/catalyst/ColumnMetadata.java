package io.paladio.carbon.spark.catalyst;

import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.spark.sql.catalyst.expressions.Alias;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.V2CreateTableAsSelectPlan;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.MapType;
import org.apache.spark.sql.types.Metadata;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/**
 * SQL within the metadata of columns. Spark analyses and evaluates what stands there as a default when it makes a table, with an
 * analyzer of its own that has none of our rules. Stateless.
 */
public final class ColumnMetadata {
    private static final Set<String> SQL =
            Set.of("CURRENT_DEFAULT", "EXISTS_DEFAULT", "GENERATION_EXPRESSION", "generationExpression");

    private ColumnMetadata() {}

    /** Whether the expression gives a column such metadata. */
    public static boolean holdsSql(Expression expression) {
        return expression instanceof Alias alias
                && ScalaInterop.optional(alias.explicitMetadata())
                        .filter(ColumnMetadata::holdsSql)
                        .isPresent();
    }

    /** Whether the node makes a table of columns with such metadata, at any depth. */
    public static boolean makesTableWithSql(LogicalPlan node) {
        return node instanceof V2CreateTableAsSelectPlan create
                && Optional.of(create.query())
                        .filter(LogicalPlan::resolved)
                        .filter(query -> holdsSql(query.schema()))
                        .isPresent();
    }

    private static boolean holdsSql(Metadata metadata) {
        return SQL.stream().anyMatch(metadata::contains);
    }

    private static boolean holdsSql(DataType type) {
        if (type instanceof StructType struct) {
            return Stream.of(struct.fields()).anyMatch(ColumnMetadata::holdsSql);
        }
        if (type instanceof ArrayType array) {
            return holdsSql(array.elementType());
        }
        return type instanceof MapType map && (holdsSql(map.keyType()) || holdsSql(map.valueType()));
    }

    private static boolean holdsSql(StructField field) {
        return holdsSql(field.metadata()) || holdsSql(field.dataType());
    }
}
