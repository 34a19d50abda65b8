package io.paladio.carbon.policy;

import java.util.Map;
import java.util.Optional;

/**
 * Who a verified token says is calling, before Index was asked.
 *
 * @param name the principal's name
 * @param actor who presented the token on the principal's behalf (RFC 8693 {@code act.sub}), if anybody
 * @param attributes string claims of the token that policies may refer to
 */
public record Caller(String name, Optional<String> actor, Map<String, String> attributes) {
    public Caller {
        if (name.isBlank()) {
            throw new IllegalArgumentException("a caller has a name");
        }
        attributes = Map.copyOf(attributes);
    }
}
