package io.paladio.carbon.differential;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * A query of a specification of the TPC: nobody here wrote it.
 *
 * @param name benchmark and number, {@code tpcds/q14}
 */
record TpcQuery(String name, String sql) {
    private static final Pattern LIMIT = Pattern.compile("\\s+LIMIT (\\d+)\\s*$");

    /** The 22 queries of TPC-H, or the 99 of TPC-DS. */
    static List<TpcQuery> of(TpcSuite suite) {
        return IntStream.rangeClosed(1, suite.queries())
                .mapToObj(number -> read("%s/q%02d".formatted(suite.schema(), number)))
                .toList();
    }

    private static TpcQuery read(String name) {
        try (InputStream stream = TpcQuery.class.getResourceAsStream(name + ".sql")) {
            return new TpcQuery(name, new String(stream.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    /** How many rows the query wants at most. */
    Optional<Integer> limit() {
        Matcher limit = LIMIT.matcher(sql);
        return limit.find() ? Optional.of(Integer.valueOf(limit.group(1))) : Optional.empty();
    }

    /** The same query, all rows of it. */
    String whole() {
        return LIMIT.matcher(sql).replaceFirst("\n");
    }
}
