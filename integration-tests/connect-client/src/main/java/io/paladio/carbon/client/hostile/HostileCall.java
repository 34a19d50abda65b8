package io.paladio.carbon.client.hostile;

import java.util.List;
import java.util.UUID;
import org.apache.spark.connect.proto.AnalyzePlanRequest;
import org.apache.spark.connect.proto.AnalyzePlanResponse;
import org.apache.spark.connect.proto.CloneSessionRequest;
import org.apache.spark.connect.proto.ConfigRequest;
import org.apache.spark.connect.proto.ConfigResponse;
import org.apache.spark.connect.proto.ExecutePlanRequest;
import org.apache.spark.connect.proto.FetchErrorDetailsRequest;
import org.apache.spark.connect.proto.InterruptRequest;
import org.apache.spark.connect.proto.KeyValue;
import org.apache.spark.connect.proto.Plan;
import org.apache.spark.connect.proto.ReattachExecuteRequest;
import org.apache.spark.connect.proto.ReleaseSessionRequest;
import org.apache.spark.connect.proto.SparkConnectServiceGrpc.SparkConnectServiceBlockingStub;
import org.apache.spark.connect.proto.UserContext;

/**
 * One call: what to send and as whom to claim to send it.
 *
 * @param claimed the user id that stands in the message, whatever the token says
 */
record HostileCall(String name, String token, String claimed, String session, List<String> arguments) {

    static HostileCall parse(List<String> words) {
        return new HostileCall(words.get(0), words.get(1), words.get(2), words.get(3), words.subList(4, words.size()));
    }

    String send(SparkConnectServiceBlockingStub stub) {
        return switch (name) {
            case "sql" -> execute(stub, HostilePlans.sql(argument(0)));
            case "relation" ->
                execute(
                        stub,
                        Plan.newBuilder()
                                .setRoot(HostilePlans.relation(argument(0)))
                                .build());
            case "command" ->
                execute(
                        stub,
                        Plan.newBuilder()
                                .setCommand(HostilePlans.command(argument(0)))
                                .build());
            case "view" ->
                execute(
                        stub,
                        Plan.newBuilder()
                                .setCommand(HostilePlans.view(argument(0), argument(1), argument(2)))
                                .build());
            case "rpc" -> HostileRpc.send(stub, this);
            case "names" -> HostileRpc.names(argument(0));
            case "unknown-field" -> execute(stub, HostilePlans.withUnknownField());
            case "explain" -> explain(stub);
            case "config-all" -> configuration(stub);
            case "config-set" -> setConfiguration(stub);
            case "clone" -> clone(stub);
            case "interrupt" -> interrupt(stub);
            case "reattach" -> reattach(stub);
            case "fetch-error" -> fetchError(stub);
            case "release" -> release(stub);
            default -> throw new IllegalArgumentException("no such call: " + name);
        };
    }

    private String argument(int index) {
        return arguments.get(index);
    }

    private UserContext user() {
        return UserContext.newBuilder().setUserId(claimed).setUserName(claimed).build();
    }

    private String execute(SparkConnectServiceBlockingStub stub, Plan plan) {
        ExecutePlanRequest request = ExecutePlanRequest.newBuilder()
                .setSessionId(session)
                .setUserContext(user())
                .setOperationId(UUID.randomUUID().toString())
                .setPlan(plan)
                .build();
        return Json.rows(ArrowRows.of(stub.executePlan(request)));
    }

    private String explain(SparkConnectServiceBlockingStub stub) {
        AnalyzePlanResponse answer = stub.analyzePlan(AnalyzePlanRequest.newBuilder()
                .setSessionId(session)
                .setUserContext(user())
                .setExplain(AnalyzePlanRequest.Explain.newBuilder()
                        .setPlan(HostilePlans.sql(argument(0)))
                        .setExplainMode(AnalyzePlanRequest.Explain.ExplainMode.valueOf("EXPLAIN_MODE_" + argument(1))))
                .build());
        return Json.object("status", "OK", "text", answer.getExplain().getExplainString());
    }

    private String configuration(SparkConnectServiceBlockingStub stub) {
        ConfigResponse answer = stub.config(config(ConfigRequest.Operation.newBuilder()
                .setGetAll(ConfigRequest.GetAll.newBuilder())
                .build()));
        return Json.rows(answer.getPairsList().stream()
                .map(pair -> List.of(pair.getKey(), pair.getValue()))
                .toList());
    }

    private String setConfiguration(SparkConnectServiceBlockingStub stub) {
        stub.config(config(ConfigRequest.Operation.newBuilder()
                .setSet(ConfigRequest.Set.newBuilder()
                        .addPairs(KeyValue.newBuilder().setKey(argument(0)).setValue(argument(1))))
                .build()));
        return Json.object("status", "OK");
    }

    private ConfigRequest config(ConfigRequest.Operation operation) {
        return ConfigRequest.newBuilder()
                .setSessionId(session)
                .setUserContext(user())
                .setOperation(operation)
                .build();
    }

    private String clone(SparkConnectServiceBlockingStub stub) {
        String clone = stub.cloneSession(CloneSessionRequest.newBuilder()
                        .setSessionId(session)
                        .setUserContext(user())
                        .build())
                .getNewSessionId();
        return Json.object("status", "OK", "session", clone);
    }

    private String interrupt(SparkConnectServiceBlockingStub stub) {
        int interrupted = stub.interrupt(InterruptRequest.newBuilder()
                        .setSessionId(session)
                        .setUserContext(user())
                        .setInterruptType(InterruptRequest.InterruptType.INTERRUPT_TYPE_ALL)
                        .build())
                .getInterruptedIdsCount();
        return Json.object("status", "OK", "interrupted", String.valueOf(interrupted));
    }

    private String reattach(SparkConnectServiceBlockingStub stub) {
        return Json.rows(ArrowRows.of(stub.reattachExecute(ReattachExecuteRequest.newBuilder()
                .setSessionId(session)
                .setUserContext(user())
                .setOperationId(argument(0))
                .build())));
    }

    private String fetchError(SparkConnectServiceBlockingStub stub) {
        return Json.object(
                "status",
                "OK",
                "text",
                stub.fetchErrorDetails(FetchErrorDetailsRequest.newBuilder()
                                .setSessionId(session)
                                .setUserContext(user())
                                .setErrorId(argument(0))
                                .build())
                        .toString());
    }

    private String release(SparkConnectServiceBlockingStub stub) {
        stub.releaseSession(ReleaseSessionRequest.newBuilder()
                .setSessionId(session)
                .setUserContext(user())
                .build());
        return Json.object("status", "OK");
    }
}
