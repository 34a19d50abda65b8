package io.paladio.carbon.spark.identity;

import io.paladio.carbon.catalog.SparkRefusal;
import io.paladio.carbon.error.CarbonCondition;
import io.paladio.carbon.error.Refusal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.apache.spark.sql.SparkSession;

/**
 * The one principal of an application without Spark Connect, named by a token in a file that somebody keeps fresh. The principal
 * never changes within an application. Thread-safe.
 */
public final class TokenFileIdentity implements SessionIdentities {
    private static final Duration AHEAD = Duration.ofSeconds(60);

    private final TokenVerifier verifier;
    private final Path file;
    private final BooleanSupplier connectIsRunning;
    private final Clock clock;
    private Optional<VerifiedCaller> current = Optional.empty();

    /**
     * @param connectIsRunning whether Spark Connect serves this application: then its remote users would all become the file's
     *     principal, and so nobody does
     */
    public TokenFileIdentity(TokenVerifier verifier, Path file, BooleanSupplier connectIsRunning) {
        this(verifier, file, connectIsRunning, Clock.systemUTC());
    }

    TokenFileIdentity(TokenVerifier verifier, Path file, BooleanSupplier connectIsRunning, Clock clock) {
        this.verifier = verifier;
        this.file = file;
        this.connectIsRunning = connectIsRunning;
        this.clock = clock;
    }

    @Override
    public VerifiedCaller require(SparkSession session) {
        return require();
    }

    synchronized VerifiedCaller require() {
        if (connectIsRunning.getAsBoolean()) {
            throw SparkRefusal.of(CarbonCondition.IDENTITY_REQUIRED
                    .refusal()
                    .reason("a token file names nobody where Spark Connect is running")
                    .build());
        }
        if (current.filter(this::isFresh).isEmpty()) {
            current = Optional.of(reread());
        }
        return current.orElseThrow();
    }

    private boolean isFresh(VerifiedCaller caller) {
        Instant now = clock.instant();
        return now.isBefore(caller.expires().minus(AHEAD));
    }

    private VerifiedCaller reread() {
        try {
            VerifiedCaller read = verifier.verify(Files.readString(file).strip());
            current.ifPresent(before -> requireSame(before, read));
            return read;
        } catch (IOException unreadable) {
            throw SparkRefusal.of(CarbonCondition.IDENTITY_REQUIRED
                    .refusal()
                    .reason("the token file can't be read")
                    .build());
        } catch (Refusal refusal) {
            throw SparkRefusal.of(refusal);
        }
    }

    private static void requireSame(VerifiedCaller before, VerifiedCaller read) {
        if (!before.caller().name().equals(read.caller().name())) {
            throw TokenVerifier.invalid("the token file now names another principal");
        }
    }
}
