package io.paladio.carbon.catalog;

import java.util.Optional;
import org.apache.iceberg.catalog.Catalog;
import org.apache.iceberg.spark.SparkCatalog;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/**
 * Iceberg's Spark catalog over the session's {@link FaceRestCatalog}; never handed to Spark itself.
 *
 * <p>Its {@code initialize} is final and takes caching from the options that Spark passes, which are the session's. So
 * {@link FaceCatalog} holds one of these and initialises it with options of its own, instead of being one.
 */
final class FaceIceberg extends SparkCatalog {
    private final FaceConnection connection;
    private Optional<FaceRestCatalog> rest = Optional.empty();

    FaceIceberg(FaceConnection connection) {
        this.connection = connection;
    }

    @Override
    protected Catalog buildIcebergCatalog(String name, CaseInsensitiveStringMap options) {
        FaceRestCatalog catalog = new FaceRestCatalog(connection);
        catalog.initialize(name, connection.properties());
        rest = Optional.of(catalog);
        return catalog;
    }

    FaceRestCatalog rest() {
        return rest.orElseThrow(() -> new IllegalStateException("the catalog is not initialised"));
    }
}
