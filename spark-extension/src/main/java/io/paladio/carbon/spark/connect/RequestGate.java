package io.paladio.carbon.spark.connect;

import io.paladio.carbon.error.CarbonCondition;
import io.paladio.carbon.error.Refusal;
import io.paladio.carbon.spark.CarbonConfig.CodeAllowance;
import io.paladio.carbon.spark.identity.ConnectIdentities;
import io.paladio.carbon.spark.identity.VerifiedCaller;
import java.util.UUID;
import org.apache.spark.connect.proto.CloneSessionRequest;
import org.apache.spark.connect.proto.Command;
import org.apache.spark.connect.proto.ConfigRequest;
import org.apache.spark.connect.proto.ExecutePlanRequest;
import org.apache.spark.connect.proto.UserContext;
import org.apache.spark.connect.proto.WriteOperation;
import org.sparkproject.connect.protobuf.Descriptors.FieldDescriptor;
import org.sparkproject.connect.protobuf.Message;

/**
 * Turns a request as a client wrote it into the request that the engine may see: the verified principal in place of whatever the
 * client claims to be, and nothing in it that is not known to be safe. Immutable.
 */
final class RequestGate {
    /** A request that may pass, and what its response must be checked against. */
    record Admitted(Message request, CallState state, String session) {}

    private final ConnectIdentities identities;
    private final MessageLists lists;

    RequestGate(ConnectIdentities identities, CodeAllowance code) {
        this.identities = identities;
        this.lists = new MessageLists(code);
    }

    Admitted admit(Message request, VerifiedCaller caller) {
        String principal = caller.caller().name();
        Message owned = withNamedCopy(withPrincipal(request, principal));
        new RequestInspection(lists, principal).inspect(owned);
        requireNamedTarget(owned);
        String session = own(owned, caller);
        RunningStatements.requireRoom(owned, principal);
        if (owned instanceof ConfigRequest config) {
            ConfigGate.Admitted admitted = ConfigGate.admit(config);
            return new Admitted(admitted.request(), admitted.state(), session);
        }
        return new Admitted(owned, CallState.NONE, session);
    }

    /** Replaced whole: the context's extensions are a plugin's business, and no plugin is ours. */
    private static Message withPrincipal(Message request, String principal) {
        FieldDescriptor field = request.getDescriptorForType().findFieldByName("user_context");
        if (field == null || !field.getMessageType().equals(UserContext.getDescriptor())) {
            throw CarbonCondition.NOT_GOVERNABLE
                    .refusal()
                    .object(request.getDescriptorForType().getName())
                    .reason("it can't carry a principal")
                    .build();
        }
        UserContext context = UserContext.newBuilder()
                .setUserId(principal)
                .setUserName(principal)
                .build();
        return request.toBuilder().setField(field, context).build();
    }

    /** A copy of a session that its client leaves without an id gets one here: it would be in nobody's count of sessions. */
    private static Message withNamedCopy(Message request) {
        return request instanceof CloneSessionRequest clone
                        && clone.getNewSessionId().isEmpty()
                ? clone.toBuilder()
                        .setNewSessionId(UUID.randomUUID().toString())
                        .build()
                : request;
    }

    private String own(Message request, VerifiedCaller caller) {
        FieldDescriptor field = request.getDescriptorForType().findFieldByName("session_id");
        if (field == null || !(request.getField(field) instanceof String session) || session.isBlank()) {
            throw refusal("a request without a session");
        }
        identities.verified(session, caller);
        if (request instanceof CloneSessionRequest clone) {
            identities.verified(clone.getNewSessionId(), caller);
        }
        return session;
    }

    /** A write that names neither path nor table goes wherever its format pleases. */
    private static void requireNamedTarget(Message request) {
        if (request instanceof ExecutePlanRequest execute
                && execute.getPlan().getCommand().hasWriteOperation()) {
            Command command = execute.getPlan().getCommand();
            WriteOperation write = command.getWriteOperation();
            if (!write.hasTable()) {
                throw CarbonCondition.PATH_DENIED
                        .refusal()
                        .object("a write without a table")
                        .build();
            }
        }
        if (request instanceof ExecutePlanRequest execute
                && execute.getPlan().getCommand().hasWriteStreamOperationStart()
                && !execute.getPlan()
                        .getCommand()
                        .getWriteStreamOperationStart()
                        .hasTableName()) {
            throw CarbonCondition.PATH_DENIED
                    .refusal()
                    .object("a stream without a table")
                    .remedy("Write it by toTable.")
                    .build();
        }
    }

    private static Refusal refusal(String object) {
        return CarbonCondition.NOT_GOVERNABLE
                .refusal()
                .object(object)
                .reason("its owner can't be told")
                .build();
    }
}
