package io.paladio.carbon.spark;

import io.paladio.carbon.index.PolicySource;
import io.paladio.carbon.index.file.FilePolicySource;
import io.paladio.carbon.lineage.LineageSettings;
import io.paladio.carbon.lineage.PrincipalNames;
import io.paladio.carbon.lineage.StatementSink;
import io.paladio.carbon.lineage.StatementSinks;
import io.paladio.carbon.spark.CarbonConfig.DecisionSink;
import io.paladio.carbon.spark.CarbonConfig.Emission;
import io.paladio.carbon.spark.CarbonConfig.Identity;
import io.paladio.carbon.spark.CarbonConfig.IndexSource;
import io.paladio.carbon.spark.health.MeasuredPolicySource;
import io.paladio.carbon.spark.identity.ConnectIdentities;
import io.paladio.carbon.spark.identity.ConnectService;
import io.paladio.carbon.spark.identity.NoIdentity;
import io.paladio.carbon.spark.identity.SessionIdentities;
import io.paladio.carbon.spark.identity.TokenFileIdentity;
import io.paladio.carbon.spark.identity.TokenVerifier;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.apache.spark.SparkContext;

/** Makes the parts of a {@link CarbonRuntime} as the configuration says. Used once. */
final class RuntimeFactory {
    private final CarbonConfig config;
    private final Map<String, String> conf;

    RuntimeFactory(CarbonConfig config, Map<String, String> conf) {
        this.config = config;
        this.conf = Map.copyOf(conf);
    }

    /** @param connect whether Spark Connect serves this application */
    CarbonRuntime create(SparkContext context, boolean connect) {
        Optional<TokenVerifier> verifier = config.identity().map(TokenVerifier::new);
        if (connect && verifier.isEmpty()) {
            throw ConfigReader.invalid(
                    CarbonKey.IDENTITY_ISSUER.key(), "it is missing: a Spark Connect server must verify tokens");
        }
        SessionIdentities identities = connect ? new ConnectIdentities() : ofTokenFile(verifier);
        PolicySource policies = new MeasuredPolicySource(policies());
        StatementLog statements = new MeasuredStatementLog(StatementTracker.start(context, sinks()));
        CarbonRuntime runtime = new CarbonRuntime(config, policies, identities, statements);
        return connect ? verifier.map(runtime::verifyingWith).orElse(runtime) : runtime;
    }

    private SessionIdentities ofTokenFile(Optional<TokenVerifier> verifier) {
        return config.identity()
                .flatMap(Identity::tokenFile)
                .<SessionIdentities>flatMap(file -> verifier.map(
                        present -> new TokenFileIdentity(present, file, ConnectService::isRunning)))
                .orElseGet(NoIdentity::new);
    }

    private PolicySource policies() {
        if (config.index().source() instanceof IndexSource.Files files) {
            return new FilePolicySource(files.folder(), config.index().timeout());
        }
        throw ConfigReader.invalid(CarbonKey.INDEX_SOURCE.key(), "jdbc is not in this version");
    }

    private List<StatementSink> sinks() {
        List<StatementSink> sinks = new ArrayList<>();
        sinks.add(StatementSinks.decisions(decisions(config.decisions()), () -> {
            throw new java.sql.SQLException("no Index to write to");
        }));
        if (config.lineage().emission() == Emission.ON) {
            config.lineage()
                    .receiver()
                    .map(uri -> new LineageSettings(uri, namespace(), PrincipalNames.of(
                            config.lineage().principal().name().toLowerCase(Locale.ROOT))))
                    .map(StatementSinks::openLineage)
                    .ifPresent(sinks::add);
        }
        return sinks;
    }

    private static String decisions(DecisionSink sink) {
        return sink instanceof DecisionSink.ToFile file ? "file:" + file.file() : sink.kind();
    }

    /** The host of the face that the default catalog speaks to; lineage makes no call to it. */
    private String namespace() {
        return config.lineage().namespace().orElseGet(() -> {
            String catalog = conf.getOrDefault("spark.sql.defaultCatalog", "");
            String host = URI.create(conf.getOrDefault("spark.sql.catalog." + catalog + ".uri", "carbon://unnamed"))
                    .getHost();
            return "carbon://" + host;
        });
    }
}
