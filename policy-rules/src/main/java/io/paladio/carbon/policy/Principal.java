package io.paladio.carbon.policy;

import java.util.Map;
import java.util.Set;

/**
 * A principal as Index knows it.
 *
 * @param name the principal's name
 * @param groups all groups, direct and inherited
 * @param attributes what {@code session_attribute('key')} answers
 */
public record Principal(String name, Set<String> groups, Map<String, String> attributes) {
    public Principal {
        groups = Set.copyOf(groups);
        attributes = Map.copyOf(attributes);
    }
}
