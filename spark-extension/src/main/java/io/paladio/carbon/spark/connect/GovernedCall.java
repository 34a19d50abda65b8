package io.paladio.carbon.spark.connect;

import java.util.Optional;
import org.sparkproject.connect.grpc.ForwardingServerCall.SimpleForwardingServerCall;
import org.sparkproject.connect.grpc.Metadata;
import org.sparkproject.connect.grpc.ServerCall;
import org.sparkproject.connect.grpc.Status;

/**
 * The way back: every response and every error of a call passes here. Spark answers on threads of its own; what the request
 * asked for is published to them by a volatile field.
 */
final class GovernedCall<Q, R> extends SimpleForwardingServerCall<Q, R> {
    private volatile CallState state = CallState.NONE;
    private volatile Optional<KeptErrors> errors = Optional.empty();

    GovernedCall(ServerCall<Q, R> call) {
        super(call);
    }

    void remember(CallState asked, KeptErrors ofSession) {
        this.state = asked;
        this.errors = Optional.of(ofSession);
    }

    @Override
    public void sendMessage(R message) {
        @SuppressWarnings("unchecked")
        R filtered = (R) ResponseGate.filter(message, state);
        super.sendMessage(filtered);
    }

    @Override
    public void close(Status status, Metadata trailers) {
        try {
            errors.filter(kept -> !status.isOk()).ifPresent(KeptErrors::shorten);
        } finally {
            WireErrors.Closing closing = WireErrors.redacted(status, trailers);
            super.close(closing.status(), closing.trailers());
        }
    }

    /** Closes with a refusal of this layer, which holds no location in the first place. */
    void refuse(WireErrors.Closing closing) {
        super.close(closing.status(), closing.trailers());
    }
}
