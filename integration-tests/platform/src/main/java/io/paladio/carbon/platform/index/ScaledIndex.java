package io.paladio.carbon.platform.index;

import io.paladio.carbon.policy.Securable;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * The Index of a company of any size: so many tables, ten tagged columns on each, half as many policies, as many principals and a
 * tenth as many groups. Seen from one table, all sizes look alike. Immutable.
 *
 * @param tables a multiple of 1,000
 */
public record ScaledIndex(int tables) {
    /** The largest that is measured. */
    public static final ScaledIndex FULL = new ScaledIndex(100_000);

    private static final String SCRIPT = "/scaled-index/fill.sql";
    private static final int TABLES_OF_SCHEMA = 100;

    /** Fills the Index behind a connection of its owner, a superuser; it holds the reference schema and nothing else. */
    public void fill(Connection owner) throws SQLException {
        try (Statement statement = owner.createStatement()) {
            statement.execute("BEGIN; SET LOCAL scale.tables = '" + tables + "';\n" + script() + "\nCOMMIT;");
            statement.execute("VACUUM ANALYZE");
        }
    }

    /** The table of a number. */
    public static Securable table(int number) {
        return Securable.table("carbon", "s" + number / TABLES_OF_SCHEMA, "t" + number);
    }

    /** The name of the principal of a number. */
    public static String principal(int number) {
        return "u" + number;
    }

    private static String script() {
        try (InputStream script = ScaledIndex.class.getResourceAsStream(SCRIPT)) {
            if (script == null) {
                throw new IllegalStateException("there is no " + SCRIPT);
            }
            return new String(script.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
