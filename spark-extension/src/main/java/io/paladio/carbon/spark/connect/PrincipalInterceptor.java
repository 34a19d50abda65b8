package io.paladio.carbon.spark.connect;

import io.paladio.carbon.catalog.SparkRefusal;
import io.paladio.carbon.error.CarbonCondition;
import io.paladio.carbon.error.Refusal;
import io.paladio.carbon.spark.CarbonRuntime;
import io.paladio.carbon.spark.StartUpFault;
import io.paladio.carbon.spark.health.CarbonMetrics;
import io.paladio.carbon.spark.identity.ConnectIdentities;
import io.paladio.carbon.spark.identity.VerifiedCaller;
import io.paladio.carbon.spark.rule.AllowList;
import java.util.Set;
import org.sparkproject.connect.grpc.Metadata;
import org.sparkproject.connect.grpc.ServerCall;
import org.sparkproject.connect.grpc.ServerCallHandler;
import org.sparkproject.connect.grpc.ServerInterceptor;

/**
 * The first thing that a call of Spark Connect meets: who is calling, and whether the call is one that the engine knows to be
 * safe. Spark makes it by its class name, so it finds its configuration in the running {@link CarbonRuntime}; where that is
 * missing, every call is refused. Thread-safe.
 */
public final class PrincipalInterceptor implements ServerInterceptor {
    private static final AllowList METHODS = AllowList.shipped("rpc-methods.txt");
    /** What a client asks about a call that it made: whoever was refused that one is refused these, and counts once. */
    private static final Set<String> ABOUT_CALLS =
            Set.of("ReattachExecute", "ReleaseExecute", "ReleaseSession", "FetchErrorDetails");

    private static final String SERVICE = "spark.connect.SparkConnectService";

    /**
     * For Spark, which calls it by reflection when the server starts.
     *
     * @throws SparkRefusal where the plugin is missing, so that a server without it does not start
     */
    public PrincipalInterceptor() {
        if (!CarbonRuntime.isRunning()) {
            throw StartUpFault.told(SparkRefusal.of(CarbonCondition.CONFIG_INVALID
                    .refusal()
                    .object("spark.plugins")
                    .reason(
                            "io.paladio.carbon.spark.CarbonSparkPlugin is missing, or comes after what starts the server")
                    .build()));
        }
    }

    @Override
    public <Q, R> ServerCall.Listener<Q> interceptCall(
            ServerCall<Q, R> call, Metadata headers, ServerCallHandler<Q, R> next) {
        try {
            CarbonRuntime runtime = CarbonRuntime.require();
            VerifiedCaller caller = verified(runtime, headers);
            requireAllowedMethod(call);
            GovernedCall<Q, R> governed = new GovernedCall<>(call);
            return new GovernedListener<>(governed, next.startCall(governed, headers), gate(runtime), caller);
        } catch (Refusal refusal) {
            return refuse(call, SparkRefusal.of(refusal));
        } catch (SparkRefusal refusal) {
            return refuse(call, refusal);
        }
    }

    private static VerifiedCaller verified(CarbonRuntime runtime, Metadata headers) {
        return runtime.verifier()
                .orElseThrow(() -> CarbonCondition.IDENTITY_REQUIRED
                        .refusal()
                        .reason("this engine is not configured to verify tokens")
                        .build())
                .verify(BearerToken.take(headers));
    }

    private static RequestGate gate(CarbonRuntime runtime) {
        if (runtime.identities() instanceof ConnectIdentities identities) {
            return new RequestGate(identities, runtime.config().code());
        }
        throw CarbonCondition.IDENTITY_REQUIRED
                .refusal()
                .reason("this engine serves no Connect sessions")
                .build();
    }

    private static void requireAllowedMethod(ServerCall<?, ?> call) {
        String service = String.valueOf(call.getMethodDescriptor().getServiceName());
        String method = String.valueOf(call.getMethodDescriptor().getBareMethodName());
        if (!service.equals(SERVICE) || !METHODS.allows(method)) {
            CarbonCondition condition =
                    method.equals("AddArtifacts") ? CarbonCondition.CODE_DENIED : CarbonCondition.NOT_GOVERNABLE;
            throw condition
                    .refusal()
                    .object("the call " + method)
                    .reason("this engine doesn't serve it")
                    .build();
        }
    }

    private static <Q> ServerCall.Listener<Q> refuse(ServerCall<Q, ?> call, SparkRefusal refusal) {
        if (!ABOUT_CALLS.contains(String.valueOf(call.getMethodDescriptor().getBareMethodName()))) {
            CarbonMetrics.refused(refusal.carbonCondition());
        }
        WireErrors.Closing closing = WireErrors.of(refusal);
        call.close(closing.status(), closing.trailers());
        return new ServerCall.Listener<>() {};
    }
}
