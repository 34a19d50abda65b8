package io.paladio.carbon.catalog;

import io.paladio.carbon.policy.restriction.ReadRestrictions;
import org.apache.iceberg.Table;
import org.apache.iceberg.catalog.TableIdentifier;

/**
 * A table as Iceberg's catalog handed it out.
 *
 * @param base the table that the face was asked for; for a metadata table the one it describes
 * @param table what was handed out
 * @param restrictions what the face sent along with the table, for the caller
 */
record LoadedTable(TableIdentifier base, Table table, ReadRestrictions restrictions) {}
