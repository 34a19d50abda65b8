package io.paladio.carbon.suite.load;

import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** A row of the table of a number, as it lies there: the same function writes the tables and knows what is in them. */
record LoadRow(int id, Optional<String> region, String owner, int amount, String secret) {
    /** How many rows a table has. */
    static final int ROWS = 80;
    /** How many of them, the first ones, its first snapshot has. */
    static final int FIRST = 50;

    static final int REGIONS = 6;

    static LoadRow of(int table, int id) {
        int mixed = (id * 31 + table * 17) % 97;
        Optional<String> region = mixed % 9 == 0 ? Optional.empty() : Optional.of(region(mixed % REGIONS));
        return new LoadRow(id, region, "p" + mixed % 16, mixed * 10, "s%d-%04d".formatted(table, id));
    }

    static String region(int number) {
        return "r" + number;
    }

    /** The rows of a table, or those that its first snapshot has. */
    static List<LoadRow> all(int table, int rows) {
        return IntStream.range(0, rows).mapToObj(id -> of(table, id)).toList();
    }

    /** As a row of an INSERT. */
    String literal() {
        return "(%d, %s, '%s', %d, '%s')"
                .formatted(id, region.map(text -> "'" + text + "'").orElse("NULL"), owner, amount, secret);
    }
}
