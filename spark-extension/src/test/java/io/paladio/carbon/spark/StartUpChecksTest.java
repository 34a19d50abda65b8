package io.paladio.carbon.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.paladio.carbon.error.CarbonCondition;
import io.paladio.carbon.error.Refusal;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class StartUpChecksTest {
    private static final Map<String, String> SOUND = Map.of(
            "spark.sql.extensions",
            "org.apache.iceberg.spark.extensions.IcebergSparkSessionExtensions, io.paladio.carbon.spark.CarbonSparkExtensions",
            "spark.connect.grpc.interceptor.classes",
            "io.paladio.carbon.spark.connect.PrincipalInterceptor",
            "spark.sql.catalog.carbon",
            "io.paladio.carbon.catalog.FaceCatalog",
            "spark.sql.catalog.carbon.uri",
            "https://face/api/iceberg",
            "spark.sql.defaultCatalog",
            "carbon");

    private static void check(Map<String, String> conf, Set<String> ungoverned) {
        ActivationCheck activation = new ActivationCheck(conf);
        activation.requireSparkVersion("4.1.2");
        activation.requireComplete(true);
        new PerimeterCheck(conf, Map.of(), Map.of()).requireClosed(ungoverned);
    }

    private static Map<String, String> with(String key, String value) {
        Map<String, String> conf = new HashMap<>(SOUND);
        conf.put(key, value);
        return conf;
    }

    @Test
    void a_sound_configuration_passes() {
        assertThatCode(() -> check(SOUND, Set.of())).doesNotThrowAnyException();
        assertThatCode(() -> check(with("spark.sql.catalog.lake", "org.example.Lake"), Set.of("lake")))
                .doesNotThrowAnyException();
        assertThatCode(() -> check(with("spark.sql.analyzer.singlePassResolver.enabled", "false"), Set.of()))
                .doesNotThrowAnyException();
    }

    /** T3, T4, T31, T34 */
    @ParameterizedTest(name = "{0}={1}")
    @MethodSource("faults")
    void a_fault_stops_the_start(String key, String value, CarbonCondition condition) {
        assertThatThrownBy(() -> check(with(key, value), Set.of("lake")))
                .isInstanceOfSatisfying(
                        Refusal.class,
                        refusal -> assertThat(refusal.condition()).isEqualTo(condition));
    }

    static Stream<Arguments> faults() {
        CarbonCondition invalid = CarbonCondition.CONFIG_INVALID;
        return Stream.of(
                arguments("spark.sql.extensions", "io.paladio.carbon.spark.CarbonSparkExtensions", invalid),
                arguments(
                        "spark.sql.extensions",
                        "org.apache.iceberg.spark.extensions.IcebergSparkSessionExtensions",
                        invalid),
                arguments("spark.sql.extensions", "", invalid),
                arguments("spark.connect.grpc.interceptor.classes", "org.example.Other", invalid),
                arguments("spark.sql.catalog.evil", "org.apache.iceberg.spark.SparkCatalog", invalid),
                arguments("spark.sql.catalog.spark_catalog", "org.apache.iceberg.spark.SparkSessionCatalog", invalid),
                arguments("spark.sql.catalog.Lake", "org.example.Lake", invalid),
                arguments("spark.sql.defaultCatalog", "missing", invalid),
                arguments("spark.sql.optimizer.excludedRules", "org.example.Rule", invalid),
                arguments("spark.sql.adaptive.optimizer.excludedRules", "org.example.Rule", invalid),
                arguments("spark.sql.analyzer.singlePassResolver.enabled", "true", invalid),
                arguments("spark.sql.analyzer.singlePassResolver.enabledTentatively", "TRUE", invalid),
                arguments("spark.sql.analyzer.singlePassResolver.dualRunWithLegacy", " true", invalid),
                arguments("spark.connect.extensions.relation.classes", "org.example.Plugin", invalid),
                arguments("spark.connect.authenticate.token", "shared", invalid),
                arguments("spark.connect.grpc.debug.enabled", "true", invalid),
                arguments("spark.hadoop.fs.s3a.access.key", "AKIA", CarbonCondition.PERIMETER_OPEN),
                arguments("spark.sql.catalog.carbon.s3.secret-access-key", "x", CarbonCondition.PERIMETER_OPEN));
    }

    @Test
    void what_hadoop_ships_as_defaults_opens_nothing() {
        Map<String, String> defaults = new HashMap<>();
        new Configuration().forEach(entry -> defaults.put(entry.getKey(), entry.getValue()));

        assertThatCode(() -> new PerimeterCheck(SOUND, defaults, Map.of()).requireClosed(Set.of()))
                .doesNotThrowAnyException();
        defaults.put("fs.azure.sas.container.account.blob.core.windows.net", "sig");
        assertThatThrownBy(() -> new PerimeterCheck(SOUND, defaults, Map.of()).requireClosed(Set.of()))
                .hasMessageContaining("CARBON_PERIMETER_OPEN");
    }

    @Test
    void another_spark_is_refused() {
        for (String version : new String[] {"4.0.1", "4.2.0", "4.1.2-SNAPSHOT", ""}) {
            assertThatThrownBy(() -> new ActivationCheck(SOUND).requireSparkVersion(version))
                    .hasMessageContaining("CARBON_CONFIG_INVALID");
        }
    }
}
