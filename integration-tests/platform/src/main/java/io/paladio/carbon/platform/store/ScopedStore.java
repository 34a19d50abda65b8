package io.paladio.carbon.platform.store;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Set;
import org.gaul.s3proxy.blobstore.BlobStore;
import org.gaul.s3proxy.blobstore.S3Exceptions;
import org.gaul.s3proxy.blobstore.domain.MultipartUpload;
import software.amazon.awssdk.services.s3.model.CopyObjectRequest;
import software.amazon.awssdk.services.s3.model.CreateMultipartUploadRequest;
import software.amazon.awssdk.services.s3.model.DeleteObjectRequest;
import software.amazon.awssdk.services.s3.model.DeleteObjectsRequest;
import software.amazon.awssdk.services.s3.model.GetObjectRequest;
import software.amazon.awssdk.services.s3.model.HeadObjectRequest;
import software.amazon.awssdk.services.s3.model.ListObjectsRequest;
import software.amazon.awssdk.services.s3.model.ListObjectsV2Request;
import software.amazon.awssdk.services.s3.model.PutObjectRequest;
import software.amazon.awssdk.services.s3.model.UploadPartCopyRequest;

/**
 * The object store as one grant sees it. A proxy over the interface and not a subclass, so that an operation which this class
 * does not know is refused, also one that a later version of the store adds. Thread-safe as the store is.
 */
final class ScopedStore implements InvocationHandler {
    private static final int FORBIDDEN = 403;
    private static final Set<String> HARMLESS = Set.of(
            "getMinimumMultipartPartSize",
            "supportsCopyMultipartPart",
            "supportsVersioning",
            "supportsBucketEncryption",
            "supportsServerSideEncryption",
            "hashCode",
            "equals",
            "toString");
    private static final Set<String> READS =
            Set.of("getBlob", "blobMetadata", "blobMetadataIfPresent", "blobExists", "list", "listV1");
    private static final Set<String> WRITES = Set.of(
            "putBlob",
            "copyBlob",
            "removeBlob",
            "removeBlobs",
            "initiateMultipartUpload",
            "abortMultipartUpload",
            "completeMultipartUpload",
            "uploadMultipartPart",
            "copyMultipartPart",
            "listMultipartUpload");

    private final BlobStore store;
    private final StoreGrant grant;
    private final ReadJournals journals;

    private ScopedStore(BlobStore store, StoreGrant grant, ReadJournals journals) {
        this.store = store;
        this.grant = grant;
        this.journals = journals;
    }

    static BlobStore of(BlobStore store, StoreGrant grant, ReadJournals journals) {
        return (BlobStore) Proxy.newProxyInstance(
                ScopedStore.class.getClassLoader(),
                new Class<?>[] {BlobStore.class},
                new ScopedStore(store, grant, journals));
    }

    @Override
    public Object invoke(Object proxy, Method method, Object[] arguments) throws Throwable {
        if (!allows(method.getName(), arguments)) {
            throw S3Exceptions.fromStatusCode(FORBIDDEN);
        }
        if (arguments != null && arguments.length > 0 && arguments[0] instanceof GetObjectRequest get) {
            journals.read(get.key());
        }
        try {
            return method.invoke(store, arguments);
        } catch (InvocationTargetException failure) {
            throw failure.getCause();
        }
    }

    private boolean allows(String operation, Object[] arguments) {
        if (HARMLESS.contains(operation)) {
            return true;
        }
        boolean known = READS.contains(operation) || grant.writes() && WRITES.contains(operation);
        return known && arguments != null && arguments.length > 0 && reaches(arguments);
    }

    private boolean reaches(Object[] arguments) {
        Object request = arguments[0];
        if (request instanceof String bucket) {
            return arguments.length > 1 && arguments[1] instanceof String key && grant.covers(bucket, key);
        }
        if (request instanceof MultipartUpload upload) {
            return grant.covers(upload.containerName(), upload.blobName()) && reachesSource(arguments);
        }
        return reachesObject(request) || reachesMany(request);
    }

    private boolean reachesSource(Object[] arguments) {
        return arguments.length < 2
                || !(arguments[1] instanceof UploadPartCopyRequest copy)
                || grant.covers(copy.sourceBucket(), copy.sourceKey());
    }

    private boolean reachesObject(Object request) {
        if (request instanceof GetObjectRequest get) {
            return grant.covers(get.bucket(), get.key());
        }
        if (request instanceof HeadObjectRequest head) {
            return grant.covers(head.bucket(), head.key());
        }
        if (request instanceof PutObjectRequest put) {
            return grant.covers(put.bucket(), put.key());
        }
        if (request instanceof DeleteObjectRequest delete) {
            return grant.covers(delete.bucket(), delete.key());
        }
        return request instanceof CreateMultipartUploadRequest upload && grant.covers(upload.bucket(), upload.key());
    }

    private boolean reachesMany(Object request) {
        if (request instanceof CopyObjectRequest copy) {
            return grant.covers(copy.sourceBucket(), copy.sourceKey())
                    && grant.covers(copy.destinationBucket(), copy.destinationKey());
        }
        if (request instanceof DeleteObjectsRequest delete) {
            return delete.delete().objects().stream().allMatch(object -> grant.covers(delete.bucket(), object.key()));
        }
        if (request instanceof ListObjectsV2Request list) {
            return list.prefix() != null && grant.covers(list.bucket(), list.prefix());
        }
        return request instanceof ListObjectsRequest list
                && list.prefix() != null
                && grant.covers(list.bucket(), list.prefix());
    }
}
