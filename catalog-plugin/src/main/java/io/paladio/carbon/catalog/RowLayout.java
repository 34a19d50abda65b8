package io.paladio.carbon.catalog;

import io.paladio.carbon.policy.Column;
import io.paladio.carbon.policy.ColumnMask;
import io.paladio.carbon.policy.EffectivePolicy;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.iceberg.PartitionField;
import org.apache.iceberg.SortField;
import org.apache.iceberg.Table;
import org.apache.iceberg.types.TypeUtil;

/**
 * By which columns the rows that are written to a table come to lie in its files. Whoever reads them without an order sees that one: a
 * value of the writer's own choice stands before the greater ones and behind the smaller ones, masked or not. Stateless.
 */
final class RowLayout {
    private RowLayout() {}

    /** Whether one of them is masked, or within what is. */
    static boolean isBy(EffectivePolicy masks, Table table) {
        Set<Integer> masked = masks.masks().stream()
                .map(ColumnMask::column)
                .map(Column::fieldId)
                .collect(Collectors.toUnmodifiableSet());
        Map<Integer, Integer> outer =
                new HashMap<>(TypeUtil.indexParents(table.schema().asStruct()));
        return sources(table).anyMatch(column -> isWithin(column, masked, outer));
    }

    private static Stream<Integer> sources(Table table) {
        return Stream.concat(
                table.spec().fields().stream()
                        .filter(field -> !field.transform().isVoid())
                        .map(PartitionField::sourceId),
                table.sortOrder().fields().stream().map(SortField::sourceId));
    }

    private static boolean isWithin(Integer column, Set<Integer> masked, Map<Integer, Integer> outer) {
        return masked.contains(column)
                || Optional.ofNullable(outer.get(column))
                        .filter(parent -> isWithin(parent, masked, outer))
                        .isPresent();
    }
}
