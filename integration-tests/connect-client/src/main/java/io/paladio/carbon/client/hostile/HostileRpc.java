package io.paladio.carbon.client.hostile;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.spark.connect.proto.Base;
import org.apache.spark.connect.proto.ExecutePlanResponse;
import org.apache.spark.connect.proto.SparkConnectServiceGrpc;
import org.apache.spark.connect.proto.SparkConnectServiceGrpc.SparkConnectServiceBlockingStub;
import org.apache.spark.connect.proto.UserContext;
import org.sparkproject.com.google.protobuf.Descriptors.Descriptor;
import org.sparkproject.com.google.protobuf.Descriptors.FieldDescriptor;
import org.sparkproject.com.google.protobuf.Descriptors.FileDescriptor;
import org.sparkproject.com.google.protobuf.Message;
import org.sparkproject.com.google.protobuf.TextFormat;
import org.sparkproject.io.grpc.CallOptions;
import org.sparkproject.io.grpc.MethodDescriptor;
import org.sparkproject.io.grpc.MethodDescriptor.PrototypeMarshaller;
import org.sparkproject.io.grpc.stub.ClientCalls;

/**
 * Any method of the service with any message, written in protobuf's text format. Session and user are put into the envelope; all
 * else is the attacker's. What comes back is told as rows, and as text without the rows.
 */
final class HostileRpc {
    private HostileRpc() {}

    static String send(SparkConnectServiceBlockingStub stub, HostileCall call) {
        MethodDescriptor<Message, Message> method = method(call.arguments().get(0));
        Message request = envelope(prototype(method), call);
        Iterator<Message> answers =
                ClientCalls.blockingServerStreamingCall(stub.getChannel(), method, CallOptions.DEFAULT, request);
        List<ExecutePlanResponse> executed = new ArrayList<>();
        List<String> texts = new ArrayList<>();
        while (answers.hasNext()) {
            Message answer = answers.next();
            if (answer instanceof ExecutePlanResponse response) {
                executed.add(response);
                texts.add(TextFormat.shortDebugString(
                        response.toBuilder().clearArrowBatch().build()));
            } else {
                texts.add(TextFormat.shortDebugString(answer));
            }
        }
        return Json.rows(ArrowRows.of(executed.iterator()), String.join("\n", texts));
    }

    /** The names of the service's methods, or of a message type's fields that hold messages, one to a row. */
    static String names(String type) {
        if (type.isEmpty()) {
            return rows(SparkConnectServiceGrpc.getServiceDescriptor().getMethods().stream()
                    .map(method -> String.valueOf(method.getBareMethodName()))
                    .toList());
        }
        return rows(descriptor(type).getFields().stream()
                .filter(field -> field.getJavaType() == FieldDescriptor.JavaType.MESSAGE)
                .map(FieldDescriptor::getName)
                .toList());
    }

    private static String rows(List<String> names) {
        return Json.rows(names.stream().map(List::of).collect(Collectors.toList()), "");
    }

    private static Descriptor descriptor(String type) {
        return files().stream()
                .map(file -> file.findMessageTypeByName(type))
                .filter(found -> found != null)
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no such message: " + type));
    }

    private static List<FileDescriptor> files() {
        List<FileDescriptor> files = new ArrayList<>(Base.getDescriptor().getDependencies());
        files.add(Base.getDescriptor());
        return files;
    }

    private static MethodDescriptor<Message, Message> method(String name) {
        return SparkConnectServiceGrpc.getServiceDescriptor().getMethods().stream()
                .filter(method -> name.equals(method.getBareMethodName()))
                .findFirst()
                .map(HostileRpc::untyped)
                .orElseThrow(() -> new IllegalArgumentException("no such method: " + name));
    }

    @SuppressWarnings("unchecked")
    private static MethodDescriptor<Message, Message> untyped(MethodDescriptor<?, ?> method) {
        return (MethodDescriptor<Message, Message>) method;
    }

    private static Message prototype(MethodDescriptor<Message, Message> method) {
        if (method.getRequestMarshaller() instanceof PrototypeMarshaller<Message> marshaller) {
            return marshaller.getMessagePrototype();
        }
        throw new IllegalArgumentException("no message is known for " + method.getBareMethodName());
    }

    private static Message envelope(Message prototype, HostileCall call) {
        Message.Builder request = prototype.newBuilderForType();
        try {
            TextFormat.merge(call.arguments().get(1), request);
        } catch (TextFormat.ParseException fault) {
            throw new IllegalArgumentException(fault.getMessage());
        }
        Descriptor type = request.getDescriptorForType();
        request.setField(type.findFieldByName("session_id"), call.session());
        request.setField(
                type.findFieldByName("user_context"),
                UserContext.newBuilder()
                        .setUserId(call.claimed())
                        .setUserName(call.claimed())
                        .build());
        return request.build();
    }
}
