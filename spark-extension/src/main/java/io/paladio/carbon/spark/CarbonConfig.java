package io.paladio.carbon.spark;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The static configuration under {@code spark.carbon.}, checked whole at start, so that no statement meets a setting that can't
 * be used. Holds names of secret files, never secrets. Immutable.
 *
 * @param identity how bearer tokens are verified; empty where the application has no principal, and then nothing is read
 * @param maskKeysFile the keys of hmac-sha-256 masks; empty where there are none
 * @param ungovernedCatalogs catalogs that the operator allows although no policy reaches them
 * @param healthPort the port of the health pages; empty when they are off
 */
public record CarbonConfig(
        Index index,
        Optional<Identity> identity,
        Face face,
        Optional<Path> maskKeysFile,
        Set<String> ungovernedCatalogs,
        CodeAllowance code,
        RestrictedWrites restrictedWrites,
        Lineage lineage,
        DecisionSink decisions,
        Optional<Integer> healthPort) {
    public CarbonConfig {
        ungovernedCatalogs = Set.copyOf(ungovernedCatalogs);
    }

    /**
     * Reads all keys under {@code spark.carbon.} out of an application's configuration.
     *
     * @throws io.paladio.carbon.error.Refusal CONFIG_INVALID, naming the key
     */
    public static CarbonConfig of(Map<String, String> configuration) {
        return new ConfigReader(configuration).read();
    }

    /**
     * Where policies come from and how long a question may take.
     *
     * @param maxStaleness how old an answer may be when Index does not answer; zero refuses
     */
    public record Index(IndexSource source, Duration timeout, Duration maxStaleness) {}

    /** The kinds of Index that this version can ask. */
    public sealed interface IndexSource {
        /** The value of {@code index.source}. */
        String kind();

        /** A folder of documents. */
        record Files(Path folder) implements IndexSource {
            @Override
            public String kind() {
                return "file";
            }
        }

        /** Index behind HTTP; without a token file it must know the engine by other means. */
        record Http(URI uri, Optional<Path> tokenFile) implements IndexSource {
            @Override
            public String kind() {
                return "http";
            }
        }

        /** Index in Postgres; without a password file the server must let the user in by other means. */
        record Jdbc(String url, String user, Optional<Path> passwordFile) implements IndexSource {
            @Override
            public String kind() {
                return "jdbc";
            }
        }
    }

    /**
     * How a bearer token is verified.
     *
     * @param delegates actors that may present a user's token
     * @param tokenFile the token of the one principal of an application without Spark Connect
     */
    public record Identity(
            String issuer,
            String audience,
            VerificationKeys keys,
            String principalClaim,
            Set<String> delegates,
            Optional<Path> tokenFile) {
        public Identity {
            delegates = Set.copyOf(delegates);
        }
    }

    /** Where the issuer's public keys are found. */
    public sealed interface VerificationKeys {
        /** Fetched and cached. */
        record Remote(URI uri) implements VerificationKeys {}

        /** Read from a file, and again when it changes. */
        record Local(Path file) implements VerificationKeys {}
    }

    /** How the engine speaks to the face. */
    public record Face(Optional<URI> tokenExchange, Optional<Path> engineTokenFile) {}

    /** Whose code runs inside the engine. */
    public enum CodeAllowance {
        NONE,
        PYTHON
    }

    /** What a changing statement does for a principal whom a policy restricts. */
    public enum RestrictedWrites {
        REJECT,
        CHECK
    }

    /**
     * OpenLineage.
     *
     * @param receiver where events go: {@code file:<path>} or an address; empty where they go nowhere
     * @param spoolDirectory where events for an address, and decision records for Index, wait; in memory where it is empty
     */
    public record Lineage(
            Emission emission,
            Optional<String> namespace,
            PrincipalForm principal,
            Optional<String> receiver,
            Optional<Path> tokenFile,
            Optional<Path> spoolDirectory,
            long spoolMaxBytes) {}

    /** Whether lineage is emitted. */
    public enum Emission {
        ON,
        OFF
    }

    /** How a principal is named in lineage. */
    public enum PrincipalForm {
        PLAIN,
        HMAC
    }

    /** Where decision records go. */
    public sealed interface DecisionSink {
        /** Which of the three it is. */
        String kind();

        /** Into Index. */
        record ToIndex() implements DecisionSink {
            @Override
            public String kind() {
                return "index";
            }
        }

        /** Appended to a file. */
        record ToFile(Path file) implements DecisionSink {
            @Override
            public String kind() {
                return "file";
            }
        }

        /** Nowhere. */
        record Nowhere() implements DecisionSink {
            @Override
            public String kind() {
                return "none";
            }
        }
    }
}
