package io.paladio.carbon.spark.catalyst;

import io.paladio.carbon.catalog.GovernedRawTable;
import io.paladio.carbon.catalog.GovernedTarget;
import io.paladio.carbon.policy.Column;
import io.paladio.carbon.policy.ColumnMask;
import io.paladio.carbon.policy.ColumnType;
import io.paladio.carbon.policy.EffectivePolicy;
import io.paladio.carbon.policy.TableSchema;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Which columns of a table or view the principal does not see as they are stored. Stateless. */
final class MaskedColumns {
    private MaskedColumns() {}

    /** The names of the columns that a mask touches, whole or within. */
    static Set<String> of(GovernedTarget target) {
        return of(target.inner());
    }

    static Set<String> of(GovernedRawTable table) {
        return of(table.policy(), table.governedSchema());
    }

    static Set<String> of(EffectivePolicy policy, TableSchema schema) {
        Set<Integer> masked = maskedFields(policy);
        return schema.columns().stream()
                .filter(column -> holds(column, masked))
                .map(Column::name)
                .collect(Collectors.toUnmodifiableSet());
    }

    private static Set<Integer> maskedFields(EffectivePolicy policy) {
        return policy.masks().stream()
                .map(ColumnMask::column)
                .map(Column::fieldId)
                .collect(Collectors.toUnmodifiableSet());
    }

    /** Whether the column is one of these fields, or one of them lies within it. */
    static boolean holds(Column column, Set<Integer> fields) {
        return fields.contains(column.fieldId())
                || within(column.type()).stream().anyMatch(field -> holds(field, fields));
    }

    private static List<Column> within(ColumnType type) {
        if (type instanceof ColumnType.Struct struct) {
            return struct.fields();
        }
        if (type instanceof ColumnType.ListOf list) {
            return List.of(list.element());
        }
        return type instanceof ColumnType.MapOf map ? List.of(map.key(), map.value()) : List.of();
    }
}
