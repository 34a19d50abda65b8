package io.paladio.carbon.spark.connect;

import java.util.List;
import java.util.Optional;

/**
 * What a request asked for that its response must be checked against: written before the engine sees the request, read when the
 * response comes, on whichever thread. Immutable.
 *
 * @param prefix what Spark cuts off the keys in the answer to a listing of configuration
 * @param warnings what the caller asked to be warned about instead of refused
 */
record CallState(Optional<String> prefix, List<String> warnings) {
    static final CallState NONE = new CallState(Optional.empty(), List.of());

    CallState {
        warnings = List.copyOf(warnings);
    }
}
