package io.paladio.carbon.catalog;

import io.paladio.carbon.policy.Securable;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.iceberg.BaseTable;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.exceptions.NoSuchTableException;

/** The engine's tables as the face serves them to the engine's own identity. One instance serves an application. Thread-safe. */
public final class FaceEngineTables implements EngineTables {
    private static final String CATALOGS = "spark.sql.catalog.";

    private final Map<String, String> configuration;
    private final Map<String, Optional<FaceRestCatalog>> byWarehouse = new ConcurrentHashMap<>();

    /** @param configuration the application's static configuration, whole */
    public FaceEngineTables(Map<String, String> configuration) {
        this.configuration = Map.copyOf(configuration);
    }

    @Override
    public Optional<EngineTable> open(Securable table) {
        String warehouse = table.path().get(0);
        return byWarehouse
                .computeIfAbsent(warehouse, this::connected)
                .flatMap(face -> loaded(
                        face,
                        TableIdentifier.of(
                                Namespace.of(table.path().get(1)), table.path().get(2))));
    }

    private static Optional<EngineTable> loaded(FaceRestCatalog face, TableIdentifier name) {
        try {
            face.loadTable(name);
            // Exactly this class: a subclass would let the face plan the scan.
            return face.loaded()
                    .filter(loaded -> loaded.table().getClass() == BaseTable.class)
                    .map(EngineTable::of);
        } catch (NoSuchTableException missing) {
            return Optional.empty();
        } finally {
            face.forget();
        }
    }

    private Optional<FaceRestCatalog> connected(String warehouse) {
        Optional<String> tokenFile = Optional.ofNullable(configuration.get(FaceOptions.ENGINE_TOKEN_FILE))
                .filter(file -> !file.isBlank());
        return tokenFile.flatMap(file -> options(warehouse).map(options -> {
            EngineIdentity engine = new EngineIdentity(Path.of(file));
            FaceConnection connection = new FaceConnection(options.asEngine(), () -> engine);
            FaceRestCatalog face = new FaceRestCatalog(connection);
            face.initialize(options.catalog(), connection.properties());
            return face;
        }));
    }

    private Optional<FaceOptions> options(String warehouse) {
        return configuration.entrySet().stream()
                .filter(entry -> entry.getKey().startsWith(CATALOGS))
                .filter(entry -> entry.getValue().equals(FaceCatalog.class.getName()))
                .map(entry -> FaceOptions.of(entry.getKey().substring(CATALOGS.length()), configuration))
                .filter(options -> options.warehouse().equals(warehouse))
                .findFirst();
    }
}
