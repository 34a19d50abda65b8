package io.paladio.carbon.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class FaceFileIoTest {
    @Test
    void T34_what_the_face_vends_passes_and_what_is_not_on_the_list_stays_behind() {
        assertThat(FaceFileIo.passed(Map.of(
                        "s3.access-key-id", "k",
                        "s3.secret-access-key", "s",
                        "s3.session-token", "t",
                        "s3.endpoint", "http://s3/",
                        "token", "bearer",
                        "credential", "c",
                        "header.Authorization", "x",
                        "s3.client-factory-impl", "x.Y",
                        "client.credentials-provider", "x.Y",
                        "s3.remote-signing-enabled", "true")))
                .containsEntry("s3.access-key-id", "k")
                .containsEntry("s3.session-token", "t")
                .containsEntry("s3.endpoint", "http://s3/")
                .containsEntry("s3.remote-signing-enabled", "false")
                .doesNotContainKeys(
                        "token",
                        "credential",
                        "header.Authorization",
                        "s3.client-factory-impl",
                        "client.credentials-provider");
    }

    @Test
    void T34_without_vended_keys_the_machines_own_are_not_looked_for() {
        assertThat(FaceFileIo.passed(Map.of()))
                .containsEntry("s3.access-key-id", "not-vended")
                .containsEntry("s3.secret-access-key", "not-vended");
    }

    @Test
    void executors_renew_with_the_tables_own_token_only_where_the_face_offers_renewal() {
        assertThat(FaceFileIo.passed(Map.of(
                        "client.refresh-credentials-endpoint", "v1/w/namespaces/s/tables/t/credentials",
                        "uri", "http://face/",
                        "token", "of-the-table")))
                .containsEntry("token", "of-the-table")
                .containsEntry("rest.auth.type", "oauth2")
                .containsEntry("token-refresh-enabled", "false");
        assertThat(FaceFileIo.passed(Map.of("client.refresh-credentials-endpoint", "x", "uri", "http://face/")))
                .containsEntry("rest.auth.type", "none")
                .doesNotContainKey("token");
    }
}
