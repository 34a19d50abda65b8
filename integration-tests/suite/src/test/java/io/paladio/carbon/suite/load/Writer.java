package io.paladio.carbon.suite.load;

import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/**
 * Who writes to a table at the same time as the others. Each has rows of a department's own from the start, and adds more: bob and
 * carol see those of their department alone, and alice sees all.
 *
 * @param first the id of the first row of the department
 */
record Writer(String principal, String department, int first) {
    static final int EACH = 4;
    private static final int ADDED = 100;

    static final List<Writer> ALL =
            List.of(new Writer("bob", "eng", 0), new Writer("carol", "ops", 10), new Writer("alice", "hr", 20));

    /** A statement of this writer's, and what it makes of the table. */
    Written next(WrittenTable table, Random random) {
        int one = visible().get(random.nextInt(visible().size()));
        int other = visible().get(random.nextInt(visible().size()));
        int own = ADDED * (1 + first) + random.nextInt(EACH);
        return switch (random.nextInt(6)) {
            case 0 -> Written.raising(table, one);
            case 1 -> Written.raising(table, visible());
            case 2 -> Written.raising(table, one, other);
            case 3 -> Written.adding(table, row(own));
            case 4 -> Written.setting(table, row(own));
            default -> Written.deleting(table, own);
        };
    }

    /** The rows that are there from the start and that the writer sees. */
    private List<Integer> visible() {
        return ALL.stream()
                .filter(writer -> writer.equals(this) || principal.equals("alice"))
                .flatMap(writer ->
                        IntStream.range(writer.first, writer.first + EACH).boxed())
                .toList();
    }

    private WrittenTable.Row row(int id) {
        return new WrittenTable.Row(id, "added", department, 0, "900-00-" + (1000 + id % 1000));
    }
}
