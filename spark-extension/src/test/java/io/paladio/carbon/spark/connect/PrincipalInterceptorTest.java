package io.paladio.carbon.spark.connect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.paladio.carbon.spark.identity.TestIssuer;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Date;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.spark.connect.proto.AddArtifactsRequest;
import org.apache.spark.connect.proto.AddArtifactsResponse;
import org.apache.spark.connect.proto.AnalyzePlanRequest;
import org.apache.spark.connect.proto.ArtifactStatusesRequest;
import org.apache.spark.connect.proto.CloneSessionRequest;
import org.apache.spark.connect.proto.ConfigRequest;
import org.apache.spark.connect.proto.ConfigResponse;
import org.apache.spark.connect.proto.ExecutePlanRequest;
import org.apache.spark.connect.proto.ExecutePlanResponse;
import org.apache.spark.connect.proto.FetchErrorDetailsRequest;
import org.apache.spark.connect.proto.FetchErrorDetailsResponse;
import org.apache.spark.connect.proto.InterruptRequest;
import org.apache.spark.connect.proto.KeyValue;
import org.apache.spark.connect.proto.Plan;
import org.apache.spark.connect.proto.ReattachExecuteRequest;
import org.apache.spark.connect.proto.Relation;
import org.apache.spark.connect.proto.ReleaseExecuteRequest;
import org.apache.spark.connect.proto.ReleaseSessionRequest;
import org.apache.spark.connect.proto.SQL;
import org.apache.spark.connect.proto.SparkConnectServiceGrpc;
import org.apache.spark.connect.proto.SparkConnectServiceGrpc.SparkConnectServiceBlockingStub;
import org.apache.spark.connect.proto.UserContext;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.connect.service.SparkConnectService$;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.sparkproject.connect.google_protos.rpc.ErrorInfo;
import org.sparkproject.connect.grpc.Metadata;
import org.sparkproject.connect.grpc.Status;
import org.sparkproject.connect.grpc.StatusRuntimeException;
import org.sparkproject.connect.grpc.protobuf.StatusProto;
import org.sparkproject.connect.grpc.stub.MetadataUtils;
import org.sparkproject.connect.grpc.stub.StreamObserver;
import org.sparkproject.connect.protobuf.Any;
import org.sparkproject.connect.protobuf.InvalidProtocolBufferException;
import scala.jdk.javaapi.CollectionConverters;

/** The interceptor before a real Spark Connect server, asked by raw clients that may write anything into a request. */
class PrincipalInterceptorTest {
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

    private static String newSession() {
        return UUID.randomUUID().toString();
    }

    private static UserContext claiming(String user) {
        return UserContext.newBuilder()
                .setUserId(user)
                .setUserName(user)
                .addExtensions(Any.pack(SQL.getDefaultInstance()))
                .build();
    }

    private static ExecutePlanRequest select(String session, String sql) {
        return ExecutePlanRequest.newBuilder()
                .setSessionId(session)
                .setUserContext(claiming("admin"))
                .setOperationId(UUID.randomUUID().toString())
                .setPlan(Plan.newBuilder()
                        .setRoot(Relation.newBuilder().setSql(SQL.newBuilder().setQuery(sql))))
                .build();
    }

    private static List<ExecutePlanResponse> run(SparkConnectServiceBlockingStub stub, ExecutePlanRequest request) {
        List<ExecutePlanResponse> responses = new ArrayList<>();
        Iterator<ExecutePlanResponse> answered = stub.executePlan(request);
        answered.forEachRemaining(responses::add);
        return responses;
    }

    private static ConfigRequest config(String session, ConfigRequest.Operation.Builder operation) {
        return ConfigRequest.newBuilder()
                .setSessionId(session)
                .setUserContext(claiming("admin"))
                .setOperation(operation)
                .build();
    }

    private static ConfigRequest.Operation.Builder getting(String key) {
        return ConfigRequest.Operation.newBuilder()
                .setGet(ConfigRequest.Get.newBuilder().addKeys(key));
    }

    private static ConfigRequest.Operation.Builder setting(String key, boolean silent) {
        return ConfigRequest.Operation.newBuilder()
                .setSet(ConfigRequest.Set.newBuilder()
                        .setSilent(silent)
                        .addPairs(KeyValue.newBuilder().setKey(key).setValue("1")));
    }

    /** What the client is told: error class, SQLSTATE and status, in the place where Spark's clients look. */
    private record Told(Status.Code status, String errorClass, String sqlState, String message) {}

    private static Told refused(Runnable call) {
        StatusRuntimeException refused = catchThrowableOfType(StatusRuntimeException.class, call::run);
        assertThat(refused).as("a refusal").isNotNull();
        return told(refused);
    }

    private static Told told(StatusRuntimeException refused) {
        Map<String, String> info = StatusProto.fromThrowable(refused).getDetailsList().stream()
                .map(PrincipalInterceptorTest::metadata)
                .findFirst()
                .orElse(Map.of());
        return new Told(
                refused.getStatus().getCode(),
                info.getOrDefault("errorClass", ""),
                info.getOrDefault("sqlState", ""),
                String.valueOf(refused.getStatus().getDescription()));
    }

