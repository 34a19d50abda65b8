package io.paladio.carbon.spark;

import io.paladio.carbon.catalog.FaceCatalog;
import io.paladio.carbon.catalog.FacePerimeter;
import io.paladio.carbon.catalog.RefusingCatalog;
import io.paladio.carbon.error.CarbonCondition;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What must hold around the engine before it may start: no key of an object store in sight, no catalog that reads past the face,
 * no setting that switches a layer off. Refuses with the first fault. Used once.
 */
final class PerimeterCheck {
    private static final Pattern CATALOG = Pattern.compile("spark\\.sql\\.catalog\\.([^.]+)");
    private static final Set<String> GOVERNED = Set.of(FaceCatalog.class.getName(), RefusingCatalog.class.getName());
    private static final Map<String, String> MUST_BE_EMPTY = Map.of(
            "spark.sql.optimizer.excludedRules", "it switches rules of the engine off",
            "spark.sql.adaptive.optimizer.excludedRules", "it switches rules of the engine off",
            "spark.connect.extensions.relation.classes", "plugins of Spark Connect are not governed",
            "spark.connect.extensions.expression.classes", "plugins of Spark Connect are not governed",
            "spark.connect.extensions.command.classes", "plugins of Spark Connect are not governed",
            "spark.connect.authenticate.token", "it reads the same header as the bearer tokens of principals");
    private static final List<String> MUST_BE_FALSE = List.of(
            "spark.sql.analyzer.singlePassResolver.enabled",
            "spark.sql.analyzer.singlePassResolver.enabledTentatively",
            "spark.sql.analyzer.singlePassResolver.dualRunWithLegacy",
            "spark.sql.analyzer.singlePassResolver.returnSinglePassResultInDualRun",
            "spark.connect.grpc.debug.enabled");

    private final Map<String, String> conf;
    private final Map<String, String> hadoop;
    private final Map<String, String> process;

    PerimeterCheck(Map<String, String> conf, Map<String, String> hadoop, Map<String, String> process) {
        this.conf = Map.copyOf(conf);
        this.hadoop = Map.copyOf(hadoop);
        this.process = Map.copyOf(process);
    }

    /** @param ungoverned names of catalogs that the operator allows */
    void requireClosed(Set<String> ungoverned) {
        List<String> findings = FacePerimeter.findings(conf, hadoop, process);
        if (!findings.isEmpty()) {
            throw CarbonCondition.PERIMETER_OPEN
                    .refusal()
                    .object(String.join(", ", findings))
                    .build();
        }
        conf.forEach((key, value) -> requireGovernedCatalog(key, value.strip(), ungoverned));
        MUST_BE_EMPTY.forEach(this::requireEmpty);
        MUST_BE_FALSE.forEach(this::requireFalse);
        requireKnownDefaultCatalog();
    }

    private void requireGovernedCatalog(String key, String className, Set<String> ungoverned) {
        Matcher catalog = CATALOG.matcher(key);
        if (catalog.matches() && !GOVERNED.contains(className) && !ungoverned.contains(catalog.group(1))) {
            throw ConfigReader.invalid(
                    key, "its class is not a governed catalog, and spark.carbon.catalogs.ungoverned doesn't name it");
        }
    }

    private void requireEmpty(String key, String reason) {
        if (!conf.getOrDefault(key, "").isBlank()) {
            throw ConfigReader.invalid(key, reason);
        }
    }

    private void requireFalse(String key) {
        if (!conf.getOrDefault(key, "false").strip().equalsIgnoreCase("false")) {
            throw ConfigReader.invalid(key, "it must not be set: it goes past a layer of the engine");
        }
    }

    private void requireKnownDefaultCatalog() {
        String key = "spark.sql.defaultCatalog";
        String catalog = conf.getOrDefault(key, "spark_catalog");
        if (!catalog.equals("spark_catalog") && !conf.containsKey("spark.sql.catalog." + catalog)) {
            throw ConfigReader.invalid(key, "no catalog of that name is configured");
        }
    }
}
