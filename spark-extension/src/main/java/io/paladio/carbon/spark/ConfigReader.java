package io.paladio.carbon.spark;

import io.paladio.carbon.error.CarbonCondition;
import io.paladio.carbon.error.Refusal;
import io.paladio.carbon.spark.CarbonConfig.CodeAllowance;
import io.paladio.carbon.spark.CarbonConfig.DecisionSink;
import io.paladio.carbon.spark.CarbonConfig.Emission;
import io.paladio.carbon.spark.CarbonConfig.Face;
import io.paladio.carbon.spark.CarbonConfig.Identity;
import io.paladio.carbon.spark.CarbonConfig.Index;
import io.paladio.carbon.spark.CarbonConfig.IndexSource;
import io.paladio.carbon.spark.CarbonConfig.Lineage;
import io.paladio.carbon.spark.CarbonConfig.PrincipalForm;
import io.paladio.carbon.spark.CarbonConfig.RestrictedWrites;
import io.paladio.carbon.spark.CarbonConfig.VerificationKeys;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Turns the text of a Spark configuration into {@link CarbonConfig}, or names the key that is wrong. Used once. */
final class ConfigReader {
    private static final String PASSWORD_FILE_VARIABLE = "CARBON_INDEX_PASSWORD_FILE";

    private final ConfigValues values;

    ConfigReader(Map<String, String> configuration) {
        this(configuration, System.getenv());
    }

    ConfigReader(Map<String, String> configuration, Map<String, String> environment) {
        Map<String, String> own = new HashMap<>();
        for (String key : new TreeSet<>(configuration.keySet())) {
            if (key.startsWith(CarbonKey.PREFIX)) {
                own.put(known(key).key(), configuration.get(key));
            }
        }
        String passwordFile = environment.get(PASSWORD_FILE_VARIABLE);
        if (passwordFile != null) {
            own.putIfAbsent(CarbonKey.INDEX_JDBC_PASSWORD_FILE.key(), passwordFile);
        }
        this.values = new ConfigValues(own);
    }

    CarbonConfig read() {
        Index index = new Index(
                source(),
                values.positiveDuration(CarbonKey.INDEX_TIMEOUT, "2s"),
                values.duration(CarbonKey.INDEX_MAX_STALENESS, "0s"));
        return new CarbonConfig(
                index,
                identity(),
                new Face(values.uri(CarbonKey.FACE_TOKEN_EXCHANGE_URI), values.path(CarbonKey.FACE_ENGINE_TOKEN_FILE)),
                values.path(CarbonKey.MASK_KEYS_FILE),
                values.names(CarbonKey.CATALOGS_UNGOVERNED),
                values.oneOf(CarbonKey.CODE_ALLOW, CodeAllowance.NONE),
                values.oneOf(CarbonKey.DML_RESTRICTED, RestrictedWrites.REJECT),
                lineage(),
                decisions(index),
                values.port(CarbonKey.HEALTH_PORT));
    }

    private static CarbonKey known(String key) {
        return CarbonKey.named(key).orElseThrow(() -> invalid(key, "there is no such key; " + CarbonKey.hint(key)));
    }

    private IndexSource source() {
        String kind = values.required(CarbonKey.INDEX_SOURCE, "set it to jdbc, http or file");
        return switch (kind) {
            case "file" ->
                new IndexSource.Files(values.pathOf(
                        CarbonKey.INDEX_FILE_PATH, values.required(CarbonKey.INDEX_FILE_PATH, "index.source is file")));
            case "jdbc" ->
                new IndexSource.Jdbc(
                        values.required(CarbonKey.INDEX_JDBC_URL, "index.source is jdbc"),
                        values.required(CarbonKey.INDEX_JDBC_USER, "index.source is jdbc"),
                        values.path(CarbonKey.INDEX_JDBC_PASSWORD_FILE));
            case "http" ->
                new IndexSource.Http(
                        values.requiredUri(CarbonKey.INDEX_HTTP_URI, "index.source is http"),
                        values.path(CarbonKey.INDEX_HTTP_TOKEN_FILE));
            default -> throw invalid(CarbonKey.INDEX_SOURCE.key(), "it is none of jdbc, http, file");
        };
    }

    private Optional<Identity> identity() {
        boolean given = values.anyGiven(Set.of(
                CarbonKey.IDENTITY_ISSUER,
                CarbonKey.IDENTITY_AUDIENCE,
                CarbonKey.IDENTITY_JWKS_URI,
                CarbonKey.IDENTITY_JWKS_FILE,
                CarbonKey.IDENTITY_PRINCIPAL_CLAIM,
                CarbonKey.IDENTITY_DELEGATES,
                CarbonKey.IDENTITY_TOKEN_FILE));
        return given ? Optional.of(givenIdentity()) : Optional.empty();
    }

    private Identity givenIdentity() {
        return new Identity(
                values.required(CarbonKey.IDENTITY_ISSUER, "tokens can't be verified without it"),
                values.required(CarbonKey.IDENTITY_AUDIENCE, "tokens can't be verified without it"),
                keys(),
                values.text(CarbonKey.IDENTITY_PRINCIPAL_CLAIM).orElse("sub"),
                values.names(CarbonKey.IDENTITY_DELEGATES),
                values.path(CarbonKey.IDENTITY_TOKEN_FILE));
    }

    private VerificationKeys keys() {
        Optional<VerificationKeys> remote =
                values.uri(CarbonKey.IDENTITY_JWKS_URI).map(VerificationKeys.Remote::new);
        Optional<VerificationKeys> local =
                values.path(CarbonKey.IDENTITY_JWKS_FILE).map(VerificationKeys.Local::new);
        if (remote.isPresent() == local.isPresent()) {
            throw invalid(
                    CarbonKey.IDENTITY_JWKS_URI.key(),
                    "set exactly one of it and " + CarbonKey.IDENTITY_JWKS_FILE.key());
        }
        return remote.or(() -> local).orElseThrow();
    }

    private Lineage lineage() {
        return new Lineage(
                values.isTrue(CarbonKey.LINEAGE_ENABLED, "true") ? Emission.ON : Emission.OFF,
                values.text(CarbonKey.LINEAGE_NAMESPACE),
                values.oneOf(CarbonKey.LINEAGE_PRINCIPAL, PrincipalForm.PLAIN),
                values.text(CarbonKey.LINEAGE_URI),
                values.path(CarbonKey.LINEAGE_TOKEN_FILE),
                values.path(CarbonKey.LINEAGE_SPOOL_DIR),
                values.bytes(CarbonKey.LINEAGE_SPOOL_MAX_BYTES, "256m"));
    }

    private DecisionSink decisions(Index index) {
        String sink = values.text(CarbonKey.DECISIONS_SINK).orElse("index");
        if (sink.equals("none")) {
            return new DecisionSink.Nowhere();
        }
        if (sink.startsWith("file:") && sink.length() > "file:".length()) {
            return new DecisionSink.ToFile(values.pathOf(CarbonKey.DECISIONS_SINK, sink.substring("file:".length())));
        }
        if (!sink.equals("index")) {
            throw invalid(CarbonKey.DECISIONS_SINK.key(), "it is none of index, file:<path>, none");
        }
        if (!(index.source() instanceof IndexSource.Jdbc)) {
            throw invalid(
                    CarbonKey.DECISIONS_SINK.key(),
                    "index, its default, needs index.source=jdbc; use file:<path> or none");
        }
        return new DecisionSink.ToIndex();
    }

    static Refusal invalid(String key, String reason) {
        return CarbonCondition.CONFIG_INVALID
                .refusal()
                .object(key)
                .reason(reason)
                .build();
    }
}
