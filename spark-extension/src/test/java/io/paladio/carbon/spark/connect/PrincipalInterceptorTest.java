package io.paladio.carbon.spark.connect;

import static io.paladio.carbon.spark.connect.RawCalls.claiming;
import static io.paladio.carbon.spark.connect.RawCalls.config;
import static io.paladio.carbon.spark.connect.RawCalls.getting;
import static io.paladio.carbon.spark.connect.RawCalls.newSession;
import static io.paladio.carbon.spark.connect.RawCalls.ownerOf;
import static io.paladio.carbon.spark.connect.RawCalls.refused;
import static io.paladio.carbon.spark.connect.RawCalls.run;
import static io.paladio.carbon.spark.connect.RawCalls.select;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.paladio.carbon.spark.identity.TestIssuer;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.UUID;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import org.apache.spark.connect.proto.AnalyzePlanRequest;
import org.apache.spark.connect.proto.ArtifactStatusesRequest;
import org.apache.spark.connect.proto.CloneSessionRequest;
import org.apache.spark.connect.proto.FetchErrorDetailsRequest;
import org.apache.spark.connect.proto.InterruptRequest;
import org.apache.spark.connect.proto.ReattachExecuteRequest;
import org.apache.spark.connect.proto.ReleaseExecuteRequest;
import org.apache.spark.connect.proto.ReleaseSessionRequest;
import org.apache.spark.connect.proto.SparkConnectServiceGrpc.SparkConnectServiceBlockingStub;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.sparkproject.connect.grpc.Metadata;
import org.sparkproject.connect.grpc.Status;
import org.sparkproject.connect.grpc.stub.MetadataUtils;

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
        RawCalls.Told told = refused(() -> stub.config(config(newSession(), getting("spark.sql.session.timeZone"))));

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
                                .token(
                                        "alice",
                                        claims -> claims.expirationTime(
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
        run(
                as("alice"),
                select(session, "SELECT 1").toBuilder()
                        .setOperationId(operation)
                        .build());

        RawCalls.Told told = refused(() -> call.accept(as("bob"), session));

        assertThat(told.errorClass()).isEqualTo("CARBON_SESSION_NOT_YOURS");
        assertThat(told.sqlState()).isEqualTo("28000");
        assertThat(told.message()).contains("bob").doesNotContain("alice");
        assertThat(ownerOf(session)).contains("alice");
        assertThatCode(() -> run(as("alice"), select(session, "SELECT 2"))).doesNotThrowAnyException();
    }

    static Stream<Arguments> callsIntoASession() {
        return Stream.of(
                session("ExecutePlan", (stub, id) -> run(stub, select(id, "SELECT 1"))),
                session(
                        "AnalyzePlan",
                        (stub, id) -> stub.analyzePlan(AnalyzePlanRequest.newBuilder()
                                .setSessionId(id)
                                .setUserContext(claiming("alice"))
                                .setSparkVersion(AnalyzePlanRequest.SparkVersion.getDefaultInstance())
                                .build())),
                session("Config", (stub, id) -> stub.config(config(id, getting("spark.sql.session.timeZone")))),
                session(
                        "Interrupt",
                        (stub, id) -> stub.interrupt(InterruptRequest.newBuilder()
                                .setSessionId(id)
                                .setUserContext(claiming("alice"))
                                .setInterruptType(InterruptRequest.InterruptType.INTERRUPT_TYPE_ALL)
                                .build())),
                session(
                        "ReattachExecute",
                        (stub, id) -> reattach(stub, id, UUID.randomUUID().toString())),
                session(
                        "ReleaseExecute",
                        (stub, id) -> stub.releaseExecute(ReleaseExecuteRequest.newBuilder()
                                .setSessionId(id)
                                .setUserContext(claiming("alice"))
                                .setOperationId(UUID.randomUUID().toString())
                                .setReleaseAll(ReleaseExecuteRequest.ReleaseAll.getDefaultInstance())
                                .build())),
                session(
                        "ReleaseSession",
                        (stub, id) -> stub.releaseSession(ReleaseSessionRequest.newBuilder()
                                .setSessionId(id)
                                .setUserContext(claiming("alice"))
                                .build())),
                session(
                        "FetchErrorDetails",
                        (stub, id) -> stub.fetchErrorDetails(FetchErrorDetailsRequest.newBuilder()
                                .setSessionId(id)
                                .setUserContext(claiming("alice"))
                                .setErrorId("any")
                                .build())),
                session(
                        "ArtifactStatus",
                        (stub, id) -> stub.artifactStatus(ArtifactStatusesRequest.newBuilder()
                                .setSessionId(id)
                                .setUserContext(claiming("alice"))
                                .build())),
                session(
                        "CloneSession",
                        (stub, id) -> stub.cloneSession(CloneSessionRequest.newBuilder()
                                .setSessionId(id)
                                .setUserContext(claiming("alice"))
                                .build())),
                session(
                        "CloneSession into it",
                        (stub, id) -> stub.cloneSession(CloneSessionRequest.newBuilder()
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
        run(
                as("alice"),
                select(alices, "SELECT 1").toBuilder().setOperationId(operation).build());
        String bobs = newSession();
        run(as("bob"), select(bobs, "SELECT 1"));

        RawCalls.Told told = refused(() -> reattach(as("bob"), bobs, operation));

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
}
