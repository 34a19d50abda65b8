package io.paladio.carbon.spark.connect;

import io.paladio.carbon.catalog.SparkRefusal;
import io.paladio.carbon.error.CarbonCondition;
import io.paladio.carbon.error.Refusal;
import io.paladio.carbon.spark.catalyst.ConnectInternals;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.sparkproject.connect.google_protos.rpc.ErrorInfo;
import org.sparkproject.connect.grpc.Metadata;
import org.sparkproject.connect.grpc.Status;
import org.sparkproject.connect.grpc.StatusRuntimeException;
import org.sparkproject.connect.grpc.protobuf.StatusProto;
import org.sparkproject.connect.protobuf.Any;
import org.sparkproject.connect.protobuf.InvalidProtocolBufferException;

/**
 * Errors as they go over the wire: refusals of this layer in the shape that Spark gives its own errors, so that clients raise
 * them with error class and SQLSTATE; and Spark's errors without locations, tasks and stack traces. Stateless.
 */
final class WireErrors {
    private static final Set<CarbonCondition> UNAUTHENTICATED =
            Set.of(CarbonCondition.IDENTITY_REQUIRED, CarbonCondition.IDENTITY_INVALID);
    private static final String PARAMETERS = "messageParameters";
    private static final String DETAILS_KEY = "grpc-status-details-bin";

    /** What a call is closed with. */
    record Closing(Status status, Metadata trailers) {}

    private WireErrors() {}

    static Closing of(Refusal refusal) {
        return of(SparkRefusal.of(refusal));
    }

    static Closing of(SparkRefusal refusal) {
        Status.Code code = UNAUTHENTICATED.contains(refusal.carbonCondition())
                ? Status.Code.UNAUTHENTICATED
                : Status.Code.PERMISSION_DENIED;
        StatusRuntimeException exception =
                StatusProto.toStatusRuntimeException(ConnectInternals.status(refusal).toBuilder()
                        .setCode(code.value())
                        .setMessage(String.valueOf(refusal.getMessage()))
                        .build());
        return redacted(exception.getStatus(), trailersOf(exception));
    }

    /** Spark's own error, told without locations and without what only the server's log should hold. */
    static Closing redacted(Status status, Metadata trailers) {
        if (status.isOk()) {
            return new Closing(status, trailers);
        }
        org.sparkproject.connect.google_protos.rpc.Status details = StatusProto.fromStatusAndTrailers(status, trailers);
        StatusRuntimeException exception = StatusProto.toStatusRuntimeException(details.toBuilder()
                .setMessage(message(status, details.getMessage()))
                .clearDetails()
                .addAllDetails(redacted(details.getDetailsList()))
                .build());
        trailers.discardAll(Metadata.Key.of(DETAILS_KEY, Metadata.BINARY_BYTE_MARSHALLER));
        trailers.merge(trailersOf(exception));
        return new Closing(exception.getStatus(), trailers);
    }

    /** A stack that overflows while a statement is analysed says nothing of itself, and Spark passes that on. */
    private static String message(Status status, String text) {
        return text.isEmpty() && status.getCode() == Status.Code.UNKNOWN ? ErrorText.FAILED : ErrorText.told(text);
    }

    private static Metadata trailersOf(StatusRuntimeException exception) {
        Metadata trailers = exception.getTrailers();
        return trailers == null ? new Metadata() : trailers;
    }

    /** Details of a kind that we can't read are left out. */
    private static List<Any> redacted(List<Any> details) {
        List<Any> kept = new ArrayList<>();
        for (Any detail : details) {
            try {
                if (detail.is(ErrorInfo.class)) {
                    kept.add(Any.pack(told(detail.unpack(ErrorInfo.class))));
                }
            } catch (InvalidProtocolBufferException unreadable) {
                continue;
            }
        }
        return kept;
    }

    private static ErrorInfo told(ErrorInfo info) {
        ErrorInfo.Builder builder = info.toBuilder().removeMetadata("stackTrace");
        if (ErrorText.tellsOfTasks(info.getMetadataOrDefault(PARAMETERS, ""))) {
            // What stands there has to stay JSON.
            builder.putMetadata(PARAMETERS, "{}");
        }
        return ErrorTypes.known(MessageTexts.mapped(builder.build(), ErrorText::told));
    }
}
