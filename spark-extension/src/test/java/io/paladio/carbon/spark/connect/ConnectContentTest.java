package io.paladio.carbon.spark.connect;

import static io.paladio.carbon.spark.connect.RawCalls.config;
import static io.paladio.carbon.spark.connect.RawCalls.getting;
import static io.paladio.carbon.spark.connect.RawCalls.metadata;
import static io.paladio.carbon.spark.connect.RawCalls.newSession;
import static io.paladio.carbon.spark.connect.RawCalls.refused;
import static io.paladio.carbon.spark.connect.RawCalls.run;
import static io.paladio.carbon.spark.connect.RawCalls.select;
import static io.paladio.carbon.spark.connect.RawCalls.setting;
import static io.paladio.carbon.spark.connect.RawCalls.told;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.apache.spark.connect.proto.AddArtifactsRequest;
import org.apache.spark.connect.proto.AddArtifactsResponse;
import org.apache.spark.connect.proto.ConfigRequest;
import org.apache.spark.connect.proto.ConfigResponse;
import org.apache.spark.connect.proto.ExecutePlanResponse;
import org.apache.spark.connect.proto.FetchErrorDetailsRequest;
import org.apache.spark.connect.proto.FetchErrorDetailsResponse;
import org.apache.spark.connect.proto.KeyValue;
import org.apache.spark.connect.proto.SparkConnectServiceGrpc;
import org.apache.spark.connect.proto.SparkConnectServiceGrpc.SparkConnectServiceBlockingStub;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.sparkproject.connect.grpc.Metadata;
import org.sparkproject.connect.grpc.Status;
import org.sparkproject.connect.grpc.StatusRuntimeException;
import org.sparkproject.connect.grpc.protobuf.StatusProto;
import org.sparkproject.connect.grpc.stub.MetadataUtils;
import org.sparkproject.connect.grpc.stub.StreamObserver;
import org.sparkproject.connect.protobuf.InvalidProtocolBufferException;

/** What goes into a real Spark Connect server behind the interceptor, and what comes out of it. */
class ConnectContentTest {
    @TempDir
    static Path folder;

    private static GovernedConnect server;

    @BeforeAll
    static void start() throws IOException {
        server = GovernedConnect.start(folder);
    }

    @AfterAll
    static void stop() {
        if (server != null) {
            server.close();
        }
    }

    private static SparkConnectServiceBlockingStub as(String principal) {
        return server.with(server.issuer().token(principal));
    }

    @Test
    void T9_artifacts_are_refused_before_a_byte_is_read() throws InterruptedException {
        AtomicReference<Throwable> failure = new AtomicReference<>();
        CountDownLatch closed = new CountDownLatch(1);
        Metadata headers = new Metadata();
        headers.put(
                Metadata.Key.of("authorization", Metadata.ASCII_STRING_MARSHALLER),
                "Bearer " + server.issuer().token("alice"));
        StreamObserver<AddArtifactsRequest> upload = SparkConnectServiceGrpc.newStub(server.channel())
                .withInterceptors(MetadataUtils.newAttachHeadersInterceptor(headers))
                .addArtifacts(new StreamObserver<AddArtifactsResponse>() {
                    @Override
                    public void onNext(AddArtifactsResponse response) {}

                    @Override
                    public void onError(Throwable error) {
                        failure.set(error);
                        closed.countDown();
                    }

                    @Override
                    public void onCompleted() {
                        closed.countDown();
                    }
                });
        upload.onNext(
                AddArtifactsRequest.newBuilder().setSessionId(newSession()).build());

        assertThat(closed.await(30, TimeUnit.SECONDS)).isTrue();
        assertThat(told((StatusRuntimeException) failure.get()).errorClass()).isEqualTo("CARBON_CODE_DENIED");
    }

    @ParameterizedTest
    @MethodSource("protectedUses")
    void T5_T7_a_protected_key_can_be_neither_set_nor_read(ConfigRequest.Operation operation) {
        RawCalls.Told told = refused(() -> as("alice").config(config(newSession(), operation.toBuilder())));

        assertThat(told.errorClass()).isEqualTo("CARBON_CONFIG_PROTECTED");
        assertThat(told.sqlState()).isEqualTo("42501");
        assertThat(told.status()).isEqualTo(Status.Code.PERMISSION_DENIED);
    }

    static Stream<ConfigRequest.Operation> protectedUses() {
        return Stream.of(
                        "spark.sql.catalog.evil",
                        "spark.sql.optimizer.excludedRules",
                        "spark.carbon.index.file.path",
                        "spark.carbon.session.handle",
                        "spark.sql.analyzer.singlePassResolver.enabled",
                        "SPARK.SQL.SHUFFLE.PARTITIONS",
                        "fs.s3a.endpoint",
                        "")
                .flatMap(key -> Stream.of(
                                setting(key, false),
                                getting(key),
                                ConfigRequest.Operation.newBuilder()
                                        .setUnset(
                                                ConfigRequest.Unset.newBuilder().addKeys(key)),
                                ConfigRequest.Operation.newBuilder()
                                        .setGetOption(ConfigRequest.GetOption.newBuilder()
                                                .addKeys(key)),
                                ConfigRequest.Operation.newBuilder()
                                        .setIsModifiable(ConfigRequest.IsModifiable.newBuilder()
                                                .addKeys(key)),
                                ConfigRequest.Operation.newBuilder()
                                        .setGetWithDefault(ConfigRequest.GetWithDefault.newBuilder()
                                                .addPairs(KeyValue.newBuilder().setKey(key))))
                        .map(ConfigRequest.Operation.Builder::build));
    }

