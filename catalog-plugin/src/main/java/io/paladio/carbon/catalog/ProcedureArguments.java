package io.paladio.carbon.catalog;

import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.connector.catalog.procedures.ProcedureParameter;

/** The arguments of a call, by the names of the procedure's parameters; empty where the call leaves one out. Immutable. */
record ProcedureArguments(ProcedureParameter[] parameters, InternalRow input) {
    private static final long MICROS_PER_MILLI = 1000;

    Optional<String> text(String name) {
        return value(name, input::getString);
    }

    Optional<Integer> integer(String name) {
        return value(name, input::getInt);
    }

    Optional<Boolean> truth(String name) {
        return value(name, input::getBoolean);
    }

    /** A time, in milliseconds. */
    Optional<Long> millis(String name) {
        return value(name, input::getLong).map(micros -> Math.floorDiv(micros, MICROS_PER_MILLI));
    }

    /** Several numbers; none where the call leaves them out. */
    long[] numbers(String name) {
        return value(name, place -> input.getArray(place).toLongArray()).orElse(new long[0]);
    }

    /** The place of the one parameter of this name; empty where the procedure has none. */
    static OptionalInt place(ProcedureParameter[] parameters, String name) {
        return IntStream.range(0, parameters.length)
                .filter(place -> parameters[place].name().equalsIgnoreCase(name))
                .findFirst();
    }

    private <T> Optional<T> value(String name, IntFunction<T> read) {
        int place = place(parameters, name)
                .orElseThrow(() ->
                        new IllegalArgumentException("no parameter " + name + " among " + Arrays.toString(parameters)));
        return input.isNullAt(place) ? Optional.empty() : Optional.of(read.apply(place));
    }
}
