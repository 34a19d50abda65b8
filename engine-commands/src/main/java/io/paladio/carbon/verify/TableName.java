package io.paladio.carbon.verify;

import io.paladio.carbon.command.Impossible;
import io.paladio.carbon.policy.Securable;
import java.util.stream.Collectors;

/** A table's name as people write it and as SQL takes it. Stateless. */
final class TableName {
    private TableName() {}

    static Securable parse(String text) throws Impossible {
        try {
            Securable table = Securable.parse(text);
            if (table.path().size() == 3) {
                return table;
            }
        } catch (IllegalArgumentException noPath) {
            throw noTable();
        }
        throw noTable();
    }

    private static Impossible noTable() {
        return new Impossible("--table is no table. Write catalog.schema.table.");
    }

    static String sql(Securable table) {
        return table.path().stream().map(Statement::quoted).collect(Collectors.joining("."));
    }
}
