package io.paladio.carbon.catalog;

import static io.paladio.carbon.catalog.RefusalAssertions.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import io.paladio.carbon.error.CarbonCondition;
import java.net.URI;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FaceOptionsTest {
    private static final String OWN = "spark.sql.catalog.carbon";

    @Test
    void the_warehouse_is_the_catalogs_name_unless_it_says_otherwise() {
        assertThat(FaceOptions.of("carbon", with()).warehouse()).isEqualTo("carbon");
        assertThat(FaceOptions.of("carbon", with(OWN + ".warehouse", "prod")).warehouse())
                .isEqualTo("prod");
    }

    @Test
    void what_is_pinned_may_be_repeated_and_storage_defaults_set() {
        FaceOptions options = FaceOptions.of(
                "carbon",
                with(
                        OWN + ".type", "rest",
                        OWN + ".cache-enabled", "false",
                        OWN + ".s3.endpoint", "http://127.0.0.1:9000",
                        OWN + ".client.region", "auto"));
        assertThat(options.uri()).isEqualTo(URI.create("https://face/api/iceberg"));
        assertThat(options.storage())
                .isEqualTo(Map.of("s3.endpoint", "http://127.0.0.1:9000", "client.region", "auto"));
        assertThat(options.tokenExchange()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "type, hive",
        "cache-enabled, true",
        "io-impl, org.apache.iceberg.hadoop.HadoopFileIO",
        "catalog-impl, x.Y",
        "rest.auth.type, oauth2",
        "oauth2-server-uri, http://elsewhere/",
        "header.X-Other, 1",
        "metrics-reporter-impl, x.Y",
        "table-default.write.data.path, s3://x",
        "uri, ''",
        "uri, not a uri",
        "uri, file:///etc",
        "uri, http://user:pw@face/"
    })
    void any_other_option_fails(String option, String value) {
        SparkRefusal refusal = assertRefused(
                CarbonCondition.CONFIG_INVALID, () -> FaceOptions.of("carbon", with(OWN + "." + option, value)));
        assertThat(refusal.getMessage()).doesNotContain("user:pw");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "s3.access-key-id",
                "s3.secret-access-key",
                "s3.session-token",
                "credential",
                "token",
                "adls.sas-token.x",
                "rest.auth.basic.password"
            })
    void T34_a_key_or_token_opens_the_perimeter(String option) {
        SparkRefusal refusal = assertRefused(
                CarbonCondition.PERIMETER_OPEN, () -> FaceOptions.of("carbon", with(OWN + "." + option, "hunter2")));
        assertThat(refusal.getMessage()).contains(option).doesNotContain("hunter2");
    }

    @Test
    void T5_a_catalog_of_the_session_or_of_another_class_is_refused() {
        assertRefused(CarbonCondition.CONFIG_PROTECTED, () -> FaceOptions.of("evil", with()));
        assertRefused(CarbonCondition.CONFIG_PROTECTED, () -> FaceOptions.of("carbon", with(OWN, "org.example.Other")));
    }

    @Test
    void a_token_exchange_needs_both_of_its_settings() {
        assertThat(FaceOptions.of(
                                "carbon",
                                with(
                                        FaceOptions.EXCHANGE_URI, "https://sts/token",
                                        FaceOptions.ENGINE_TOKEN_FILE, "/run/engine.jwt"))
                        .tokenExchange())
                .contains(new FaceOptions.TokenExchangeOptions(
                        URI.create("https://sts/token"), Path.of("/run/engine.jwt")));
        assertRefused(
                CarbonCondition.CONFIG_INVALID,
                () -> FaceOptions.of("carbon", with(FaceOptions.EXCHANGE_URI, "https://sts/token")));
    }

    private static Map<String, String> with(String... settings) {
        Map<String, String> configuration = new HashMap<>();
        configuration.put(OWN, FaceCatalog.class.getName());
        configuration.put(OWN + ".uri", "https://face/api/iceberg");
        configuration.put("spark.sql.catalog.carbon_too.token", "of another catalog");
        for (int i = 0; i < settings.length; i += 2) {
            configuration.put(settings[i], settings[i + 1]);
        }
        return configuration;
    }
}
