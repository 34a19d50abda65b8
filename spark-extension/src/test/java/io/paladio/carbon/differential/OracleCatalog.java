package io.paladio.carbon.differential;

import java.util.Map;
import org.apache.iceberg.CatalogProperties;
import org.apache.iceberg.catalog.Catalog;
import org.apache.iceberg.inmemory.InMemoryCatalog;
import org.apache.iceberg.spark.SparkCatalog;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/** Iceberg's own catalog in Spark, over the oracle's copies: nothing here knows of policies. */
public final class OracleCatalog extends SparkCatalog {
    private static final InMemoryCatalog TABLES = create();

    private static InMemoryCatalog create() {
        InMemoryCatalog catalog = new InMemoryCatalog();
        catalog.initialize("carbon", Map.of(CatalogProperties.WAREHOUSE_LOCATION, "/copies"));
        return catalog;
    }

    static InMemoryCatalog tables() {
        return TABLES;
    }

    @Override
    protected Catalog buildIcebergCatalog(String name, CaseInsensitiveStringMap options) {
        return TABLES;
    }
}
