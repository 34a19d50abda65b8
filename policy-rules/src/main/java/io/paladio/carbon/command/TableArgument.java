package io.paladio.carbon.command;

import io.paladio.carbon.policy.Securable;
import java.util.Optional;

/** What stands behind {@code --table}. */
final class TableArgument {
    private TableArgument() {}

    static Securable of(String text) throws Impossible {
        return parsed(text)
                .filter(securable -> securable.path().size() == 3)
                .orElseThrow(() -> new Impossible("--table is no table. Write catalog.schema.table."));
    }

    private static Optional<Securable> parsed(String text) {
        try {
            return Optional.of(Securable.parse(text));
        } catch (IllegalArgumentException noPath) {
            return Optional.empty();
        }
    }
}
