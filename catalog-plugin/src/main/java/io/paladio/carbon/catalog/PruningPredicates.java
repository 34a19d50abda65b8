package io.paladio.carbon.catalog;

import io.paladio.carbon.policy.Column;
import io.paladio.carbon.policy.ColumnType;
import io.paladio.carbon.policy.ColumnType.Primitive;
import io.paladio.carbon.policy.TableSchema;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.spark.sql.connector.expressions.Expression;
import org.apache.spark.sql.connector.expressions.Literal;
import org.apache.spark.sql.connector.expressions.NamedReference;
import org.apache.spark.sql.connector.expressions.filter.Predicate;
import org.apache.spark.unsafe.types.UTF8String;

/**
 * Which predicates Iceberg may leave files out by. Its logic is not Spark's: NULL is unlike every value there and less than it, NaN is
 * in no bounds, and the prefix of a NULL partition is a fault; UUIDs have an order of their own. Where that only keeps files which hold no such row it does no harm;
 * what would leave out a row, or fail, is not handed on. Immutable.
 */
final class PruningPredicates {
    private static final String STARTS_WITH = "STARTS_WITH";
    private static final Set<String> COMPARISONS = Set.of("=", "<=>", "<", "<=", ">", ">=", "IN");
    private static final Set<String> NULLNESS = Set.of("IS_NULL", "IS_NOT_NULL");
    private static final Set<String> CONNECTIVES = Set.of("AND", "OR", "NOT");
    /** Of these Iceberg has another order than Spark, which takes UUIDs for texts, or none that it is known for. */
    private static final Set<ColumnType> UNLIKE_SPARK =
            Set.of(Primitive.FLOAT, Primitive.DOUBLE, Primitive.UUID, Primitive.VARIANT, Primitive.OTHER);

    private final TableSchema schema;

    PruningPredicates(TableSchema schema) {
        this.schema = schema;
    }

    /** What to hand on of the predicates of which a row must fulfil every one. */
    Predicate[] of(Predicate[] predicates) {
        List<Predicate> pruning = new ArrayList<>();
        for (Predicate predicate : predicates) {
            if (prunes(predicate)) {
                pruning.add(predicate);
            } else if (predicate.name().equals(STARTS_WITH) && comparesColumn(predicate)) {
                // Without it the files of the NULL partition would be asked for their prefix.
                pruning.add(
                        new Predicate("IS_NOT_NULL", new Expression[] {predicate.children()[0]}));
                pruning.add(predicate);
            }
        }
        return pruning.toArray(Predicate[]::new);
    }

    private boolean prunes(Predicate predicate) {
        if (CONNECTIVES.contains(predicate.name())) {
            return Arrays.stream(predicate.children())
                    .allMatch(child -> child instanceof Predicate part && prunes(part));
        }
        return NULLNESS.contains(predicate.name()) && isColumn(predicate.children()[0])
                || COMPARISONS.contains(predicate.name()) && comparesColumn(predicate);
    }

    /** Whether it sets one column against constants. */
    private boolean comparesColumn(Predicate predicate) {
        int columns = 0;
        for (Expression child : predicate.children()) {
            if (isColumn(child)) {
                columns++;
            } else if (!isConstant(child)) {
                return false;
            }
        }
        return columns == 1;
    }

    /** Text that is no UTF-8, the half of a character for one, becomes another text in Iceberg. */
    private static boolean isConstant(Expression expression) {
        return expression instanceof Literal<?> literal
                && (!(literal.value() instanceof UTF8String text) || text.isValid());
    }

    private boolean isColumn(Expression expression) {
        return expression instanceof NamedReference reference
                && typeOf(reference).filter(PruningPredicates::hasSparksOrder).isPresent();
    }

    private static boolean hasSparksOrder(ColumnType type) {
        return type instanceof ColumnType.Decimal
                || type instanceof ColumnType.Fixed
                || (type instanceof Primitive && !UNLIKE_SPARK.contains(type));
    }

    private Optional<ColumnType> typeOf(NamedReference reference) {
        ColumnType type = new ColumnType.Struct(schema.columns());
        for (String name : reference.fieldNames()) {
            if (!(type instanceof ColumnType.Struct struct)) {
                return Optional.empty();
            }
            Optional<Column> field = struct.fields().stream()
                    .filter(each -> each.name().equals(name))
                    .findFirst();
            if (field.isEmpty()) {
                return Optional.empty();
            }
            type = field.get().type();
        }
        return Optional.of(type);
    }
}
