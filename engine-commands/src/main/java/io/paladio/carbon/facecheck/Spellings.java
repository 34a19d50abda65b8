package io.paladio.carbon.facecheck;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Other ways to write a table's path, each of which means it to somebody: a proxy, a file system, a database. Stateless. */
final class Spellings {
    private Spellings() {}

    /** Paths below a prefix, without the plain one. */
    static List<String> of(TableName table) {
        String schema = Face.encoded(table.schema());
        String name = Face.encoded(table.table());
        Set<String> paths = new LinkedHashSet<>(List.of(
                path(schema.toUpperCase(Locale.ROOT), name),
                path(schema, name.toUpperCase(Locale.ROOT)),
                path(schema.toLowerCase(Locale.ROOT), name.toLowerCase(Locale.ROOT)),
                path(schema, name + "%20"),
                path("%20" + schema, name),
                path(schema, name + "%00"),
                path(schema, name + "%2F"),
                path(schema, "..%2F" + name),
                path(schema, "x%2F..%2F" + name),
                path("x%1F..%1F" + schema, name),
                path("%1F" + schema, name),
                path(schema + "%1F", name),
                path("..%2F" + schema, name),
                path(schema + "/tables/x/../../../" + schema, name),
                path(schema, name + ";x=1"),
                path(twice(schema), twice(name)),
                path(schema + "%1F" + name, "files"),
                path(schema + "%1F" + name, "snapshots")));
        paths.remove(table.path());
        return List.copyOf(paths);
    }

    private static String path(String schema, String table) {
        return "/namespaces/" + schema + "/tables/" + table;
    }

    /** Its first character, written so that it stands there after decoding twice. */
    private static String twice(String name) {
        return name.startsWith("%") ? name : "%25" + Integer.toHexString(name.charAt(0)) + name.substring(1);
    }
}
