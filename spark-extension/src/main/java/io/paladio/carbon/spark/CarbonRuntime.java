package io.paladio.carbon.spark;

import io.paladio.carbon.catalog.SparkRefusal;
import io.paladio.carbon.error.CarbonCondition;
import io.paladio.carbon.index.PolicySource;
import io.paladio.carbon.spark.identity.SessionIdentities;
import java.util.concurrent.atomic.AtomicReference;

/**
 * The governance of this application: made once by the plugin when the driver starts, never replaced by a session. Without it
 * nothing is read. Thread-safe.
 */
public final class CarbonRuntime {
    private static final AtomicReference<CarbonRuntime> CURRENT = new AtomicReference<>();

    private final CarbonConfig config;
    private final PolicySource policies;
    private final SessionIdentities identities;
    private final StatementLog statements;

    CarbonRuntime(CarbonConfig config, PolicySource policies, SessionIdentities identities, StatementLog statements) {
        this.config = config;
        this.policies = policies;
        this.identities = identities;
        this.statements = statements;
    }

    static void start(CarbonRuntime runtime) {
        CURRENT.set(runtime);
    }

    static void stop() {
        CURRENT.set(null);
    }

    /** The running governance; refuses with NOT_GOVERNABLE where the plugin is not active. */
    public static CarbonRuntime require() {
        CarbonRuntime runtime = CURRENT.get();
        if (runtime == null) {
            throw SparkRefusal.of(CarbonCondition.NOT_GOVERNABLE
                    .refusal()
                    .object("this application")
                    .reason("the Carbon Spark plugin is not active in it")
                    .remedy("Ask the operator to set spark.plugins.")
                    .build());
        }
        return runtime;
    }

    public CarbonConfig config() {
        return config;
    }

    public PolicySource policies() {
        return policies;
    }

    public SessionIdentities identities() {
        return identities;
    }

    public StatementLog statements() {
        return statements;
    }
}
