package io.paladio.carbon.spark.identity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.MACSigner;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.PlainJWT;
import com.sun.net.httpserver.HttpServer;
import io.paladio.carbon.error.CarbonCondition;
import io.paladio.carbon.error.Refusal;
import io.paladio.carbon.spark.CarbonConfig.VerificationKeys;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.security.interfaces.RSAPublicKey;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Base64;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class TokenVerifierTest {
    private static final TestIssuer ISSUER = new TestIssuer("one");
    private static final String UNREAD = "the issuer's keys could not be read";
    private static final TestIssuer STRANGER = new TestIssuer("one");

    @TempDir
    static Path folder;

    private static TokenVerifier verifier() {
        return new TokenVerifier(
                TestIssuer.identity(new VerificationKeys.Local(ISSUER.writeKeys(folder.resolve("keys.json")))));
    }

    private static TokenVerifier verifierAt(Instant now) {
        return new TokenVerifier(
                TestIssuer.identity(new VerificationKeys.Local(ISSUER.writeKeys(folder.resolve("keys.json")))),
                Clock.fixed(now, ZoneOffset.UTC));
    }

    @Test
    void rs256_and_es256_name_the_caller() {
        JWTClaimsSet claims = TestIssuer.claims("alice")
                .claim("region", "EU")
                .claim("level", 3)
                .build();

        for (String token : List.of(ISSUER.rs256(claims), ISSUER.es256(claims))) {
            VerifiedCaller caller = verifier().verify(token);
            assertThat(caller.caller().name()).isEqualTo("alice");
            assertThat(caller.caller().actor()).isEmpty();
            assertThat(caller.caller().attributes()).isEqualTo(Map.of("region", "EU"));
            assertThat(caller.token()).isEqualTo(token);
            assertThat(caller.toString()).doesNotContain(token);
        }
    }

    @Test
    void a_delegate_acts_as_the_subject_and_is_kept_as_actor() {
        String token = ISSUER.token("bob", claims -> claims.claim("act", Map.of("sub", TestIssuer.DELEGATE)));

        assertThat(verifier().verify(token).caller().actor()).contains(TestIssuer.DELEGATE);
        assertThat(verifier().verify(token).caller().name()).isEqualTo("bob");
    }

    @Test
    void an_access_token_by_its_own_type_is_read_too() {
        String token = TestIssuer.signed(
                new JWSHeader.Builder(JWSAlgorithm.RS256)
                        .type(new JOSEObjectType("at+jwt"))
                        .keyID("one-rsa")
                        .build(),
                TestIssuer.claims("alice").build(),
                ISSUER.rsaSigner());

        assertThat(verifier().verify(token).caller().name()).isEqualTo("alice");
    }

    /** T37 */
    @ParameterizedTest(name = "{0}")
    @MethodSource("faults")
    void T37_a_faulty_token_is_refused_with_its_reason(String fault, String token, String reason) {
        assertThatThrownBy(() -> verifier().verify(token)).isInstanceOfSatisfying(Refusal.class, refusal -> {
            assertThat(refusal.condition()).isEqualTo(CarbonCondition.IDENTITY_INVALID);
            assertThat(refusal.getMessage()).contains(reason).endsWith("SQLSTATE: 28000");
            assertThat(refusal.getMessage())
                    .doesNotContain("alice")
                    .doesNotContain("mallory")
                    .doesNotContain("evil");
            assertThat(refusal.getCause()).isNull();
        });
    }

    static Stream<Arguments> faults() throws JOSEException {
        return Stream.of(
                arguments("empty", "", "not a signed JWT"),
                arguments("not a token", "mallory", "not a signed JWT"),
                arguments("three empty parts", "..", "not a signed JWT"),
                arguments("alg none", new PlainJWT(TestIssuer.claims("alice").build()).serialize(), "not a signed JWT"),
                arguments("HS256 with the public key as secret", confused(), "not signed with RS256 or ES256"),
                arguments("RS512", withAlgorithm(JWSAlgorithm.RS512), "not signed with RS256 or ES256"),
                arguments("PS256", withAlgorithm(JWSAlgorithm.PS256), "not signed with RS256 or ES256"),
                arguments("a stranger's key under the same id", STRANGER.token("alice"), "signature"),
                arguments(
                        "an unknown key id",
                        new TestIssuer("other").token("alice"),
                        "signed by a key that the issuer does not have"),
                arguments("claims changed after signing", forged(), "signature"),
                arguments("another kind of token", ofType("dpop+jwt"), "signature"),
                arguments("another issuer", ISSUER.token("alice", c -> c.issuer("https://evil")), "another issuer"),
                arguments("no issuer", ISSUER.token("alice", c -> c.issuer(null)), "another issuer"),
                arguments("another audience", ISSUER.token("alice", c -> c.audience("evil")), "another audience"),
                arguments("no audience", ISSUER.token("alice", c -> c.audience((String) null)), "another audience"),
                arguments("expired", ISSUER.token("alice", c -> c.expirationTime(in(-61))), "expired"),
                arguments("no expiry", ISSUER.token("alice", c -> c.expirationTime(null)), "does not say when"),
                arguments("not yet valid", ISSUER.token("alice", c -> c.notBeforeTime(in(90))), "not valid yet"),
                arguments("no subject", ISSUER.token(null), "names no principal"),
                arguments("empty subject", ISSUER.token(""), "names no principal"),
                arguments("blank subject", ISSUER.token("  "), "names no principal"),
                arguments("padded subject", ISSUER.token("alice "), "names no principal"),
                arguments("control character", ISSUER.token("ali\u0000ce"), "names no principal"),
                arguments("invisible character", ISSUER.token("ali\u200Bce"), "names no principal"),
                arguments("line break", ISSUER.token("ali\nce"), "names no principal"),
                arguments("endless name", ISSUER.token("a".repeat(257)), "names no principal"),
                arguments(
                        "foreign actor", ISSUER.token("alice", c -> c.claim("act", Map.of("sub", "evil"))), "delegate"),
                arguments("actor without name", ISSUER.token("alice", c -> c.claim("act", Map.of())), "delegate"),
                arguments("actor as text", ISSUER.token("alice", c -> c.claim("act", TestIssuer.DELEGATE)), "delegate"),
                arguments("too long", ISSUER.token("alice", c -> c.claim("x", "y".repeat(17_000))), "too long"));
    }

    private static Date in(int seconds) {
        return Date.from(Instant.now().plusSeconds(seconds));
    }

    private static String withAlgorithm(JWSAlgorithm algorithm) {
        return TestIssuer.signed(
                new JWSHeader.Builder(algorithm).keyID("one-rsa").build(),
                TestIssuer.claims("alice").build(),
                ISSUER.rsaSigner());
    }

    private static String ofType(String type) {
        return TestIssuer.signed(
                new JWSHeader.Builder(JWSAlgorithm.RS256)
                        .type(new JOSEObjectType(type))
                        .keyID("one-rsa")
                        .build(),
                TestIssuer.claims("alice").build(),
                ISSUER.rsaSigner());
    }

    private static String confused() throws JOSEException {
        RSAPublicKey known = ISSUER.rsa().toRSAPublicKey();
        return TestIssuer.signed(
                new JWSHeader.Builder(JWSAlgorithm.HS256).keyID("one-rsa").build(),
                TestIssuer.claims("alice").build(),
                new MACSigner(known.getEncoded()));
    }

    private static String forged() {
        String[] parts = ISSUER.token("bob").split("\\.");
        String claims = new String(Base64.getUrlDecoder().decode(parts[1]), StandardCharsets.UTF_8);
        parts[1] = Base64.getUrlEncoder()
                .withoutPadding()
                .encodeToString(claims.replace("bob", "alice").getBytes(StandardCharsets.UTF_8));
        return String.join(".", parts);
    }

    @Test
    void clocks_may_differ_by_a_minute_and_no_more() {
        Instant expires = Instant.parse("2026-11-29T12:00:00Z");
        String token = ISSUER.token(
                "alice",
                claims ->
                        claims.expirationTime(Date.from(expires)).notBeforeTime(Date.from(expires.minusSeconds(300))));

        assertThat(verifierAt(expires.plusSeconds(59)).verify(token).expires()).isEqualTo(expires);
        assertThat(verifierAt(expires.minusSeconds(360)).verify(token).expires())
                .isEqualTo(expires);
        assertRefused(() -> verifierAt(expires.plusSeconds(60)).verify(token));
        assertRefused(() -> verifierAt(expires.minusSeconds(361)).verify(token));
    }

    @Test
    void keys_in_a_file_rotate_and_an_unreadable_file_leaves_none() throws IOException {
        Path file = ISSUER.writeKeys(folder.resolve("rotating.json"));
        TokenVerifier verifier = new TokenVerifier(TestIssuer.identity(new VerificationKeys.Local(file)));
        assertThat(verifier.verify(ISSUER.token("alice")).caller().name()).isEqualTo("alice");

        FileTime modified = Files.getLastModifiedTime(file);
        TestIssuer next = new TestIssuer("two");
        next.writeKeys(file);
        Files.setLastModifiedTime(file, modified);
        assertThat(verifier.verify(next.token("alice")).caller().name()).isEqualTo("alice");
        assertRefused(() -> verifier.verify(ISSUER.token("alice")));

        Files.writeString(file, "{\"keys\": [");
        assertRefused(() -> verifier.verify(next.token("alice")));
        Files.delete(file);
        assertRefused(() -> verifier.verify(next.token("alice")));
    }

    @Test
    void keys_behind_a_uri_rotate_by_one_fetch_and_strangers_cause_no_storm() throws IOException {
        AtomicInteger fetches = new AtomicInteger();
        AtomicReference<String> document = new AtomicReference<>(ISSUER.jwks());
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/jwks", exchange -> {
            fetches.incrementAndGet();
            byte[] body = document.get().getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        server.start();
        try {
            URI uri = URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/jwks");
            TokenVerifier verifier = new TokenVerifier(TestIssuer.identity(new VerificationKeys.Remote(uri)));
            for (int call = 0; call < 5; call++) {
                verifier.verify(ISSUER.token("alice"));
            }
            assertThat(fetches).hasValue(1);

            TestIssuer next = new TestIssuer("two");
            document.set(next.jwks());
            assertThat(verifier.verify(next.token("bob")).caller().name()).isEqualTo("bob");
            assertThat(fetches).hasValue(2);

            String strange = new TestIssuer("three").token("mallory");
            for (int call = 0; call < 20; call++) {
                assertRefused("signed by a key that the issuer does not have", () -> verifier.verify(strange));
            }
            assertThat(fetches.get()).isLessThanOrEqualTo(3);
            assertThat(verifier.verify(next.token("bob")).caller().name()).isEqualTo("bob");
        } finally {
            server.stop(0);
        }
    }

    @Test
    void a_silent_key_server_refuses_within_its_deadline() throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/jwks", exchange -> {});
        server.start();
        try {
            URI uri = URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/jwks");
            TokenVerifier verifier = new TokenVerifier(TestIssuer.identity(new VerificationKeys.Remote(uri)));
            long started = System.nanoTime();
            assertRefused(UNREAD, () -> verifier.verify(ISSUER.token("alice")));
            assertThat(System.nanoTime() - started).isLessThan(4_000_000_000L);
            assertRefused(UNREAD, () -> verifier.verify(ISSUER.token("alice")));
            assertRefused(UNREAD, () -> verifier.verify(ISSUER.token("alice")));
        } finally {
            server.stop(0);
        }
    }

    @Test
    void an_issuer_that_fails_once_its_keys_are_known_is_no_issuer_without_the_key() throws IOException {
        AtomicBoolean well = new AtomicBoolean(true);
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/jwks", exchange -> {
            byte[] body = (well.get() ? ISSUER.jwks() : "down").getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(well.get() ? 200 : 503, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        server.start();
        try {
            URI uri = URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/jwks");
            TokenVerifier verifier = new TokenVerifier(TestIssuer.identity(new VerificationKeys.Remote(uri)));
            verifier.verify(ISSUER.token("alice"));
            well.set(false);
            for (int call = 0; call < 5; call++) {
                assertRefused(UNREAD, () -> verifier.verify(new TestIssuer("two").token("bob")));
            }
            assertThat(verifier.verify(ISSUER.token("alice")).caller().name()).isEqualTo("alice");
        } finally {
            server.stop(0);
        }
    }

    private static void assertRefused(String reason, ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        Refusal.class,
                        refusal -> assertThat(refusal.condition()).isEqualTo(CarbonCondition.IDENTITY_INVALID))
                .hasMessageContaining(reason);
    }

    private static void assertRefused(ThrowingCallable call) {
        assertRefused("", call);
    }
}
