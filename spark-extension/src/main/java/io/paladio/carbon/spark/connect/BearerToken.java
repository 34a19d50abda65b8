package io.paladio.carbon.spark.connect;

import io.paladio.carbon.error.CarbonCondition;
import io.paladio.carbon.error.Refusal;
import java.util.List;
import java.util.Optional;
import org.sparkproject.connect.grpc.Metadata;

/**
 * Finds the bearer token of a call. The JVM client of Spark 4.1 sends it under another name over TLS, so both names count; two
 * different tokens don't.
 */
final class BearerToken {
    private static final List<Metadata.Key<String>> HEADERS = List.of(
            Metadata.Key.of("authorization", Metadata.ASCII_STRING_MARSHALLER),
            Metadata.Key.of("authentication", Metadata.ASCII_STRING_MARSHALLER));
    private static final String SCHEME = "bearer ";

    private BearerToken() {}

    /** Takes the token out of the headers: nothing behind this layer needs it there. */
    static String take(Metadata headers) {
        Optional<String> found = Optional.empty();
        for (Metadata.Key<String> name : HEADERS) {
            Iterable<String> values = headers.removeAll(name);
            for (String value : values == null ? List.<String>of() : values) {
                String token = tokenIn(value);
                if (found.filter(other -> !other.equals(token)).isPresent()) {
                    throw refusal("the call carries two different tokens");
                }
                found = Optional.of(token);
            }
        }
        return found.orElseThrow(() -> refusal("the call carries no bearer token"));
    }

    private static String tokenIn(String header) {
        if (!header.regionMatches(true, 0, SCHEME, 0, SCHEME.length())
                || header.substring(SCHEME.length()).isBlank()) {
            throw refusal("the call carries no bearer token");
        }
        return header.substring(SCHEME.length()).strip();
    }

    private static Refusal refusal(String reason) {
        return CarbonCondition.IDENTITY_REQUIRED.refusal().reason(reason).build();
    }
}
