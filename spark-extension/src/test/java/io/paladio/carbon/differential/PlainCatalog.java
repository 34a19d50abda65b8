package io.paladio.carbon.differential;

import io.paladio.carbon.catalog.LocalCatalog;
import org.apache.iceberg.catalog.Catalog;
import org.apache.iceberg.spark.SparkCatalog;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/** Iceberg's own catalog in Spark, over the very tables that the governed engine reads: nothing here knows of policies. */
public final class PlainCatalog extends SparkCatalog {
    @Override
    protected Catalog buildIcebergCatalog(String name, CaseInsensitiveStringMap options) {
        return LocalCatalog.tables();
    }
}
