package io.paladio.carbon.platform.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.paladio.carbon.platform.MovableClock;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.auth.credentials.AwsSessionCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.ObjectIdentifier;
import software.amazon.awssdk.services.s3.model.S3Exception;

/** T34: a vended key opens one table's folder, for a while, by a right signature, and nothing else. */
class S3EndpointTest {
    private static final Duration VALIDITY = Duration.ofMinutes(15);
    private static final MovableClock CLOCK = new MovableClock();

    @TempDir
    static Path folder;

    private static ObjectStore store;

    @BeforeAll
    static void start() {
        store = ObjectStore.start(folder, "carbon", new KeyRing(CLOCK));
        try (S3Client root = client(store.root())) {
            put(root, "hr/t/data/1.parquet");
            put(root, "hr/t-other/data/1.parquet");
            put(root, "hr/u/data/1.parquet");
        }
    }

    @AfterAll
    static void stop() {
        store.close();
    }

    private static S3Client client(StoreKey key) {
        return client(key.accessKey(), key.secret(), key.sessionToken());
    }

    private static S3Client client(String accessKey, String secret, String token) {
        return S3Client.builder()
                .endpointOverride(store.endpoint())
                .region(Region.of(ObjectStore.REGION))
                .forcePathStyle(true)
                .httpClient(UrlConnectionHttpClient.create())
                .credentialsProvider(
                        StaticCredentialsProvider.create(AwsSessionCredentials.create(accessKey, secret, token)))
                .build();
    }

    private static void put(S3Client client, String key) {
        client.putObject(request -> request.bucket("carbon").key(key), RequestBody.fromString("data of " + key));
    }

    private static String get(S3Client client, String key) {
        return client.getObjectAsBytes(request -> request.bucket("carbon").key(key))
                .asUtf8String();
    }

    private static StoreKey key(StoreGrant.Mode mode) {
        return store.vend("hr/t/", mode, VALIDITY);
    }

    private static void assertForbidden(ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        S3Exception.class,
                        refused -> assertThat(refused.statusCode()).isEqualTo(403));
    }

    @Test
    void T34_a_vended_key_reads_writes_lists_and_deletes_in_its_folder() {
        try (S3Client client = client(key(StoreGrant.Mode.READ_WRITE))) {
            put(client, "hr/t/data/2.parquet");
            assertThat(get(client, "hr/t/data/2.parquet")).isEqualTo("data of hr/t/data/2.parquet");
            assertThat(client.listObjectsV2(request -> request.bucket("carbon").prefix("hr/t/"))
                            .contents())
                    .hasSizeGreaterThanOrEqualTo(2);
            client.deleteObject(request -> request.bucket("carbon").key("hr/t/data/2.parquet"));
            assertThat(client.listObjectsV2(request -> request.bucket("carbon").prefix("hr/t/data/2"))
                            .contents())
                    .isEmpty();
        }
    }

    @Test
    void T34_a_key_for_reading_writes_nothing() {
        try (S3Client client = client(key(StoreGrant.Mode.READ_ONLY))) {
            assertThat(get(client, "hr/t/data/1.parquet")).isNotEmpty();
            assertForbidden(() -> put(client, "hr/t/data/3.parquet"));
            assertForbidden(() ->
                    client.deleteObject(request -> request.bucket("carbon").key("hr/t/data/1.parquet")));
        }
    }

    @TestFactory
    Stream<DynamicTest> T34_a_vended_key_does_not_leave_its_folder() {
        S3Client client = client(key(StoreGrant.Mode.READ_WRITE));
        Map<String, ThrowingCallable> attempts = Map.ofEntries(
                Map.entry("get", () -> get(client, "hr/u/data/1.parquet")),
                Map.entry("get of a sibling with the same start", () -> get(client, "hr/t-other/data/1.parquet")),
                Map.entry("get by climbing", () -> get(client, "hr/t/../u/data/1.parquet")),
                Map.entry("get of what is not there", () -> get(client, "hr/u/none")),
                Map.entry("put", () -> put(client, "hr/u/data/2.parquet")),
                Map.entry(
                        "head",
                        () -> client.headObject(
                                request -> request.bucket("carbon").key("hr/u/data/1.parquet"))),
                Map.entry(
                        "delete",
                        () -> client.deleteObject(
                                request -> request.bucket("carbon").key("hr/u/data/1.parquet"))),
                Map.entry(
                        "delete of many",
                        () -> client.deleteObjects(request -> request.bucket("carbon")
                                .delete(delete -> delete.objects(
                                        ObjectIdentifier.builder()
                                                .key("hr/t/data/9")
                                                .build(),
                                        ObjectIdentifier.builder()
                                                .key("hr/u/data/1.parquet")
                                                .build())))),
                Map.entry("list of all", () -> client.listObjectsV2(request -> request.bucket("carbon"))),
                Map.entry(
                        "list of another folder",
                        () -> client.listObjectsV2(
                                request -> request.bucket("carbon").prefix("hr/u/"))),
                Map.entry("list of buckets", client::listBuckets),
                Map.entry("list of uploads", () -> client.listMultipartUploads(request -> request.bucket("carbon"))),
                Map.entry(
                        "copy from another folder",
                        () -> client.copyObject(request -> request.sourceBucket("carbon")
                                .sourceKey("hr/u/data/1.parquet")
                                .destinationBucket("carbon")
                                .destinationKey("hr/t/data/stolen"))),
                Map.entry(
                        "upload in parts",
                        () -> client.createMultipartUpload(
                                request -> request.bucket("carbon").key("hr/u/data/part"))),
                Map.entry("a new bucket", () -> client.createBucket(request -> request.bucket("mine"))),
                Map.entry("the bucket's end", () -> client.deleteBucket(request -> request.bucket("carbon"))));
        return attempts.entrySet().stream()
                .map(attempt -> DynamicTest.dynamicTest(attempt.getKey(), () -> assertForbidden(attempt.getValue())));
    }

    @Test
    void T34_a_wrong_secret_or_an_unknown_key_is_refused() {
        StoreKey key = key(StoreGrant.Mode.READ_WRITE);
        try (S3Client wrong = client(key.accessKey(), "x".repeat(40), key.sessionToken());
                S3Client unknown = client("ASIAUNKNOWN", key.secret(), key.sessionToken())) {
            assertForbidden(() -> get(wrong, "hr/t/data/1.parquet"));
            assertForbidden(() -> get(unknown, "hr/t/data/1.parquet"));
        }
    }

    @Test
    void T34_a_request_without_signature_is_refused() throws Exception {
        URI object = store.endpoint().resolve("/carbon/hr/t/data/1.parquet");
        HttpResponse<String> answer = HttpClient.newHttpClient()
                .send(HttpRequest.newBuilder(object).build(), HttpResponse.BodyHandlers.ofString());
        assertThat(List.of(401, 403)).contains(answer.statusCode());
        assertThat(answer.body()).doesNotContain("data of");
    }

    @Test
    void T34_a_key_ends_when_its_time_is_over() {
        StoreKey key = store.vend("hr/t/", StoreGrant.Mode.READ_WRITE, VALIDITY);
        try (S3Client client = client(key)) {
            assertThat(get(client, "hr/t/data/1.parquet")).isNotEmpty();
            CLOCK.advance(VALIDITY);
            assertForbidden(() -> get(client, "hr/t/data/1.parquet"));
        }
    }
}
