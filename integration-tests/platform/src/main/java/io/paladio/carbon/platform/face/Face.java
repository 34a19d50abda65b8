package io.paladio.carbon.platform.face;

import io.paladio.carbon.platform.http.LoopbackServer;
import io.paladio.carbon.platform.index.IndexFolder;
import io.paladio.carbon.platform.issuer.Issuer;
import io.paladio.carbon.platform.store.ObjectStore;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
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
    private final JdbcCatalog catalog;
    private final FaceFaults faults;
    private final FaceRestrictions restrictions;
    private final LoopbackServer server;

    private Face(JdbcCatalog catalog, FaceFaults faults, FaceRestrictions restrictions, LoopbackServer server) {
        this.catalog = catalog;
        this.faults = faults;
        this.restrictions = restrictions;
        this.server = server;
    }

    /**
     * What a face stands on.
     *
     * @param warehouse the catalog's name, which is its warehouse and its prefix in paths as well
     * @param validity of vended keys
     * @param database the file that holds which table's metadata is where
     * @param requestLog the file that gets one line per call
     */
    public record Settings(String warehouse, Duration validity, Path database, Path requestLog) {}

    public static Face start(Settings settings, Issuer issuer, ObjectStore store, IndexFolder index) {
        JdbcCatalog catalog = backing(settings, store);
        FaceAuthority authority = new FaceAuthority(settings.warehouse(), index);
        Locations locations = new Locations("s3://" + store.bucket());
        FaceFaults faults = new FaceFaults();
        FaceDispatch dispatch = new FaceDispatch(
                settings.warehouse(),
                new NamespaceCalls(catalog, authority),
                new TableCalls(catalog, authority, locations, new Vending(store, settings.validity())),
                new ViewCalls(catalog, authority, locations));
        FaceRestrictions restrictions = new FaceRestrictions();
        FaceGate gate = new FaceGate(issuer, faults);
        FaceHandler handler =
                new FaceHandler(settings.warehouse(), gate, dispatch, restrictions, settings.requestLog());
        return new Face(catalog, faults, restrictions, LoopbackServer.start("face", handler));
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
        catalog.initialize(settings.warehouse(), properties);
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

    /** The catalog behind the face, by which the platform loads its samples. */
    public JdbcCatalog catalog() {
        return catalog;
    }

    /** Faults that a test may ask for. */
    public FaceFaults faults() {
        return faults;
    }

    /** What a test has the face send along with tables. */
    public FaceRestrictions restrictions() {
        return restrictions;
    }

    @Override
    public void close() {
        server.close();
        catalog.close();
    }
}
