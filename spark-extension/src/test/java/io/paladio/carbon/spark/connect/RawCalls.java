package io.paladio.carbon.spark.connect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Collectors;
import org.apache.spark.connect.proto.ConfigRequest;
import org.apache.spark.connect.proto.ExecutePlanRequest;
import org.apache.spark.connect.proto.ExecutePlanResponse;
import org.apache.spark.connect.proto.KeyValue;
import org.apache.spark.connect.proto.Plan;
import org.apache.spark.connect.proto.Relation;
import org.apache.spark.connect.proto.SQL;
import org.apache.spark.connect.proto.SparkConnectServiceGrpc.SparkConnectServiceBlockingStub;
import org.apache.spark.connect.proto.UserContext;
import org.apache.spark.sql.connect.service.SparkConnectService$;
import org.sparkproject.connect.google_protos.rpc.ErrorInfo;
import org.sparkproject.connect.grpc.Status;
import org.sparkproject.connect.grpc.StatusRuntimeException;
import org.sparkproject.connect.grpc.protobuf.StatusProto;
import org.sparkproject.connect.protobuf.Any;
import org.sparkproject.connect.protobuf.InvalidProtocolBufferException;
import scala.jdk.javaapi.CollectionConverters;

/** Requests as a client of one's own making may write them, always claiming to be somebody else, and what comes back. */
final class RawCalls {
    private RawCalls() {}

    static String newSession() {
        return UUID.randomUUID().toString();
    }

    static UserContext claiming(String user) {
        return UserContext.newBuilder()
                .setUserId(user)
                .setUserName(user)
                .addExtensions(Any.pack(SQL.getDefaultInstance()))
                .build();
    }

    static ExecutePlanRequest select(String session, String sql) {
        return ExecutePlanRequest.newBuilder()
                .setSessionId(session)
                .setUserContext(claiming("admin"))
                .setOperationId(UUID.randomUUID().toString())
                .setPlan(Plan.newBuilder()
                        .setRoot(Relation.newBuilder().setSql(SQL.newBuilder().setQuery(sql))))
                .build();
    }

    static List<ExecutePlanResponse> run(SparkConnectServiceBlockingStub stub, ExecutePlanRequest request) {
        List<ExecutePlanResponse> responses = new ArrayList<>();
        Iterator<ExecutePlanResponse> answered = stub.executePlan(request);
        answered.forEachRemaining(responses::add);
        return responses;
    }

    static ConfigRequest config(String session, ConfigRequest.Operation.Builder operation) {
        return ConfigRequest.newBuilder()
                .setSessionId(session)
                .setUserContext(claiming("admin"))
                .setOperation(operation)
                .build();
    }

    static ConfigRequest.Operation.Builder getting(String key) {
        return ConfigRequest.Operation.newBuilder()
                .setGet(ConfigRequest.Get.newBuilder().addKeys(key));
    }

    static ConfigRequest.Operation.Builder setting(String key, boolean silent) {
        return ConfigRequest.Operation.newBuilder()
                .setSet(ConfigRequest.Set.newBuilder()
                        .setSilent(silent)
                        .addPairs(KeyValue.newBuilder().setKey(key).setValue("1")));
    }

    /** What the client is told: error class, SQLSTATE and status, in the place where Spark's clients look. */
    record Told(Status.Code status, String errorClass, String sqlState, String message) {}

    static Told refused(Runnable call) {
        StatusRuntimeException refused = catchThrowableOfType(StatusRuntimeException.class, call::run);
        assertThat(refused).as("a refusal").isNotNull();
        return told(refused);
    }

    static Told told(StatusRuntimeException refused) {
        Map<String, String> info = StatusProto.fromThrowable(refused).getDetailsList().stream()
                .map(RawCalls::metadata)
                .findFirst()
                .orElse(Map.of());
        return new Told(
                refused.getStatus().getCode(),
                info.getOrDefault("errorClass", ""),
                info.getOrDefault("sqlState", ""),
                String.valueOf(refused.getStatus().getDescription()));
    }

    static Map<String, String> metadata(Any detail) {
        try {
            return detail.unpack(ErrorInfo.class).getMetadataMap();
        } catch (InvalidProtocolBufferException broken) {
            throw new AssertionError(broken);
        }
    }

    static Optional<String> ownerOf(String session) {
        return CollectionConverters.asJava(
                        SparkConnectService$.MODULE$.sessionManager().listActiveSessions())
                .stream()
                .filter(info -> info.sessionId().equals(session))
                .map(info -> info.userId())
                .collect(Collectors.collectingAndThen(
                        Collectors.toList(),
                        users -> users.size() == 1 ? Optional.of(users.get(0)) : Optional.empty()));
    }
}
