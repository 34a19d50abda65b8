package io.paladio.carbon.policy;

import java.util.List;
import java.util.Optional;

/**
 * What a policy in shadow would do to one principal's read of one table, were it enforced (S20). Evidence alone: nothing that
 * decides knows of it.
 *
 * @param kind {@code row_filter}, or the kind of mask
 * @param columns the columns that it would mask, nested ones by dotted names; none for a row filter
 * @param fault why it could not be enforced, as the rest of a sentence without literals; empty where it could
 */
public record ShadowEffect(PolicyReference policy, String kind, List<String> columns, Optional<String> fault) {
    public ShadowEffect {
        columns = List.copyOf(columns);
    }
}
