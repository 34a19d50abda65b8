package io.paladio.carbon.policy.resolve;

import io.paladio.carbon.policy.TableSchema;
import io.paladio.carbon.policy.restriction.ReadRestrictions;

/**
 * What a policy is bound to. Names and tags mean columns of the table as it is now, what is read may be an older schema (S15).
 * Field-ids lead from the one to the other, so that a rename can't shake a policy off.
 *
 * @param current the table's schema now
 * @param read the schema of the snapshot that is read
 * @param restrictions what the catalog sent along with the table (S23)
 */
public record ReadSchema(TableSchema current, TableSchema read, ReadRestrictions restrictions) {
    /** A read of a table that the catalog does not restrict. */
    public ReadSchema(TableSchema current, TableSchema read) {
        this(current, read, ReadRestrictions.NONE);
    }

    /** A read of the table as it is. */
    public static ReadSchema asIs(TableSchema schema) {
        return new ReadSchema(schema, schema);
    }

    /** The same read, under what the catalog sent along with the table. */
    public ReadSchema under(ReadRestrictions sent) {
        return new ReadSchema(current, read, sent);
    }

    boolean isAsIs() {
        return current.equals(read);
    }
}
