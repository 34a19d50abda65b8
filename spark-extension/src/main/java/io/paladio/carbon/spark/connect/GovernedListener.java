package io.paladio.carbon.spark.connect;

import io.paladio.carbon.catalog.SparkRefusal;
import io.paladio.carbon.error.CarbonCondition;
import io.paladio.carbon.error.Refusal;
import io.paladio.carbon.spark.catalyst.ExplainText;
import io.paladio.carbon.spark.health.CarbonMetrics;
import io.paladio.carbon.spark.identity.VerifiedCaller;
import io.paladio.carbon.spark.rule.StatementScope;
import org.sparkproject.connect.grpc.ForwardingServerCallListener.SimpleForwardingServerCallListener;
import org.sparkproject.connect.grpc.ServerCall;
import org.sparkproject.connect.protobuf.Message;

/**
 * The way in: every request of a call passes here, and after a refusal none does. gRPC calls it from one thread at a time.
 */
final class GovernedListener<Q> extends SimpleForwardingServerCallListener<Q> {
    private final GovernedCall<Q, ?> call;
    private final RequestGate gate;
    private final VerifiedCaller caller;
    private boolean refused;

    GovernedListener(GovernedCall<Q, ?> call, ServerCall.Listener<Q> next, RequestGate gate, VerifiedCaller caller) {
        super(next);
        this.call = call;
        this.gate = gate;
        this.caller = caller;
    }

    @Override
    public void onMessage(Q request) {
        if (refused) {
            return;
        }
        try {
            super.onMessage(admitted(request));
        } catch (Refusal refusal) {
            refuse(SparkRefusal.of(refusal));
        } catch (SparkRefusal refusal) {
            refuse(refusal);
        }
    }

    /** Spark serves the call in here, so that nothing of the thread's earlier calls may be left. */
    @Override
    public void onHalfClose() {
        if (refused) {
            return;
        }
        StatementScope.clear();
        ExplainText.clear();
        try {
            super.onHalfClose();
        } finally {
            StatementScope.clear();
            ExplainText.clear();
        }
    }

    private Q admitted(Q request) {
        if (!(request instanceof Message message)) {
            throw CarbonCondition.NOT_GOVERNABLE
                    .refusal()
                    .object("this request")
                    .reason("it can't be read")
                    .build();
        }
        RequestGate.Admitted admitted = gate.admit(message, caller);
        call.remember(admitted.state(), new KeptErrors(caller.caller().name(), admitted.session()));
        @SuppressWarnings("unchecked")
        Q same = (Q) admitted.request();
        return same;
    }

    private void refuse(SparkRefusal refusal) {
        refused = true;
        CarbonMetrics.refused(refusal.carbonCondition());
        call.refuse(WireErrors.of(refusal));
    }
}
