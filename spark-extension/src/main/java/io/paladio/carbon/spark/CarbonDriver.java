package io.paladio.carbon.spark;

import io.paladio.carbon.catalog.IcebergRestrictions;
import io.paladio.carbon.catalog.RefusingCatalog;
import io.paladio.carbon.catalog.SparkRefusal;
import io.paladio.carbon.error.Refusal;
import io.paladio.carbon.spark.catalyst.EndedStatements;
import io.paladio.carbon.spark.catalyst.WaitingThreads;
import io.paladio.carbon.spark.health.HealthServer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.spark.SparkConf;
import org.apache.spark.SparkContext;
import org.apache.spark.api.plugin.DriverPlugin;
import org.apache.spark.api.plugin.PluginContext;
import org.apache.spark.sql.internal.SQLConf;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The start and the end of the engine in an application's driver. Called by Spark from one thread. */
final class CarbonDriver implements DriverPlugin {
    private static final Logger LOG = LoggerFactory.getLogger(CarbonDriver.class);
    private static final String BINDING_ADDRESS = "spark.connect.grpc.binding.address";
    private static final Set<String> LOOPBACK = Set.of("127.0.0.1", "localhost", "::1", "[::1]");

    /** What Spark must not do behind our back, whatever its defaults are. */
    private static final Map<String, String> PINNED = Map.of(
            // A plan that was resolved under an earlier answer of Index is not resolved again.
            "spark.connect.session.planCache.maxSize", "0",
            // A task without memory or stack fails its statement. By default Spark ends the executor with it: on a
            // local master the server.
            "spark.executor.killOnFatalError.depth", "0",
            // A compressed plan can't be inspected.
            "spark.connect.session.planCompression.threshold", "-1",
            "spark.connect.session.planCompression.defaultAlgorithm", "NONE",
            // Larger local data would come as an artifact, and artifacts are refused.
            "spark.sql.session.localRelationCacheThreshold", "67108864",
            "spark.sql.runSQLOnFiles", "false",
            // ${env:…}, ${system:…} and ${spark.…} in a statement would read what no client may read.
            "spark.sql.variable.substitute", "false",
            "spark.sql.optimizer.runtime.rowLevelOperationGroupFilter.enabled", "false");

    private static final List<String> FROZEN = List.of(
            "spark.sql.optimizer.excludedRules",
            "spark.sql.adaptive.optimizer.excludedRules",
            "spark.sql.analyzer.singlePassResolver.enabled",
            "spark.sql.analyzer.singlePassResolver.enabledTentatively",
            "spark.sql.analyzer.singlePassResolver.dualRunWithLegacy",
            "spark.sql.runSQLOnFiles",
            "spark.sql.variable.substitute",
            "spark.sql.extendedExplainProviders");

    private static final Map<String, String> REFUSING = Map.of(
            "spark.sql.catalog.default_iceberg", RefusingCatalog.class.getName(),
            "spark.sql.catalog.default_rewrite_catalog", RefusingCatalog.class.getName());

    private Optional<HealthServer> health = Optional.empty();

    @Override
    public Map<String, String> init(SparkContext context, PluginContext plugin) {
        try {
            start(context);
            return Map.of();
        } catch (Refusal refusal) {
            throw failed(SparkRefusal.of(refusal));
        } catch (SparkRefusal refusal) {
            throw failed(refusal);
        }
    }

    @Override
    public void shutdown() {
        health.ifPresent(HealthServer::close);
        CarbonRuntime.running().ifPresent(runtime -> {
            CarbonRuntime.stop();
            runtime.statements().close();
            runtime.policies().close();
        });
    }

    private void start(SparkContext context) {
        Map<String, String> conf = entries(context.getConf());
        ActivationCheck activation = new ActivationCheck(conf);
        activation.requireSparkVersion(context.version());
        CarbonConfig config = CarbonConfig.of(conf);
        boolean connect = activation.isConnectServer();
        activation.requireComplete(connect);
        IcebergRestrictions.requireUnknownToIceberg();
        new PerimeterCheck(conf, hadoop(context), process()).requireClosed(config.ungovernedCatalogs());
        pin(context.conf());
        EndedStatements.forget(context);
        WaitingThreads.provide();
        CarbonRuntime runtime = new RuntimeFactory(config, conf).create(context, connect);
        CarbonRuntime.start(runtime);
        health = config.healthPort()
                .map(port -> HealthServer.start(
                        port, config, context.version(), runtime.policies()::faults, runtime.statements()::evidence));
        warnAboutBinding(conf, connect);
        LOG.info(
                "Carbon Spark governs this application; Index is read from {}",
                config.index().source().kind());
    }

    private static void pin(SparkConf conf) {
        PINNED.forEach((key, value) -> conf.set(key, value));
        REFUSING.forEach((key, value) -> conf.set(key, value));
        FROZEN.forEach(SQLConf::registerStaticConfigKey);
    }

    /** One line for whoever started the engine, before Spark repeats it at length; where it was thrown says nothing more. */
    private SparkRefusal failed(SparkRefusal refusal) {
        shutdown();
        return StartUpFault.told(refusal);
    }

    private static void warnAboutBinding(Map<String, String> conf, boolean connect) {
        if (connect && !LOOPBACK.contains(conf.getOrDefault(BINDING_ADDRESS, ""))) {
            LOG.warn(
                    "{} is not a loopback address: Spark Connect has no TLS, so bearer tokens cross the network in the"
                            + " clear unless a TLS terminator stands before it",
                    BINDING_ADDRESS);
        }
    }

    private static Map<String, String> entries(SparkConf conf) {
        Map<String, String> entries = new HashMap<>();
        for (scala.Tuple2<String, String> entry : conf.getAll()) {
            entries.put(entry._1(), entry._2());
        }
        return entries;
    }

    private static Map<String, String> process() {
        Map<String, String> entries = new HashMap<>(System.getenv());
        System.getProperties().stringPropertyNames().forEach(name -> entries.put(name, System.getProperty(name, "")));
        return entries;
    }

    private static Map<String, String> hadoop(SparkContext context) {
        Map<String, String> entries = new HashMap<>();
        context.hadoopConfiguration().forEach(entry -> entries.put(entry.getKey(), String.valueOf(entry.getValue())));
        return entries;
    }
}
