package io.paladio.carbon.platform;

import io.paladio.carbon.platform.face.Face;
import io.paladio.carbon.platform.index.IndexFolder;
import io.paladio.carbon.platform.issuer.Issuer;
import io.paladio.carbon.platform.store.KeyRing;
import io.paladio.carbon.platform.store.ObjectStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Everything around the engine: an issuer, an object store, a face over it, and the folder that is Index. Starts empty, without
 * tables. Thread-safe.
 */
public final class EmbeddedPlatform implements AutoCloseable {
    /** The name of the one catalog. */
    public static final String CATALOG = "carbon";

    private final Options options;
    private final Issuer issuer;
    private final ObjectStore store;
    private final Face face;

    private EmbeddedPlatform(Options options, Issuer issuer, ObjectStore store, Face face) {
        this.options = options;
        this.issuer = issuer;
        this.store = store;
        this.face = face;
    }

    /**
     * What a platform is started with.
     *
     * @param folder for objects, key files and logs
     * @param index the folder with Index's documents
     * @param clock by which tokens and keys expire
     * @param keyValidity how long a vended key works
     * @param issuerPort the issuer's port, 0 for any
     * @param tenants the names of further warehouses beside {@link #CATALOG}
     */
    public record Options(
            Path folder, Path index, Clock clock, Duration keyValidity, int issuerPort, List<String> tenants) {
        public Options {
            tenants = List.copyOf(tenants);
        }

        /** The system's clock, and keys for a quarter of an hour. */
        public static Options of(Path folder, Path index) {
            return new Options(folder, index, Clock.systemUTC(), Duration.ofMinutes(15), 0, List.of());
        }

        public Options withKeyValidity(Duration validity) {
            return new Options(folder, index, clock, validity, issuerPort, tenants);
        }

        public Options withClock(Clock other) {
            return new Options(folder, index, other, keyValidity, issuerPort, tenants);
        }

        public Options withIssuerPort(int port) {
            return new Options(folder, index, clock, keyValidity, port, tenants);
        }

        public Options withTenants(String... names) {
            return new Options(folder, index, clock, keyValidity, issuerPort, List.of(names));
        }
    }

    public static EmbeddedPlatform start(Options options) {
        try {
            Files.createDirectories(options.folder());
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
        Issuer issuer = Issuer.start(options.clock(), options.issuerPort());
        ObjectStore store =
                ObjectStore.start(options.folder().resolve("objects"), CATALOG, new KeyRing(options.clock()));
        Face.Settings settings = new Face.Settings(
                warehouses(options),
                options.keyValidity(),
                options.folder().resolve("catalog.db"),
                options.folder().resolve("face-requests.log"));
        Face face = Face.start(settings, issuer, store, new IndexFolder(options.index()));
        EmbeddedPlatform platform = new EmbeddedPlatform(options, issuer, store, face);
        platform.writeKeyFiles();
        new PlatformCheck(issuer, face).run();
        return platform;
    }

    private static List<String> warehouses(Options options) {
        List<String> warehouses = new ArrayList<>(List.of(CATALOG));
        warehouses.addAll(options.tenants());
        return warehouses;
    }

    /** Writes the published keys and the engine's token anew, as after a rotation. */
    public void writeKeyFiles() {
        SecretFile.write(keysFile(), issuer.publicKeys());
        SecretFile.write(engineTokenFile(), PlatformTokens.ofEngine(issuer));
    }

    public Issuer issuer() {
        return issuer;
    }

    public ObjectStore store() {
        return store;
    }

    public Face face() {
        return face;
    }

    public Path folder() {
        return options.folder();
    }

    /** The folder with Index's documents, live. */
    public Path indexFolder() {
        return options.index();
    }

    /** The issuer's published keys, as a file. */
    public Path keysFile() {
        return options.folder().resolve("jwks.json");
    }

    /** The engine's workload token, as a file. */
    public Path engineTokenFile() {
        return options.folder().resolve("engine.token");
    }

    @Override
    public void close() {
        face.close();
        store.close();
        issuer.close();
    }
}
