package io.paladio.carbon.spark.identity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.paladio.carbon.catalog.SparkRefusal;
import io.paladio.carbon.error.CarbonCondition;
import io.paladio.carbon.spark.CarbonConfig.VerificationKeys;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Date;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TokenFileIdentityTest {
    private static final TestIssuer ISSUER = new TestIssuer("file");

    @TempDir
    Path folder;

    private Path file;
    private TokenVerifier verifier;

    @BeforeEach
    void keys() {
        file = folder.resolve("token");
        verifier = new TokenVerifier(
                TestIssuer.identity(new VerificationKeys.Local(ISSUER.writeKeys(folder.resolve("keys.json")))));
    }

    @Test
    void the_file_names_the_principal_and_is_read_again_before_its_token_expires() throws IOException {
        Files.writeString(file, expiringIn(30) + "\n");
        TokenFileIdentity identity = new TokenFileIdentity(verifier, file, () -> false);
        assertThat(identity.require().caller().name()).isEqualTo("etl");

        String fresh = ISSUER.token("etl");
        Files.writeString(file, fresh);
        assertThat(identity.require().token()).isEqualTo(fresh);

        Files.writeString(file, "no longer a token");
        assertThat(identity.require().token()).isEqualTo(fresh);
    }

    @Test
    void the_principal_of_an_application_never_changes() throws IOException {
        Files.writeString(file, expiringIn(30));
        TokenFileIdentity identity = new TokenFileIdentity(verifier, file, () -> false);
        identity.require();

        Files.writeString(file, ISSUER.token("admin"));
        assertRefused(identity::require, CarbonCondition.IDENTITY_INVALID);
    }

    @Test
    void an_expired_token_or_no_file_is_refused() throws IOException {
        TokenFileIdentity identity = new TokenFileIdentity(verifier, file, () -> false);
        assertRefused(identity::require, CarbonCondition.IDENTITY_REQUIRED);

        Files.writeString(file, expiringIn(-120));
        assertRefused(identity::require, CarbonCondition.IDENTITY_INVALID);
    }

    @Test
    void nobody_becomes_the_files_principal_where_connect_serves_strangers() throws IOException {
        Files.writeString(file, ISSUER.token("etl"));
        assertRefused(new TokenFileIdentity(verifier, file, () -> true)::require, CarbonCondition.IDENTITY_REQUIRED);
    }

    private static String expiringIn(int seconds) {
        return ISSUER.token(
                "etl", claims -> claims.expirationTime(Date.from(Instant.now().plusSeconds(seconds))));
    }

    private static void assertRefused(ThrowingCallable call, CarbonCondition condition) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        SparkRefusal.class,
                        refusal -> assertThat(refusal.carbonCondition()).isEqualTo(condition));
    }
}
