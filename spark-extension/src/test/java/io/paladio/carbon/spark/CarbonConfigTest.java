package io.paladio.carbon.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.paladio.carbon.error.CarbonCondition;
import io.paladio.carbon.error.Refusal;
import io.paladio.carbon.spark.CarbonConfig.CodeAllowance;
import io.paladio.carbon.spark.CarbonConfig.DecisionSink;
import io.paladio.carbon.spark.CarbonConfig.Emission;
import io.paladio.carbon.spark.CarbonConfig.IndexSource;
import io.paladio.carbon.spark.CarbonConfig.PrincipalForm;
import io.paladio.carbon.spark.CarbonConfig.RestrictedWrites;
import io.paladio.carbon.spark.CarbonConfig.VerificationKeys;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class CarbonConfigTest {
    private static final Map<String, String> LEAST =
            Map.of("index.source", "file", "index.file.path", "/index", "decisions.sink", "none");

    private static CarbonConfig read(Map<String, String> base, String... changes) {
        return read(Map.of(), base, changes);
    }

    private static CarbonConfig read(Map<String, String> environment, Map<String, String> base, String... changes) {
        Map<String, String> conf = new HashMap<>(Map.of("spark.master", "local"));
        base.forEach((key, value) -> conf.put("spark.carbon." + key, value));
        for (int index = 0; index < changes.length; index += 2) {
            conf.put("spark.carbon." + changes[index], changes[index + 1]);
        }
        return new ConfigReader(conf, environment).read();
    }

    @Test
    void the_least_configuration_takes_every_default() {
        CarbonConfig config = read(LEAST);

        assertThat(config.index().source()).isEqualTo(new IndexSource.Files(Path.of("/index")));
        assertThat(config.index().timeout()).isEqualTo(Duration.ofSeconds(2));
        assertThat(config.index().maxStaleness()).isZero();
        assertThat(config.identity()).isEmpty();
        assertThat(config.face().tokenExchange()).isEmpty();
        assertThat(config.maskKeysFile()).isEmpty();
        assertThat(config.ungovernedCatalogs()).isEmpty();
        assertThat(config.code()).isEqualTo(CodeAllowance.NONE);
        assertThat(config.restrictedWrites()).isEqualTo(RestrictedWrites.REJECT);
        assertThat(config.lineage().emission()).isEqualTo(Emission.ON);
        assertThat(config.lineage().principal()).isEqualTo(PrincipalForm.PLAIN);
        assertThat(config.lineage().spoolMaxBytes()).isEqualTo(256L << 20);
        assertThat(config.decisions()).isEqualTo(new DecisionSink.Nowhere());
        assertThat(config.healthPort()).isEmpty();
    }

    @Test
    void every_key_is_read_into_its_type() {
        CarbonConfig config = read(
                Map.of(),
                "index.source",
                "jdbc",
                "index.jdbc.url",
                "jdbc:postgresql://localhost/index",
                "index.jdbc.user",
                "carbon_engine",
                "index.jdbc.password-file",
                "/run/secrets/index",
                "index.timeout",
                "500ms",
                "index.max-staleness",
                "5m",
                "identity.issuer",
                "https://issuer",
                "identity.audience",
                "carbon",
                "identity.jwks-uri",
                "https://issuer/keys",
                "identity.principal-claim",
                "email",
                "identity.delegates",
                "door, runner,",
                "identity.token-file",
                "/run/token",
                "face.token-exchange-uri",
                "https://face/token",
                "mask.keys-file",
                "/run/secrets/mask-keys.json",
                "catalogs.ungoverned",
                "scratch",
                "code.allow",
                "python",
                "dml.restricted",
                "check",
                "lineage.enabled",
                "false",
                "lineage.principal",
                "hmac",
                "lineage.uri",
                "file:/var/lineage.jsonl",
                "lineage.spool-max-bytes",
                "1g",
                "health.port",
                "8081");

        assertThat(config.index().source())
                .isEqualTo(new IndexSource.Jdbc(
                        "jdbc:postgresql://localhost/index",
                        "carbon_engine",
                        Optional.of(Path.of("/run/secrets/index"))));
        assertThat(config.index().timeout()).isEqualTo(Duration.ofMillis(500));
        assertThat(config.index().maxStaleness()).isEqualTo(Duration.ofMinutes(5));
        CarbonConfig.Identity identity = config.identity().orElseThrow();
        assertThat(identity.keys()).isInstanceOf(VerificationKeys.Remote.class);
        assertThat(identity.principalClaim()).isEqualTo("email");
        assertThat(identity.delegates()).containsExactlyInAnyOrder("door", "runner");
        assertThat(config.maskKeysFile()).contains(Path.of("/run/secrets/mask-keys.json"));
        assertThat(config.ungovernedCatalogs()).containsExactly("scratch");
        assertThat(config.code()).isEqualTo(CodeAllowance.PYTHON);
        assertThat(config.restrictedWrites()).isEqualTo(RestrictedWrites.CHECK);
        assertThat(config.lineage().emission()).isEqualTo(Emission.OFF);
        assertThat(config.lineage().receiver()).contains("file:/var/lineage.jsonl");
        assertThat(config.lineage().spoolMaxBytes()).isEqualTo(1L << 30);
        assertThat(config.decisions()).isEqualTo(new DecisionSink.ToIndex());
        assertThat(config.healthPort()).contains(8081);
    }

    @Test
    void the_password_file_may_come_from_the_environment() {
        CarbonConfig config = read(
                Map.of("CARBON_INDEX_PASSWORD_FILE", "/env/secret"),
                Map.of("index.source", "jdbc", "index.jdbc.url", "jdbc:x", "index.jdbc.user", "u"));

        assertThat(((IndexSource.Jdbc) config.index().source()).passwordFile()).contains(Path.of("/env/secret"));
    }

    @Test
    void index_may_be_behind_http() {
        CarbonConfig config = read(
                Map.of(),
                Map.of(
                        "index.source", "http",
                        "index.http.uri", "https://index.internal/base",
                        "index.http.token-file", "/run/secrets/index-token",
                        "decisions.sink", "none"));

        assertThat(config.index().source())
                .isEqualTo(new IndexSource.Http(
                        URI.create("https://index.internal/base"), Optional.of(Path.of("/run/secrets/index-token"))));
    }

    @ParameterizedTest(name = "{0}={1}")
    @MethodSource("faults")
    void a_fault_names_its_key_and_never_the_value(String key, String value, String expected) {
        assertThatThrownBy(() -> read(LEAST, key, value)).isInstanceOfSatisfying(Refusal.class, refusal -> {
            assertThat(refusal.condition()).isEqualTo(CarbonCondition.CONFIG_INVALID);
            assertThat(refusal.getMessage()).contains(expected);
            assertThat(refusal.getMessage()).doesNotContain("s3cret");
            assertThat(refusal.getMessage().lines()).hasSize(1);
        });
    }

    static Stream<Arguments> faults() {
        return Stream.of(
                arguments("index.sorce", "file", "did you mean spark.carbon.index.source?"),
                arguments("identity.jwks.file", "x", "did you mean spark.carbon.identity.jwks-file?"),
                arguments("index.jdbc.password", "s3cret", "did you mean spark.carbon.index.jdbc.password-file?"),
                arguments(
                        "session.handle",
                        "x",
                        "there is no such key; all keys begin with spark.carbon. and one of index, identity, face, mask,"),
                arguments("nosuch", "x", "lineage, decisions, health."),
                arguments("", "x", "there is no such key"),
                arguments("index.http", "x", "did you mean spark.carbon.index.http.uri or spark.carbon.index."),
                arguments("index.source", "", "spark.carbon.index.source"),
                arguments("index.source", "redis", "none of jdbc, http, file"),
                arguments("index.source", "http", "index.source is http"),
                arguments("index.source", "jdbc", "spark.carbon.index.jdbc.url"),
                arguments("index.file.path", " ", "spark.carbon.index.file.path"),
                arguments("index.timeout", "fast", "spark.carbon.index.timeout"),
                arguments("index.timeout", "0s", "longer than nothing"),
                arguments("index.timeout", "-2s", "spark.carbon.index.timeout"),
                arguments("index.max-staleness", "1 hour", "spark.carbon.index.max-staleness"),
                arguments("identity.issuer", "https://issuer", "spark.carbon.identity.audience"),
                arguments("identity.token-file", "/token", "spark.carbon.identity.issuer"),
                arguments("face.token-exchange-uri", "s3cret", "spark.carbon.face.token-exchange-uri"),
                arguments("face.token-exchange-uri", "ftp://face", "http or https"),
                arguments("code.allow", "scala", "none of none, python"),
                arguments("dml.restricted", "allow", "none of reject, check"),
                arguments("lineage.enabled", "yes", "neither true nor false"),
                arguments("lineage.principal", "raw", "none of plain, hmac"),
                arguments("lineage.spool-max-bytes", "lots", "spark.carbon.lineage.spool-max-bytes"),
                arguments("decisions.sink", "kafka", "none of index, file:<path>, none"),
                arguments("decisions.sink", "file:", "none of index, file:<path>, none"),
                arguments("decisions.sink", "index", "needs index.source=jdbc"),
                arguments("health.port", "auto", "spark.carbon.health.port"),
                arguments("health.port", "70000", "spark.carbon.health.port"));
    }

    @Test
    void exactly_one_place_of_keys_is_accepted() {
        for (String[] keys : new String[][] {
            {"identity.issuer", "i", "identity.audience", "a"},
            {
                "identity.issuer",
                "i",
                "identity.audience",
                "a",
                "identity.jwks-file",
                "/k",
                "identity.jwks-uri",
                "http://k"
            }
        }) {
            assertThatThrownBy(() -> read(LEAST, keys)).hasMessageContaining("set exactly one of it and");
        }
    }
}
