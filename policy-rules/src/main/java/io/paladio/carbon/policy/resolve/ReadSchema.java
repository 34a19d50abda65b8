package io.paladio.carbon.policy.resolve;

import io.paladio.carbon.policy.TableSchema;

/**
 * The two schemas that a policy is bound to: names and tags mean columns of the table as it is now, what is read may be an
 * older schema (S15). Field-ids lead from the one to the other, so that a rename can't shake a policy off.
 *
 * @param current the table's schema now
 * @param read the schema of the snapshot that is read
 */
public record ReadSchema(TableSchema current, TableSchema read) {
    /** A read of the table as it is. */
    public static ReadSchema asIs(TableSchema schema) {
        return new ReadSchema(schema, schema);
    }

    boolean isAsIs() {
        return current.equals(read);
    }
}
