package io.paladio.carbon.policy;

import java.util.List;
import java.util.Optional;

/**
 * What a policy in shadow would do to one principal's read of one table, were it enforced (S20). Evidence alone: nothing that
 * decides knows of it.
 *
 * @param kind {@code row_filter}, or the kind of mask
 * @param columns the columns that it would mask, nested ones by dotted names; none for a row filter
 * @param hiddenRows how many of the rows that were read it would hide; empty for a mask, and where none were read or counted
 * @param fault why it could not be enforced, as the rest of a sentence without literals; empty where it could
 */
public record ShadowEffect(
        PolicyReference policy, String kind, List<String> columns, Optional<Long> hiddenRows, Optional<String> fault) {
    public ShadowEffect {
        columns = List.copyOf(columns);
    }

    /** What is known before a row is read. */
    public ShadowEffect(PolicyReference policy, String kind, List<String> columns, Optional<String> fault) {
        this(policy, kind, columns, Optional.empty(), fault);
    }

    /** The same, once rows were counted. */
    public ShadowEffect hiding(long rows) {
        return new ShadowEffect(policy, kind, columns, Optional.of(rows), fault);
    }

    /** The same policy, which turned out to be at fault. */
    public ShadowEffect failing(String reason) {
        return new ShadowEffect(policy, kind, columns, Optional.empty(), Optional.of(reason));
    }
}