    @Test
    void T6_a_listing_shows_readable_keys_alone() {
        String session = newSession();
        ConfigResponse all = as("alice")
                .config(config(
                        session,
                        ConfigRequest.Operation.newBuilder().setGetAll(ConfigRequest.GetAll.getDefaultInstance())));
        ConfigResponse carbon = as("alice")
                .config(config(
                        session,
                        ConfigRequest.Operation.newBuilder()
                                .setGetAll(ConfigRequest.GetAll.newBuilder().setPrefix("spark.carbon."))));
        ConfigResponse sql = as("alice")
                .config(config(
                        session,
                        ConfigRequest.Operation.newBuilder()
                                .setGetAll(ConfigRequest.GetAll.newBuilder().setPrefix("spark.sql."))));

        assertThat(all.getPairsList()).extracting(KeyValue::getKey).allMatch(ConfigGate::isReadable);
        assertThat(all.getPairsList()).extracting(KeyValue::getKey).contains("spark.sql.shuffle.partitions");
        assertThat(carbon.getPairsList()).isEmpty();
        assertThat(sql.getPairsList()).extracting(KeyValue::getKey).contains("shuffle.partitions");
        assertThat(all.toString()).doesNotContain(folder.toString());
    }

    @Test
    void a_settable_key_is_set_and_a_silent_set_warns_about_the_others() {
        String session = newSession();
        as("alice").config(config(session, setting("spark.sql.shuffle.partitions", false)));
        assertThat(as("alice")
                        .config(config(session, getting("spark.sql.shuffle.partitions")))
                        .getPairs(0)
                        .getValue())
                .isEqualTo("1");

        ConfigResponse silent = as("alice").config(config(session, setting("spark.sql.catalog.evil", true)));
        assertThat(silent.getWarningsList()).anyMatch(warning -> warning.contains("CARBON_CONFIG_PROTECTED"));
    }

    @Test
    void T22_no_response_counts_rows_below_the_answer() {
        List<ExecutePlanResponse> responses = run(as("alice"), select(newSession(), "SELECT 1"));

        assertThat(responses).isNotEmpty().noneMatch(ExecutePlanResponse::hasMetrics);
        assertThat(responses).noneMatch(ExecutePlanResponse::hasExecutionProgress);
        assertThat(responses).anyMatch(ExecutePlanResponse::hasArrowBatch);
    }

    @Test
    void an_error_tells_no_location_no_stack_trace_and_no_cause() throws InvalidProtocolBufferException {
        String session = newSession();
        StatusRuntimeException failure = catchThrowableOfType(
                StatusRuntimeException.class,
                () -> run(as("alice"), select(session, "SELECT * FROM parquet.`file:/secret/wh/t`")));
        Map<String, String> info = metadata(StatusProto.fromThrowable(failure).getDetails(0));

        assertThat(failure.getStatus().getDescription()).doesNotContain("/secret");
        assertThat(info).doesNotContainKey("stackTrace").doesNotContainValue("/secret");
        assertThat(info.toString()).doesNotContain("/secret");

        FetchErrorDetailsResponse details = as("alice")
                .fetchErrorDetails(FetchErrorDetailsRequest.newBuilder()
                        .setSessionId(session)
                        .setErrorId(info.get("errorId"))
                        .build());
        assertThat(details.getErrorsList()).hasSize(1);
        assertThat(details.getErrors(0).getStackTraceList()).isEmpty();
        assertThat(details.getErrors(0).hasCauseIdx()).isFalse();
        assertThat(details.toString()).doesNotContain("/secret");
    }

    @Test
    void sparks_own_client_works_and_gets_refusals_as_spark_errors() throws IOException {
        try (org.apache.spark.sql.connect.SparkSession client = org.apache.spark.sql.connect.SparkSession.builder()
                .remote("sc://localhost:" + server.port() + "/;user_id=admin;token="
                        + server.issuer().token("alice"))
                .create()) {
            List<Row> rows = client.sql("SELECT 1 AS one").collectAsList();
            assertThat(rows).hasSize(1);
            assertThat(rows.get(0).getInt(0)).isEqualTo(1);

            Throwable refused = org.assertj.core.api.Assertions.catchThrowable(
                    () -> client.read().format("parquet").load("/secret/wh/t").collectAsList());
            assertThat(refused).hasMessageContaining("[CARBON_PATH_DENIED]").hasMessageContaining("SQLSTATE: 42501");
            assertThat(refused).isInstanceOf(org.apache.spark.SparkException.class);
            assertThat(((org.apache.spark.SparkThrowable) refused).getCondition())
                    .isEqualTo("CARBON_PATH_DENIED");
        }
    }
}
