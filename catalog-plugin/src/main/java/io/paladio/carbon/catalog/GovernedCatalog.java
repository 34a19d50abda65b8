package io.paladio.carbon.catalog;

import org.apache.spark.sql.connector.catalog.CatalogPlugin;

/**
 * A catalog that decides about every table before it hands it out: the only kind whose tables a plan may read. Which classes
 * may be catalogs at all is a matter of the application's static configuration, checked at start.
 */
public interface GovernedCatalog extends CatalogPlugin {
    /** The name under which the catalog's tables are known as securables. */
    String warehouse();

    /** The principal for whom the catalog asks, and whom its tables are for. */
    String principal();
}
