package io.paladio.carbon.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FacePerimeterTest {
    @Test
    void what_hadoop_ships_as_defaults_is_no_key() {
        Map<String, String> defaults = new HashMap<>();
        new Configuration().forEach(entry -> defaults.put(entry.getKey(), entry.getValue()));
        assertThat(defaults).containsKey("fs.azure.sas.expiry.period");
        assertThat(FacePerimeter.findings(Map.of(), defaults, Map.of())).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "spark.hadoop.fs.s3a.access.key",
                "spark.hadoop.fs.s3a.secret.key",
                "spark.hadoop.fs.s3a.bucket.my.lake.access.key",
                "spark.hadoop.fs.s3a.session.token",
                "spark.hadoop.fs.s3.awsAccessKeyId",
                "spark.hadoop.fs.azure.account.key.x.dfs.core.windows.net",
                "spark.hadoop.fs.gs.auth.service.account.private.key",
                "fs.s3a.secret.key",
                "spark.sql.catalog.carbon.s3.access-key-id",
                "spark.sql.catalog.carbon.s3.secret-access-key",
                "spark.sql.catalog.carbon.credential",
                "spark.sql.catalog.carbon.token",
                "spark.sql.catalog.carbon.hadoop.fs.s3a.access.key",
                "spark.sql.catalog.other.table-default.s3.secret-access-key",
                "spark.executorEnv.AWS_SECRET_ACCESS_KEY",
                "aws.accessKeyId",
                "aws.secretAccessKey"
            })
    void T34_a_key_in_the_configuration_is_named_without_its_value(String key) {
        assertThat(FacePerimeter.findings(Map.of(key, "hunter2"), Map.of(), Map.of()))
                .containsExactly(key);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "fs.s3a.access.key",
                "fs.s3n.awsSecretAccessKey",
                "fs.s3a.bucket.lake.secret.key",
                "hadoop.security.credential.provider.path"
            })
    void T34_so_is_one_in_hadoops_settings(String key) {
        assertThat(FacePerimeter.findings(Map.of(), Map.of(key, "hunter2"), Map.of()))
                .containsExactly(key);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "AWS_ACCESS_KEY_ID",
                "AWS_SECRET_ACCESS_KEY",
                "AWS_SESSION_TOKEN",
                "AWS_WEB_IDENTITY_TOKEN_FILE",
                "GOOGLE_APPLICATION_CREDENTIALS",
                "AZURE_STORAGE_KEY"
            })
    void T34_and_one_in_the_environment(String name) {
        assertThat(FacePerimeter.findings(Map.of(), Map.of(), Map.of(name, "hunter2")))
                .containsExactly(name);
    }

    @Test
    void T34_and_one_among_the_options_of_a_jvm() {
        Map<String, String> conf = Map.of("spark.executor.extraJavaOptions", "-Xmx1g -Daws.secretKey=hunter2");
        assertThat(FacePerimeter.findings(conf, Map.of(), Map.of())).containsExactly("spark.executor.extraJavaOptions");
    }

    @Test
    void several_findings_come_in_a_stable_order() {
        assertThat(FacePerimeter.findings(
                        Map.of("spark.hadoop.fs.s3a.secret.key", "x", "spark.hadoop.fs.s3a.access.key", "x"),
                        Map.of(),
                        Map.of("AWS_ACCESS_KEY_ID", "x")))
                .containsExactly(
                        "AWS_ACCESS_KEY_ID", "spark.hadoop.fs.s3a.access.key", "spark.hadoop.fs.s3a.secret.key");
    }

    @Test
    void what_is_no_key_or_empty_leaves_the_perimeter_closed() {
        assertThat(FacePerimeter.findings(
                        Map.of(
                                "spark.sql.catalog.carbon", FaceCatalog.class.getName(),
                                "spark.sql.catalog.carbon.uri", "http://face/",
                                "spark.sql.catalog.carbon.warehouse", "carbon",
                                "spark.hadoop.fs.s3a.access.key", "",
                                "spark.hadoop.fs.s3a.endpoint", "http://s3/",
                                "spark.driver.extraJavaOptions", "-Daws.region=eu-central-1",
                                "spark.carbon.identity.token-file", "/run/token"),
                        Map.of("fs.s3a.impl", "org.apache.hadoop.fs.s3a.S3AFileSystem"),
                        Map.of("PATH", "/bin", "AWS_REGION", "eu-central-1", "AWS_ACCESS_KEY_ID", "")))
                .isEmpty();
    }
}
