package io.paladio.carbon.catalog;

import org.apache.iceberg.Table;
import org.apache.iceberg.catalog.TableIdentifier;

/**
 * A table as Iceberg's catalog handed it out.
 *
 * @param base the table that the face was asked for; for a metadata table the one it describes
 * @param table what was handed out
 */
record LoadedTable(TableIdentifier base, Table table) {}