    private static Map<String, String> metadata(Any detail) {
        try {
            return detail.unpack(ErrorInfo.class).getMetadataMap();
        } catch (InvalidProtocolBufferException broken) {
            throw new AssertionError(broken);
        }
    }

    private static Optional<String> ownerOf(String session) {
        return CollectionConverters.asJava(
                        SparkConnectService$.MODULE$.sessionManager().listActiveSessions())
                .stream()
                .filter(info -> info.sessionId().equals(session))
                .map(info -> info.userId())
                .collect(Collectors.collectingAndThen(
                        Collectors.toList(), users -> users.size() == 1 ? Optional.of(users.get(0)) : Optional.empty()));
    }

    @Test
    void T8_the_verified_principal_replaces_whom_the_client_claims_to_be() {
        String session = newSession();
        assertThat(run(as("alice"), select(session, "SELECT 1"))).isNotEmpty();

        assertThat(ownerOf(session)).contains("alice");
    }

    @Test
    void both_header_names_are_read() {
        String bearer = "Bearer " + server.issuer().token("alice");
        for (String header : List.of("authorization", "authentication")) {
            String session = newSession();
            server.withHeader(header, bearer).config(config(session, getting("spark.sql.session.timeZone")));
            assertThat(ownerOf(session)).contains("alice");
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("strangers")
    void T37_a_call_without_a_good_token_is_unauthenticated(
            String name, SparkConnectServiceBlockingStub stub, String errorClass) {
        Told told = refused(() -> stub.config(config(newSession(), getting("spark.sql.session.timeZone"))));

        assertThat(told.status()).isEqualTo(Status.Code.UNAUTHENTICATED);
        assertThat(told.errorClass()).isEqualTo(errorClass);
        assertThat(told.sqlState()).isEqualTo("28000");
        assertThat(told.message()).startsWith("[" + errorClass + "] ").endsWith("SQLSTATE: 28000");
    }

    static Stream<Arguments> strangers() {
        TestIssuer other = new TestIssuer("connect");
        return Stream.of(
                arguments("no header", server.withoutToken(), "CARBON_IDENTITY_REQUIRED"),
                arguments("no scheme", server.withHeader("authorization", "alice"), "CARBON_IDENTITY_REQUIRED"),
                arguments("empty token", server.withHeader("authorization", "Bearer "), "CARBON_IDENTITY_REQUIRED"),
                arguments(
                        "another scheme", server.withHeader("authorization", "Basic YTpi"), "CARBON_IDENTITY_REQUIRED"),
                arguments("two tokens", twoTokens(), "CARBON_IDENTITY_REQUIRED"),
                arguments("nonsense", server.with("x.y.z"), "CARBON_IDENTITY_INVALID"),
                arguments("another issuer's key", server.with(other.token("alice")), "CARBON_IDENTITY_INVALID"),
                arguments(
                        "another audience",
                        server.with(server.issuer().token("alice", claims -> claims.audience("other"))),
                        "CARBON_IDENTITY_INVALID"),
                arguments(
                        "expired",
                        server.with(server.issuer()
                                .token("alice", claims -> claims.expirationTime(
                                        Date.from(Instant.now().minusSeconds(90))))),
                        "CARBON_IDENTITY_INVALID"));
    }

    private static SparkConnectServiceBlockingStub twoTokens() {
        Metadata second = new Metadata();
        second.put(
                Metadata.Key.of("authentication", Metadata.ASCII_STRING_MARSHALLER),
                "Bearer " + server.issuer().token("bob"));
        return as("alice").withInterceptors(MetadataUtils.newAttachHeadersInterceptor(second));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("callsIntoASession")
    void T8_T40_anothers_session_is_refused_to_every_call(
            String name, BiConsumer<SparkConnectServiceBlockingStub, String> call) {
        String session = newSession();
        String operation = UUID.randomUUID().toString();
        run(as("alice"), select(session, "SELECT 1").toBuilder().setOperationId(operation).build());

        Told told = refused(() -> call.accept(as("bob"), session));

        assertThat(told.errorClass()).isEqualTo("CARBON_SESSION_NOT_YOURS");
        assertThat(told.sqlState()).isEqualTo("28000");
        assertThat(told.message()).contains("bob").doesNotContain("alice");
        assertThat(ownerOf(session)).contains("alice");
        assertThatCode(() -> run(as("alice"), select(session, "SELECT 2"))).doesNotThrowAnyException();
    }

    static Stream<Arguments> callsIntoASession() {
        return Stream.of(
                session("ExecutePlan", (stub, id) -> run(stub, select(id, "SELECT 1"))),
                session("AnalyzePlan", (stub, id) -> stub.analyzePlan(AnalyzePlanRequest.newBuilder()
                        .setSessionId(id)
                        .setUserContext(claiming("alice"))
                        .setSparkVersion(AnalyzePlanRequest.SparkVersion.getDefaultInstance())
                        .build())),
                session("Config", (stub, id) -> stub.config(config(id, getting("spark.sql.session.timeZone")))),
                session("Interrupt", (stub, id) -> stub.interrupt(InterruptRequest.newBuilder()
                        .setSessionId(id)
                        .setUserContext(claiming("alice"))
                        .setInterruptType(InterruptRequest.InterruptType.INTERRUPT_TYPE_ALL)
                        .build())),
                session("ReattachExecute", (stub, id) -> reattach(stub, id, UUID.randomUUID().toString())),
                session("ReleaseExecute", (stub, id) -> stub.releaseExecute(ReleaseExecuteRequest.newBuilder()
                        .setSessionId(id)
                        .setUserContext(claiming("alice"))
                        .setOperationId(UUID.randomUUID().toString())
                        .setReleaseAll(ReleaseExecuteRequest.ReleaseAll.getDefaultInstance())
                        .build())),
                session("ReleaseSession", (stub, id) -> stub.releaseSession(ReleaseSessionRequest.newBuilder()
                        .setSessionId(id)
                        .setUserContext(claiming("alice"))
                        .build())),
                session("FetchErrorDetails", (stub, id) -> stub.fetchErrorDetails(FetchErrorDetailsRequest.newBuilder()
                        .setSessionId(id)
                        .setUserContext(claiming("alice"))
                        .setErrorId("any")
                        .build())),
                session("ArtifactStatus", (stub, id) -> stub.artifactStatus(ArtifactStatusesRequest.newBuilder()
                        .setSessionId(id)
                        .setUserContext(claiming("alice"))
                        .build())),
                session("CloneSession", (stub, id) -> stub.cloneSession(CloneSessionRequest.newBuilder()
                        .setSessionId(id)
                        .setUserContext(claiming("alice"))
                        .build())),
                session("CloneSession into it", (stub, id) -> stub.cloneSession(CloneSessionRequest.newBuilder()
                        .setSessionId(newSession())
                        .setNewSessionId(id)
                        .setUserContext(claiming("alice"))
                        .build())));
    }

    private static void reattach(SparkConnectServiceBlockingStub stub, String session, String operation) {
        stub.reattachExecute(ReattachExecuteRequest.newBuilder()
                        .setSessionId(session)
                        .setUserContext(claiming("alice"))
                        .setOperationId(operation)
                        .build())
                .forEachRemaining(response -> {});
    }

    private static Arguments session(String name, BiConsumer<SparkConnectServiceBlockingStub, String> call) {
        return arguments(name, call);
    }

    @Test
    void T8_another_operation_of_ones_own_session_is_not_found() {
        String alices = newSession();
        String operation = UUID.randomUUID().toString();
        run(as("alice"), select(alices, "SELECT 1").toBuilder().setOperationId(operation).build());
        String bobs = newSession();
        run(as("bob"), select(bobs, "SELECT 1"));

        Told told = refused(() -> reattach(as("bob"), bobs, operation));

        assertThat(told.errorClass()).isEqualTo("INVALID_HANDLE.OPERATION_NOT_FOUND");
    }

    @Test
    void a_clone_belongs_to_the_principal_of_its_origin() {
        String session = newSession();
        run(as("alice"), select(session, "SELECT 1"));
        String clone = as("alice")
                .cloneSession(CloneSessionRequest.newBuilder()
                        .setSessionId(session)
                        .setUserContext(claiming("bob"))
                        .build())
                .getNewSessionId();

        run(as("alice"), select(clone, "SELECT 1"));
        assertThat(ownerOf(clone)).contains("alice");
        assertThat(refused(() -> run(as("bob"), select(clone, "SELECT 1"))).errorClass())
                .isEqualTo("CARBON_SESSION_NOT_YOURS");
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
        upload.onNext(AddArtifactsRequest.newBuilder().setSessionId(newSession()).build());

        assertThat(closed.await(30, TimeUnit.SECONDS)).isTrue();
        assertThat(told((StatusRuntimeException) failure.get()).errorClass()).isEqualTo("CARBON_CODE_DENIED");
    }

    @ParameterizedTest
    @MethodSource("protectedUses")
    void T5_T7_a_protected_key_can_be_neither_set_nor_read(ConfigRequest.Operation operation) {
        Told told = refused(() -> as("alice").config(config(newSession(), operation.toBuilder())));

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
                                        .setUnset(ConfigRequest.Unset.newBuilder().addKeys(key)),
                                ConfigRequest.Operation.newBuilder()
                                        .setGetOption(ConfigRequest.GetOption.newBuilder().addKeys(key)),
                                ConfigRequest.Operation.newBuilder()
                                        .setIsModifiable(ConfigRequest.IsModifiable.newBuilder().addKeys(key)),
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
        Map<String, String> info =
                metadata(StatusProto.fromThrowable(failure).getDetails(0));

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
            assertThat(refused).isInstanceOf(org.apache.spark.SparkThrowable.class);
            assertThat(((org.apache.spark.SparkThrowable) refused).getCondition()).isEqualTo("CARBON_PATH_DENIED");
        }
    }
}
