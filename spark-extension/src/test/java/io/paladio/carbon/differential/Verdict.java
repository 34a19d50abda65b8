package io.paladio.carbon.differential;

import io.paladio.carbon.differential.Outcome.Failure;
import io.paladio.carbon.differential.Outcome.Rows;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** Whether two outcomes are one and the same. */
final class Verdict {
    private Verdict() {}

    /** What differs, told without a row of it; empty where nothing does. */
    static Optional<String> difference(Outcome governed, Outcome right, boolean ordered) {
        if (governed instanceof Rows left && right instanceof Rows other) {
            return ofRows(left, other, ordered);
        }
        if (governed instanceof Failure left && right instanceof Failure other) {
            return left.condition().equals(other.condition())
                    ? Optional.empty()
                    : Optional.of(left.condition() + " in place of " + other.condition());
        }
        return Optional.of(named(governed) + " in place of " + named(right));
    }

    private static String named(Outcome outcome) {
        return outcome instanceof Failure failure
                ? failure.condition()
                : ((Rows) outcome).rows().size() + " rows";
    }

    private static Optional<String> ofRows(Rows governed, Rows right, boolean ordered) {
        if (!governed.schema().json().equals(right.schema().json())) {
            return Optional.of("schema " + governed.schema().json() + " in place of "
                    + right.schema().json());
        }
        List<String> left = ordered ? governed.rows() : sorted(governed.rows());
        List<String> other = ordered ? right.rows() : sorted(right.rows());
        if (left.equals(other)) {
            return Optional.empty();
        }
        if (left.size() != other.size()) {
            return Optional.of(left.size() + " rows in place of " + other.size());
        }
        int at = IntStream.range(0, left.size())
                .filter(i -> !left.get(i).equals(other.get(i)))
                .findFirst()
                .orElseThrow();
        return Optional.of("row " + at + " is " + left.get(at) + " in place of " + other.get(at));
    }

    private static List<String> sorted(List<String> rows) {
        return rows.stream().sorted().toList();
    }
}
