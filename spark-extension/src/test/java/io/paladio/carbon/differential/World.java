package io.paladio.carbon.differential;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.iceberg.data.GenericRecord;

/**
 * Some tables with their policies: what a batch of statements runs over.
 *
 * @param seed that it was made from, or that it is a smaller form of
 */
record World(long seed, List<Governed> tables) {
    /** Enough to make it worth while to write the tables. */
    static final int STATEMENTS = 25;

    /** A table and the policies on it. */
    record Governed(StoredTable table, TablePolicies policies) {
        StoredTable seen() {
            return Oracle.seen(table, policies);
        }
    }

    World {
        tables = List.copyOf(tables);
    }

    static World generated(long seed) {
        Dice dice = new Dice(seed);
        List<Governed> tables = new ArrayList<>();
        int count = dice.between(2, 3);
        for (int i = 0; i < count; i++) {
            StoredTable table = StoredTable.generated("t" + (i + 1), dice.split());
            tables.add(new Governed(table, PolicyGenerator.generated(dice.split(), table)));
        }
        return new World(seed, tables);
    }

    /** The first statements over it, as bob sees its tables. */
    List<Statement> statements(int count) {
        List<StoredTable> seen = tables.stream().map(Governed::seen).toList();
        Dice queries = new Dice(Dice.after(~seed));
        return IntStream.range(0, count)
                .mapToObj(each -> {
                    Dice dice = queries.split();
                    return new Statement(QueryGenerator.generated(dice, seen), Modes.drawn(dice));
                })
                .toList();
    }

    /** The same tables without a policy. */
    World open() {
        return new World(
                seed,
                tables.stream()
                        .map(table -> new Governed(table.table(), TablePolicies.NONE))
                        .toList());
    }

    /** Every world with one table less, half the rows of one, one policy less, or a table stored more plainly. */
    List<World> smaller() {
        List<World> smaller = new ArrayList<>();
        for (int i = 0; i < tables.size(); i++) {
            if (tables.size() > 1) {
                smaller.add(without(i));
            }
            Governed table = tables.get(i);
            if (!table.table().deleted().isEmpty() || table.table().spec().isPartitioned()) {
                smaller.add(with(i, new Governed(table.table().plain(), table.policies())));
            }
            for (TablePolicies policies : table.policies().smaller()) {
                smaller.add(with(i, new Governed(table.table(), policies)));
            }
            for (List<GenericRecord> rows : fewer(table.table().rows())) {
                smaller.add(with(i, new Governed(table.table().with(rows), table.policies())));
            }
        }
        return smaller;
    }

    private static <T> List<List<T>> fewer(List<T> rows) {
        List<List<T>> fewer = new ArrayList<>();
        int part = rows.size() > 8 ? rows.size() / 4 : 1;
        for (int from = 0; from < rows.size(); from += part) {
            List<T> less = new ArrayList<>(rows.subList(0, from));
            less.addAll(rows.subList(Math.min(rows.size(), from + part), rows.size()));
            fewer.add(less);
        }
        return fewer;
    }

    private World without(int index) {
        List<Governed> less = new ArrayList<>(tables);
        less.remove(index);
        return new World(seed, less);
    }

    private World with(int index, Governed other) {
        List<Governed> changed = new ArrayList<>(tables);
        changed.set(index, other);
        return new World(seed, changed);
    }
}
