package io.paladio.carbon.client.fuzz;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.sparkproject.io.grpc.CallOptions;
import org.sparkproject.io.grpc.Channel;
import org.sparkproject.io.grpc.ClientInterceptors;
import org.sparkproject.io.grpc.ManagedChannel;
import org.sparkproject.io.grpc.ManagedChannelBuilder;
import org.sparkproject.io.grpc.Metadata;
import org.sparkproject.io.grpc.StatusRuntimeException;
import org.sparkproject.io.grpc.stub.ClientCalls;
import org.sparkproject.io.grpc.stub.MetadataUtils;

/** A connection that sends bytes as they are. Thread-safe. */
final class Wire implements AutoCloseable {
    private static final Metadata.Key<String> AUTHORIZATION =
            Metadata.Key.of("Authorization", Metadata.ASCII_STRING_MARSHALLER);
    private static final int MOST_MESSAGES = 64;
    private static final int LARGEST = 256 * 1024 * 1024;

    private final ManagedChannel channel;

    Wire(String target) {
        this.channel = ManagedChannelBuilder.forTarget(target)
                .usePlaintext()
                .maxInboundMessageSize(LARGEST)
                .build();
    }

    /** @param headers values of the header for identity: none, one, or more than there should be */
    Reply send(Rpc rpc, byte[] request, List<String> headers, int seconds) {
        Metadata metadata = new Metadata();
        headers.forEach(value -> metadata.put(AUTHORIZATION, value));
        Channel identified = ClientInterceptors.intercept(channel, MetadataUtils.newAttachHeadersInterceptor(metadata));
        CallOptions options = CallOptions.DEFAULT.withDeadlineAfter(seconds, TimeUnit.SECONDS);
        List<byte[]> messages = new ArrayList<>();
        try {
            Iterator<byte[]> answers =
                    ClientCalls.blockingServerStreamingCall(identified, rpc.method(), options, request);
            while (answers.hasNext()) {
                byte[] answer = answers.next();
                if (messages.size() < MOST_MESSAGES) {
                    messages.add(answer);
                }
            }
            return new Reply("OK", "", messages);
        } catch (StatusRuntimeException refused) {
            return new Reply(refused.getStatus().getCode().name(), text(refused), messages);
        }
    }

    private static String text(StatusRuntimeException refused) {
        StringBuilder text =
                new StringBuilder(String.valueOf(refused.getStatus().getDescription()));
        Metadata trailers = refused.getTrailers();
        if (trailers != null) {
            for (String key : trailers.keys()) {
                text.append('\n').append(key).append(": ").append(value(trailers, key));
            }
        }
        return text.toString();
    }

    private static String value(Metadata trailers, String key) {
        if (!key.endsWith(Metadata.BINARY_HEADER_SUFFIX)) {
            return String.valueOf(trailers.get(Metadata.Key.of(key, Metadata.ASCII_STRING_MARSHALLER)));
        }
        byte[] bytes = trailers.get(Metadata.Key.of(key, Metadata.BINARY_BYTE_MARSHALLER));
        return bytes == null ? "" : new String(bytes, StandardCharsets.UTF_8);
    }

    @Override
    public void close() {
        channel.shutdownNow();
    }
}
