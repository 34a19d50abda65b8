package io.paladio.carbon.spark;

import io.paladio.carbon.catalog.FaceEngineTables;
import io.paladio.carbon.index.BoundedStaleness;
import io.paladio.carbon.index.OrderedPolicySource;
import io.paladio.carbon.index.PolicySource;
import io.paladio.carbon.index.file.FilePolicySource;
import io.paladio.carbon.index.http.HttpPolicySource;
import io.paladio.carbon.index.http.TokenFile;
import io.paladio.carbon.index.jdbc.JdbcPolicySource;
import io.paladio.carbon.index.jdbc.PasswordFile;
import io.paladio.carbon.lineage.ConnectionSource;
import io.paladio.carbon.lineage.LineageSettings;
import io.paladio.carbon.lineage.PrincipalNames;
import io.paladio.carbon.lineage.SpoolSettings;
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
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.apache.spark.SparkContext;

/** Makes the parts of a {@link CarbonRuntime} as the configuration says. Used once. */
final class RuntimeFactory {
    /** Index as policies are read from it and as decisions are written to it. */
    private record Index(PolicySource source, ConnectionSource connections) {}

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
        config.maskKeysFile().ifPresent(file -> new MaskKeyFile(file).require());
        SessionIdentities identities = connect ? new ConnectIdentities() : ofTokenFile(verifier);
        Index index = index();
        StatementLog statements = new MeasuredStatementLog(StatementTracker.start(context, sinks(index.connections())));
        CarbonRuntime runtime = new CarbonRuntime(config, withinLimits(index.source()), identities, statements)
                .lookingUpIn(new FaceEngineTables(conf));
        return connect ? verifier.map(runtime::verifyingWith).orElse(runtime) : runtime;
    }

    private SessionIdentities ofTokenFile(Optional<TokenVerifier> verifier) {
        return config.identity()
                .flatMap(Identity::tokenFile)
                .<SessionIdentities>flatMap(file ->
                        verifier.map(present -> new TokenFileIdentity(present, file, ConnectService::isRunning)))
                .orElseGet(NoIdentity::new);
    }

    private PolicySource withinLimits(PolicySource source) {
        PolicySource ordered = new MeasuredPolicySource(new OrderedPolicySource(source));
        Duration limit = config.index().maxStaleness();
        return limit.isZero() ? ordered : new BoundedStaleness(ordered, limit);
    }

    private Index index() {
        Duration timeout = config.index().timeout();
        if (config.index().source() instanceof IndexSource.Files files) {
            return withoutDatabase(new FilePolicySource(files.folder(), timeout));
        }
        if (config.index().source() instanceof IndexSource.Http http) {
            return withoutDatabase(
                    new HttpPolicySource(http.uri(), http.tokenFile().map(TokenFile::new), timeout));
        }
        IndexSource.Jdbc jdbc = (IndexSource.Jdbc) config.index().source();
        Supplier<String> password =
                jdbc.passwordFile().<Supplier<String>>map(PasswordFile::new).orElse(() -> "");
        JdbcPolicySource source = new JdbcPolicySource(jdbc.url(), jdbc.user(), password, timeout);
        return new Index(source, source::connection);
    }

    private static Index withoutDatabase(PolicySource source) {
        return new Index(source, () -> {
            throw new SQLException("Index is no database");
        });
    }

    private List<StatementSink> sinks(ConnectionSource index) {
        List<StatementSink> sinks = new ArrayList<>();
        sinks.add(StatementSinks.decisions(decisions(config.decisions()), index, spool()));
        if (config.lineage().emission() == Emission.ON) {
            config.lineage()
                    .receiver()
                    .map(this::lineage)
                    .map(StatementSinks::openLineage)
                    .ifPresent(sinks::add);
        }
        return sinks;
    }

    private LineageSettings lineage(String uri) {
        return new LineageSettings(
                uri,
                namespace(),
                PrincipalNames.of(config.lineage().principal().name().toLowerCase(Locale.ROOT)),
                config.lineage().tokenFile(),
                spool());
    }

    private Optional<SpoolSettings> spool() {
        return config.lineage()
                .spoolDirectory()
                .map(folder -> new SpoolSettings(folder, config.lineage().spoolMaxBytes()));
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
