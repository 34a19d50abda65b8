package io.paladio.carbon.spark;

import io.paladio.carbon.catalog.EngineTables;
import io.paladio.carbon.catalog.SparkRefusal;
import io.paladio.carbon.error.CarbonCondition;
import io.paladio.carbon.index.PolicySource;
import io.paladio.carbon.policy.mask.HmacKey;
import io.paladio.carbon.spark.identity.SessionIdentities;
import io.paladio.carbon.spark.identity.TokenVerifier;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * The governance of this application: made once by the plugin when the driver starts, never replaced by a session. Without it
 * nothing is read. Thread-safe.
 */
public final class CarbonRuntime {
    private static final AtomicReference<@Nullable CarbonRuntime> CURRENT = new AtomicReference<>();

    private final CarbonConfig config;
    private final PolicySource policies;
    private final SessionIdentities identities;
    private final StatementLog statements;
    private final Optional<TokenVerifier> verifier;
    private final EngineTables engineTables;

    /** The governance of an application that Spark Connect does not serve. */
    CarbonRuntime(CarbonConfig config, PolicySource policies, SessionIdentities identities, StatementLog statements) {
        this(config, policies, identities, statements, Optional.empty(), EngineTables.NONE);
    }

    private CarbonRuntime(
            CarbonConfig config,
            PolicySource policies,
            SessionIdentities identities,
            StatementLog statements,
            Optional<TokenVerifier> verifier,
            EngineTables engineTables) {
        this.config = config;
        this.policies = policies;
        this.identities = identities;
        this.statements = statements;
        this.verifier = verifier;
        this.engineTables = engineTables;
    }

    /** The same governance for an application that Spark Connect serves: the interceptor verifies tokens with this. */
    CarbonRuntime verifyingWith(TokenVerifier verifier) {
        return new CarbonRuntime(config, policies, identities, statements, Optional.of(verifier), engineTables);
    }

    /** The same governance, whose policies may look up what the engine can read for itself. */
    CarbonRuntime lookingUpIn(EngineTables tables) {
        return new CarbonRuntime(config, policies, identities, statements, verifier, tables);
    }

    static void start(CarbonRuntime runtime) {
        CURRENT.set(runtime);
    }

    static void stop() {
        CURRENT.set(null);
    }

    /** The running governance, where there is one. */
    static Optional<CarbonRuntime> running() {
        return Optional.ofNullable(CURRENT.get());
    }

    /** Whether the plugin has started the governance of this application. */
    public static boolean isRunning() {
        return running().isPresent();
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

    /** What the operator configured. */
    public CarbonConfig config() {
        return config;
    }

    /** Index. */
    public PolicySource policies() {
        return policies;
    }

    /** What the engine reads for itself, as itself: the lookups of policies. */
    public EngineTables engineTables() {
        return engineTables;
    }

    /** The keys of hmac-sha-256 masks by their names, as their file holds them now; none where it can't be read. */
    public Map<String, HmacKey> maskKeys() {
        return config.maskKeysFile().map(file -> new MaskKeyFile(file).keys()).orElse(Map.of());
    }

    /** Who each session belongs to. */
    public SessionIdentities identities() {
        return identities;
    }

    /** How bearer tokens on the wire are verified; empty where Spark Connect does not serve this application. */
    public Optional<TokenVerifier> verifier() {
        return verifier;
    }

    /** The record of what statements did. */
    public StatementLog statements() {
        return statements;
    }
}
