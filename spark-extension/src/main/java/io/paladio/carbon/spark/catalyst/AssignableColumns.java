package io.paladio.carbon.spark.catalyst;

import io.paladio.carbon.catalog.GovernedTarget;
import io.paladio.carbon.policy.Column;
import io.paladio.carbon.policy.ColumnMask;
import io.paladio.carbon.policy.Mask;
import io.paladio.carbon.policy.RowFilter;
import io.paladio.carbon.policy.expression.Expression;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Which columns a restricted principal may give values of his own. He may not where what he sees of the row afterwards, or whether
 * it may be written at all, would tell him more of a masked value than its mask lets through (S5). Immutable.
 */
final class AssignableColumns {
    private final List<Column> columns;
    private final List<ColumnMask> masks;
    private final Set<String> masked;
    private final Optional<Expression> filter;

    AssignableColumns(GovernedTarget target) {
        this.columns = target.inner().governedSchema().columns();
        this.masks = target.policy().masks();
        this.masked = MaskedColumns.of(target);
        this.filter = target.policy().rowFilter().map(RowFilter::condition);
    }

    /** Why a stored row's value in this column has to stay as it is: the rest of a sentence; empty where it may change. */
    Optional<String> whyKept(String column) {
        if (masked.contains(column)) {
            return Optional.of("column " + column + " is masked for the principal");
        }
        return masks.stream()
                .filter(mask -> isRead(column, readBy(mask)))
                .findFirst()
                .map(mask -> "the mask of column " + mask.path() + " depends on column " + column)
                .or(() -> comparedByFilter(column));
    }

    /** All columns that have to stay as they are in stored rows. */
    Set<String> kept() {
        return columns.stream()
                .map(Column::name)
                .filter(column -> whyKept(column).isPresent())
                .collect(Collectors.toUnmodifiableSet());
    }

    /**
     * Why a new row may have nothing in this column: the rest of a sentence; empty where it may have a value. A hash whose key nobody
     * knows can't be guessed by dictionary, unless a dictionary can be put beside the values.
     */
    Optional<String> whyNull(String column) {
        return masks.stream()
                .filter(AssignableColumns::isUnguessable)
                .filter(mask -> isRead(column, Set.of(mask.column().fieldId())))
                .findFirst()
                .map(mask -> "column " + mask.path() + " is masked by "
                        + mask.mask().kind()
                        + ", and values of his own beside the others would let the principal guess them: leave it out");
    }

    private static boolean isUnguessable(ColumnMask mask) {
        return mask.mask() instanceof Mask.HmacSha256 || mask.mask() == Mask.Standard.SHA_256_QUERY_LOCAL;
    }

    private static Set<Integer> readBy(ColumnMask mask) {
        Set<Integer> read = new HashSet<>();
        mask.unless().ifPresent(released -> read.addAll(ExpressionColumns.fieldIds(released)));
        if (mask.mask() instanceof Mask.Computed computed) {
            read.addAll(ExpressionColumns.fieldIds(computed.expression()));
        }
        return read;
    }

    private Optional<String> comparedByFilter(String column) {
        Set<Integer> read = filter.map(ExpressionColumns::fieldIds).orElse(Set.of());
        return isRead(column, read) && masked.stream().anyMatch(hidden -> isRead(hidden, read))
                ? Optional.of("the row filter reads column " + column
                        + " along with a column that is masked for the principal")
                : Optional.empty();
    }

    private boolean isRead(String column, Set<Integer> fields) {
        return columns.stream()
                .filter(each -> each.name().equals(column))
                .anyMatch(each -> MaskedColumns.holds(each, fields));
    }
}
