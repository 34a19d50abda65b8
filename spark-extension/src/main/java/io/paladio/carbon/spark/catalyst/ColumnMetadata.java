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
import org.apache.spark.sql.types.MetadataBuilder;
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
                        .filter(query -> withSql(query.schema()).findAny().isPresent())
                        .isPresent();
    }

    static boolean holdsSql(Metadata metadata) {
        return SQL.stream().anyMatch(metadata::contains);
    }

    /** The metadata, as JSON, of each field within the type that has SQL there. */
    static Stream<String> withSql(DataType type) {
        if (type instanceof StructType struct) {
            return Stream.of(struct.fields()).flatMap(ColumnMetadata::withSql);
        }
        if (type instanceof ArrayType array) {
            return withSql(array.elementType());
        }
        return type instanceof MapType map
                ? Stream.concat(withSql(map.keyType()), withSql(map.valueType()))
                : Stream.empty();
    }

    private static Stream<String> withSql(StructField field) {
        Stream<String> own =
                Stream.of(field.metadata()).filter(ColumnMetadata::holdsSql).map(Metadata::json);
        return Stream.concat(own, withSql(field.dataType()));
    }

    /** The same type without SQL at any depth. */
    static DataType withoutSql(DataType type) {
        if (type instanceof StructType struct) {
            return new StructType(
                    Stream.of(struct.fields()).map(ColumnMetadata::withoutSql).toArray(StructField[]::new));
        }
        if (type instanceof ArrayType array) {
            return new ArrayType(withoutSql(array.elementType()), array.containsNull());
        }
        return type instanceof MapType map
                ? new MapType(withoutSql(map.keyType()), withoutSql(map.valueType()), map.valueContainsNull())
                : type;
    }

    private static StructField withoutSql(StructField field) {
        return new StructField(
                field.name(), withoutSql(field.dataType()), field.nullable(), withoutSql(field.metadata()));
    }

    static Metadata withoutSql(Metadata metadata) {
        MetadataBuilder builder = new MetadataBuilder().withMetadata(metadata);
        SQL.forEach(builder::remove);
        return builder.build();
    }
}
