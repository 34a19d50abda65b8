package io.paladio.carbon.spark.mutants;

import java.util.List;
import java.util.Optional;

/**
 * One wrong version of one source file, and the tests that must see it.
 *
 * @param what is wrong with it
 * @param source the class that it changes, below {@code io.paladio.carbon}
 * @param before a text of that class's source, which stands there once; how it is spaced does not matter
 * @param after what stands in its place
 * @param killers tests, the quickest first: {@code spark.OracleTest} or {@code spark.OracleTest#method}
 * @param theorem whether random statements must find it out, without any other test
 * @param lives why no test can see it; empty where one must
 */
record Mutant(
        String name,
        String what,
        String source,
        String before,
        String after,
        List<String> killers,
        boolean theorem,
        Optional<String> lives) {
    Mutant {
        killers = List.copyOf(killers);
    }
}
