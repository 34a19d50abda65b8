package io.paladio.carbon.platform.face;

import io.paladio.carbon.platform.face.Warehouses.Warehouse;
import io.paladio.carbon.platform.http.LoopbackServer;
import io.paladio.carbon.platform.index.IndexFolder;
import io.paladio.carbon.platform.issuer.Issuer;
import io.paladio.carbon.platform.store.ObjectStore;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.iceberg.CatalogProperties;
import org.apache.iceberg.aws.s3.S3FileIO;
import org.apache.iceberg.jdbc.JdbcCatalog;

/**
 * The face: an Iceberg REST catalog whose answer depends on who asks. It verifies the token of every call, gives nothing that is
 * denied, gives a table under a policy to the trusted engine alone, and hands out keys to one table's folder that expire.
 * Thread-safe.
 */
public final class Face implements AutoCloseable {
    private final JdbcCatalog behind;
    private final FaceFaults faults;
    private final List<Warehouse> warehouses;
    private final LoopbackServer server;

    private Face(JdbcCatalog behind, FaceFaults faults, List<Warehouse> warehouses, LoopbackServer server) {
        this.behind = behind;
        this.faults = faults;
        this.warehouses = List.copyOf(warehouses);
        this.server = server;
    }

    /**
     * What a face stands on.
     *
     * @param warehouses the names of what it serves, the main one first: a catalog's name, its warehouse and its prefix in paths
     * @param validity of vended keys
     * @param database the file that holds which table's metadata is where
     * @param requestLog the file that gets one line per call
     */
    public record Settings(List<String> warehouses, Duration validity, Path database, Path requestLog) {}

    public static Face start(Settings settings, Issuer issuer, ObjectStore store, IndexFolder index) {
        JdbcCatalog behind = backing(settings, store);
        Vending vending = new Vending(store, settings.validity());
        Locations locations = new Locations("s3://" + store.bucket());
        List<Warehouse> warehouses = settings.warehouses().stream()
                .map(name -> warehouse(name, behind, index, locations, vending))
                .toList();
        FaceFaults faults = new FaceFaults();
        FaceGate gate = new FaceGate(issuer, faults);
        FaceHandler handler =
                new FaceHandler(new Warehouses(warehouses), gate, vending, new RequestLog(settings.requestLog()));
        return new Face(behind, faults, warehouses, LoopbackServer.start("face", handler));
    }

    private static Warehouse warehouse(
            String name, JdbcCatalog behind, IndexFolder index, Locations locations, Vending vending) {
        WarehouseCatalog catalog = new WarehouseCatalog(name, behind);
        FaceRestrictions restrictions = new FaceRestrictions();
        FaceAuthority authority = new FaceAuthority(name, index, restrictions);
        FaceDispatch dispatch = new FaceDispatch(
                name,
                new NamespaceCalls(catalog, authority),
                new TableCalls(catalog, authority, locations, vending),
                new ViewCalls(catalog, authority, locations));
        return new Warehouse(name, catalog, authority, dispatch, restrictions);
    }

    private static JdbcCatalog backing(Settings settings, ObjectStore store) {
        Map<String, String> properties = new HashMap<>(Vending.endpoint(store));
        properties.put(CatalogProperties.WAREHOUSE_LOCATION, "s3://" + store.bucket());
        properties.put(CatalogProperties.FILE_IO_IMPL, S3FileIO.class.getName());
        properties.put("s3.access-key-id", store.root().accessKey());
        properties.put("s3.secret-access-key", store.root().secret());
        properties.put("http-client.type", "urlconnection");
        properties.put(CatalogProperties.URI, "jdbc:sqlite:" + settings.database());
        properties.put("jdbc.schema-version", "V1");
        // SQLite has one writer.
        properties.put(CatalogProperties.CLIENT_POOL_SIZE, "1");
        JdbcCatalog catalog = new JdbcCatalog();
        catalog.initialize("face", properties);
        return catalog;
    }

    /** What goes into {@code spark.sql.catalog.<name>.uri}. */
    public URI uri() {
        return server.uri().resolve("/api/iceberg");
    }

    /** The counters of the calls so far, by name, as JSON. */
    public URI countersUri() {
        return server.uri().resolve("/_counters");
    }

    /** The main warehouse, by which the platform loads its samples. */
    public WarehouseCatalog catalog() {
        return warehouses.get(0).catalog();
    }

    /** A warehouse by its name. */
    public WarehouseCatalog catalog(String warehouse) {
        return warehouses.stream()
                .filter(served -> served.name().equals(warehouse))
                .findFirst()
                .orElseThrow()
                .catalog();
    }

    /** Faults that a test may ask for. */
    public FaceFaults faults() {
        return faults;
    }

    /** What a test has the face send along with tables of the main warehouse. */
    public FaceRestrictions restrictions() {
        return warehouses.get(0).restrictions();
    }

    @Override
    public void close() {
        server.close();
        behind.close();
    }
}
