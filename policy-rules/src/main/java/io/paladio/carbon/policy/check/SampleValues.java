package io.paladio.carbon.policy.check;

import io.paladio.carbon.policy.expression.ValueType;
import io.paladio.carbon.policy.expression.ValueType.Simple;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Values that stand for all of a type where they are compared with these constants alone: NULL, each, and what lies around. */
final class SampleValues {
    private SampleValues() {}

    static List<Optional<Object>> of(ValueType type, Set<Object> constants) {
        List<Optional<Object>> values = new ArrayList<>(List.of(Optional.empty()));
        around((Simple) type, constants).forEach(value -> values.add(Optional.of(value)));
        return values;
    }

    private static Set<? extends Object> around(Simple type, Set<Object> constants) {
        return switch (type) {
            case BOOLEAN -> Set.of(true, false);
            case STRING -> texts(constants);
            case INT, DATE -> wholes(constants).stream().map(Long::intValue).collect(Collectors.toSet());
            case LONG, TIMESTAMP, TIMESTAMP_NTZ -> wholes(constants);
            case FLOAT, DOUBLE, BINARY -> numbers(constants);
        };
    }

    /** The next text after one is it and the smallest character. */
    private static Set<String> texts(Set<Object> constants) {
        Set<String> texts = new TreeSet<>(Set.of(""));
        for (Object constant : constants) {
            texts.add((String) constant);
            texts.add(constant + "\0");
        }
        return texts;
    }

    private static Set<Long> wholes(Set<Object> constants) {
        Set<Long> wholes = new TreeSet<>(Set.of(0L));
        for (Object constant : constants) {
            long value = ((Number) constant).longValue();
            wholes.addAll(List.of(value - 1, value, value + 1));
        }
        return wholes;
    }

    private static Set<Double> numbers(Set<Object> constants) {
        Set<Double> numbers = new TreeSet<>(Set.of(0d));
        for (Object constant : constants) {
            double value = (double) constant;
            numbers.addAll(List.of(Math.nextDown(value), value, Math.nextUp(value)));
        }
        return numbers;
    }
}
