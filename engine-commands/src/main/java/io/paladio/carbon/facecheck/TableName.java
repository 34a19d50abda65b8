package io.paladio.carbon.facecheck;

import io.paladio.carbon.command.Impossible;
import io.paladio.carbon.policy.Securable;
import java.util.List;
import java.util.Optional;

/** A table as an operator names it: {@code [warehouse.]schema.table}. Immutable. */
record TableName(Optional<String> warehouse, String schema, String table) {
    static TableName parse(String option, String text) throws Impossible {
        try {
            List<String> path = Securable.parse(text).path();
            if (path.size() == 3) {
                return new TableName(Optional.of(path.get(0)), path.get(1), path.get(2));
            }
            if (path.size() == 2) {
                return new TableName(Optional.empty(), path.get(0), path.get(1));
            }
        } catch (IllegalArgumentException noPath) {
            // Said below.
        }
        throw new Impossible(option + " is no table. Write warehouse.schema.table.");
    }

    /** The path below a prefix. */
    String path() {
        return "/namespaces/" + Face.encoded(schema) + "/tables/" + Face.encoded(table);
    }
}
