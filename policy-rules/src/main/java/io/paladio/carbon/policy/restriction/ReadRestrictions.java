package io.paladio.carbon.policy.restriction;

import io.paladio.carbon.policy.PolicyReference;

/**
 * The {@code read-restrictions} that a catalog sent along with a table, as they came: what they mean is found out where they are
 * bound to the table's columns (S23). Immutable.
 *
 * @param json the field's value in its canonical form, keys sorted; empty where the catalog restricts nothing
 * @param etag hash of the canonical form
 */
public record ReadRestrictions(String json, String etag) {
    /** The field's name in a LoadTable answer, and the id by which messages and evidence know what it restricts. */
    public static final String FIELD = "read-restrictions";

    /** The catalog restricts nothing. */
    public static final ReadRestrictions NONE = new ReadRestrictions("", "");

    /** The standard has one version. */
    private static final int VERSION = 1;

    /**
     * What a catalog sent.
     *
     * @param json the field's value
     * @throws RestrictionFault if it is no JSON, or too much of it
     */
    public static ReadRestrictions of(String json) throws RestrictionFault {
        return RestrictionJson.canonical(json);
    }

    /** Whether nothing was sent. What was sent may still restrict nothing. */
    public boolean isNone() {
        return json.isEmpty();
    }

    /** As evidence names it. */
    public PolicyReference reference() {
        return new PolicyReference(FIELD, VERSION, etag);
    }

    /** Says nothing of what was sent: it may hold literals. */
    @Override
    public String toString() {
        return isNone() ? "no " + FIELD : FIELD + " " + etag;
    }
}
