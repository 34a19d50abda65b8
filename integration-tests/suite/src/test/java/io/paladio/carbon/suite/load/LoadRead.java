package io.paladio.carbon.suite.load;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiFunction;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A statement, and what it answers to whom under which rules.
 *
 * @param tables the numbers of the tables that it reads
 * @param meaning the rows as JSON texts, in any order
 */
record LoadRead(String sql, Set<Integer> tables, BiFunction<Reader, Map<Integer, TableRules>, List<String>> meaning) {
    private static final String COLUMNS = "SELECT id, region, owner, amount, secret FROM ";

    /** What the reader gets; empty where a grant is missing. */
    Optional<List<String>> expected(Reader reader, Map<Integer, TableRules> rules) {
        return tables.stream().allMatch(table -> rules(rules, table).admits(reader))
                ? Optional.of(meaning.apply(reader, rules).stream().sorted().toList())
                : Optional.empty();
    }

    /** One of all kinds, on one or two of the tables that these are the first snapshots of. */
    static LoadRead any(Map<Integer, String> firstSnapshots, Random random) {
        int tables = firstSnapshots.size();
        int table = random.nextInt(tables);
        return switch (random.nextInt(6)) {
            case 0, 1 -> point(table, random.nextInt(LoadRow.ROWS));
            case 2 -> range(table, 200 + random.nextInt(800));
            case 3 -> totals(table);
            case 4 -> join(table, (table + 1) % tables);
            default -> past(table, firstSnapshots.get(table));
        };
    }

    /** The whole table. */
    static LoadRead whole(int table) {
        return scan(table, LoadRow.ROWS, "", row -> true);
    }

    static LoadRead point(int table, int id) {
        return scan(table, LoadRow.ROWS, " WHERE id = " + id, row -> row.id() == id);
    }

    static LoadRead range(int table, int below) {
        return scan(table, LoadRow.ROWS, " WHERE amount < " + below, row -> row.amount() < below);
    }

    /** As of the first snapshot, under the rules of now. */
    static LoadRead past(int table, String snapshot) {
        return scan(table, LoadRow.FIRST, " VERSION AS OF " + snapshot, row -> true);
    }

    private static LoadRead scan(int table, int rows, String more, Predicate<LoadRow> wanted) {
        return new LoadRead(
                COLUMNS + name(table) + more,
                Set.of(table),
                (reader, rules) -> LoadRow.all(table, rows).stream()
                        .filter(wanted)
                        .filter(row -> rules(rules, table).shows(reader, row))
                        .map(row -> json(
                                row.id(),
                                row.region().orElse(null),
                                row.owner(),
                                row.amount(),
                                rules(rules, table).secret(reader, row).orElse(null)))
                        .toList());
    }

    static LoadRead totals(int table) {
        return new LoadRead(
                "SELECT region, count(*), sum(amount), max(secret) FROM " + name(table) + " GROUP BY region",
                Set.of(table),
                (reader, rules) -> totals(reader, table, rules(rules, table)));
    }

    private static List<String> totals(Reader reader, int table, TableRules rules) {
        Map<String, List<LoadRow>> regions = new TreeMap<>();
        LoadRow.all(table, LoadRow.ROWS).stream()
                .filter(row -> rules.shows(reader, row))
                .forEach(row -> regions.computeIfAbsent(row.region().orElse(""), any -> new ArrayList<>())
                        .add(row));
        List<String> rows = new ArrayList<>();
        regions.forEach((region, members) -> rows.add(json(
                region.isEmpty() ? null : region,
                members.size(),
                members.stream().mapToInt(LoadRow::amount).sum(),
                members.stream()
                        .flatMap(row -> rules.secret(reader, row).stream())
                        .max(Comparator.naturalOrder())
                        .orElse(null))));
        return rows;
    }

    static LoadRead join(int left, int right) {
        return new LoadRead(
                "SELECT a.id, a.secret AS here, b.secret AS there FROM " + name(left) + " a JOIN " + name(right)
                        + " b ON a.id = b.id",
                Set.of(left, right),
                (reader, rules) -> LoadRow.all(left, LoadRow.ROWS).stream()
                        .filter(row -> rules(rules, left).shows(reader, row))
                        .filter(row -> rules(rules, right).shows(reader, LoadRow.of(right, row.id())))
                        .map(row -> json(
                                row.id(),
                                rules(rules, left).secret(reader, row).orElse(null),
                                rules(rules, right)
                                        .secret(reader, LoadRow.of(right, row.id()))
                                        .orElse(null)))
                        .toList());
    }

    static String name(int table) {
        return "carbon.load.t" + table;
    }

    private static TableRules rules(Map<Integer, TableRules> rules, int table) {
        return rules.getOrDefault(table, TableRules.NONE);
    }

    private static String json(@Nullable Object... values) {
        ArrayNode row = JsonNodeFactory.instance.arrayNode();
        for (Object value : values) {
            if (value instanceof Integer number) {
                row.add(number);
            } else {
                row.add((String) value);
            }
        }
        return row.toString();
    }
}
