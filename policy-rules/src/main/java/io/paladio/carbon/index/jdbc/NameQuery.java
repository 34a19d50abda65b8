package io.paladio.carbon.index.jdbc;

import io.paladio.carbon.policy.check.KnownNames;
import io.paladio.carbon.policy.check.KnownNames.TagValues;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Asks Index in Postgres for the names that a policy may use: whatever it has a row for, in use or not. */
final class NameQuery {
    private static final String GROUPS = "SELECT name FROM carbon_index.groups";
    private static final String PRINCIPALS = "SELECT name FROM carbon_index.principals UNION"
            + " SELECT principal_name FROM carbon_index.grants WHERE principal_name IS NOT NULL";
    private static final String TAGS = """
            SELECT tag, value, t.allowed_values IS NOT NULL
              FROM carbon_index.tags t
              FULL JOIN (SELECT tag, value FROM carbon_index.taggings
                         UNION
                         SELECT tag, unnest(allowed_values) FROM carbon_index.tags) AS known USING (tag)""";

    private NameQuery() {}

    static KnownNames ask(Connection connection) throws SQLException {
        return new KnownNames(
                Optional.of(names(connection, GROUPS)),
                Optional.of(names(connection, PRINCIPALS)),
                Optional.of(tags(connection)));
    }

    private static Set<String> names(Connection connection, String sql) throws SQLException {
        Set<String> names = new HashSet<>();
        try (PreparedStatement query = connection.prepareStatement(sql);
                ResultSet rows = query.executeQuery()) {
            while (rows.next()) {
                names.add(rows.getString(1));
            }
        }
        return names;
    }

    private static Map<String, TagValues> tags(Connection connection) throws SQLException {
        Map<String, Set<String>> values = new HashMap<>();
        Set<String> closed = new HashSet<>();
        try (PreparedStatement query = connection.prepareStatement(TAGS);
                ResultSet rows = query.executeQuery()) {
            while (rows.next()) {
                String tag = rows.getString(1);
                Set<String> known = values.computeIfAbsent(tag, none -> new HashSet<>());
                Optional.ofNullable(rows.getString(2)).ifPresent(known::add);
                if (rows.getBoolean(3)) {
                    closed.add(tag);
                }
            }
        }
        return KnownNames.tags(values, closed);
    }
}
