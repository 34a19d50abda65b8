package io.paladio.carbon.platform.store;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import org.gaul.s3proxy.AccessGrant;
import org.gaul.s3proxy.BlobStoreLocator;
import org.gaul.s3proxy.S3Proxy;
import org.gaul.s3proxy.auth.AuthenticationType;
import org.gaul.s3proxy.blobstore.BlobStore;
import org.gaul.s3proxy.nio2blob.FilesystemNio2BlobStore;
import org.jspecify.annotations.Nullable;

/**
 * An S3 endpoint that checks signatures and lets each key do what its grant says and no more: what a cloud's object store with
 * session policies does for vended credentials. Thread-safe.
 */
public final class ObjectStore implements AutoCloseable {
    /** The region that clients sign for. */
    public static final String REGION = "us-east-1";

    private static final StoreGrant NOTHING = new StoreGrant("", "", StoreGrant.Mode.READ_ONLY, Instant.MAX);

    private final S3Proxy server;
    private final KeyRing keys;
    private final String bucket;
    private final StoreKey root;
    private final ReadJournals journals;

    private ObjectStore(S3Proxy server, KeyRing keys, StoreKey root, ReadJournals journals) {
        this.server = server;
        this.keys = keys;
        this.bucket = root.grant().bucket();
        this.root = root;
        this.journals = journals;
    }

    /** Starts the endpoint with one bucket, whose objects are files in the folder. */
    public static ObjectStore start(Path folder, String bucket, KeyRing keys) {
        try {
            Files.createDirectories(folder.resolve(bucket));
            BlobStore files = new FilesystemNio2BlobStore(folder.toString());
            StoreKey root = keys.issue(new StoreGrant(bucket, "", StoreGrant.Mode.READ_WRITE, Instant.MAX));
            S3Proxy server = serve(files, root);
            ReadJournals journals = new ReadJournals();
            server.setBlobStoreLocator(new Locator(files, keys, journals));
            server.start();
            return new ObjectStore(server, keys, root, journals);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        } catch (Exception failure) {
            throw new IllegalStateException("the object store does not start", failure);
        }
    }

    private static S3Proxy serve(BlobStore files, StoreKey root) {
        return S3Proxy.builder()
                // What a request without a signature would see, were its bucket public.
                .blobStore(ScopedStore.of(files, NOTHING, new ReadJournals()))
                .awsAuthentication(AuthenticationType.AWS_V4, root.accessKey(), root.secret())
                .endpoint(URI.create("http://127.0.0.1:0"))
                // The session token: a key is known by its name, so the token adds nothing here.
                .ignoreUnknownHeaders(true)
                .stopTimeout(0)
                .build();
    }

    public URI endpoint() {
        return URI.create("http://127.0.0.1:" + server.getPort());
    }

    public String bucket() {
        return bucket;
    }

    /** The face's own key to the whole bucket. */
    public StoreKey root() {
        return root;
    }

    /** A key to what lies under a prefix of the bucket, for a while. */
    public StoreKey vend(String prefix, StoreGrant.Mode mode, Duration validity) {
        return keys.issue(new StoreGrant(bucket, prefix, mode, keys.now().plus(validity)));
    }

    /** The time by which keys expire. */
    public Instant now() {
        return keys.now();
    }

    /** Begins to write down which objects are read, by whatever key, until the journal is closed. */
    public ReadJournal journal() {
        return journals.open();
    }

    @Override
    public void close() {
        try {
            server.stop();
        } catch (Exception failure) {
            throw new IllegalStateException("the object store does not stop", failure);
        }
    }

    /** Answers by key; no answer means 403. */
    private record Locator(BlobStore files, KeyRing keys, ReadJournals journals) implements BlobStoreLocator {
        @Override
        public @Nullable AccessGrant locateBlobStore(
                @Nullable String identity, @Nullable String container, @Nullable String blob) {
            if (identity == null) {
                return null;
            }
            // Where the key reaches is for the scoped store to say, once the signature is known to be right.
            return keys.find(identity)
                    .map(key -> new AccessGrant(key.secret(), ScopedStore.of(files, key.grant(), journals)))
                    .orElse(null);
        }
    }
}
