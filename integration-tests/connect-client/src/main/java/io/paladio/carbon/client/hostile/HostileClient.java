package io.paladio.carbon.client.hostile;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.spark.connect.proto.SparkConnectServiceGrpc;
import org.jspecify.annotations.Nullable;
import org.sparkproject.io.grpc.ManagedChannel;
import org.sparkproject.io.grpc.ManagedChannelBuilder;
import org.sparkproject.io.grpc.Metadata;
import org.sparkproject.io.grpc.StatusRuntimeException;

/**
 * A client of an attacker's making: it speaks the wire protocol by generated stubs and says whatever it likes about who it is.
 *
 * <p>Reads one call a line from standard input, tab-separated: {@code call token claimed-user session-id argument…}; an empty
 * token sends none. Answers one JSON object a line.
 */
public final class HostileClient {
    private static final Metadata.Key<byte[]> DETAILS =
            Metadata.Key.of("grpc-status-details-bin", Metadata.BINARY_BYTE_MARSHALLER);

    private HostileClient() {}

    /** Argument: {@code host:port}. */
    public static void main(String[] arguments) throws IOException {
        ManagedChannel channel =
                ManagedChannelBuilder.forTarget(arguments[0]).usePlaintext().build();
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        try (BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                out.println(answer(channel, List.of(line.split("\t", -1))));
            }
        } finally {
            channel.shutdownNow();
        }
    }

    private static String answer(ManagedChannel channel, List<String> words) {
        try {
            HostileCall call = HostileCall.parse(words);
            SparkConnectServiceGrpc.SparkConnectServiceBlockingStub stub = SparkConnectServiceGrpc.newBlockingStub(
                            channel)
                    .withInterceptors(BearerToken.sending(call.token()));
            return call.send(stub);
        } catch (StatusRuntimeException refused) {
            return Json.object(
                    "status", refused.getStatus().getCode().name(),
                    "message", String.valueOf(refused.getStatus().getDescription()),
                    "details", details(refused.getTrailers()));
        } catch (RuntimeException broken) {
            return Json.object("status", "CLIENT_FAULT", "message", broken.toString());
        }
    }

    /** What stands beside the message, as the bytes that came: texts in it can be read. */
    private static String details(@Nullable Metadata trailers) {
        byte[] details = trailers == null ? null : trailers.get(DETAILS);
        return details == null ? "" : new String(details, StandardCharsets.UTF_8);
    }
}
