package io.paladio.carbon.catalog;

import io.paladio.carbon.error.CarbonCondition;
import io.paladio.carbon.policy.Caller;
import io.paladio.carbon.policy.Decision;
import io.paladio.carbon.policy.Securable;
import io.paladio.carbon.policy.resolve.ReadSchema;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * The engine itself before the face: with its own workload token and on nobody's behalf. It decides about no table, and so serves
 * none to a statement. Immutable and thread-safe.
 */
final class EngineIdentity implements SessionGovernance {
    private static final String NAME = "the engine";

    private final Path tokenFile;

    EngineIdentity(Path tokenFile) {
        this.tokenFile = tokenFile;
    }

    @Override
    public Caller caller() {
        return new Caller(NAME, Optional.empty(), Map.of());
    }

    /** Read anew with each request, since whoever issues such tokens replaces the file. */
    @Override
    public String bearerToken() {
        try {
            return Files.readString(tokenFile).strip();
        } catch (IOException unreadable) {
            throw SparkRefusal.of(CarbonCondition.FACE_UNAVAILABLE
                    .refusal()
                    .object("this request")
                    .reason("the engine's own token can't be read")
                    .build());
        }
    }

    @Override
    public Optional<String> statementId() {
        return Optional.empty();
    }

    @Override
    public Decision decide(Securable table, ReadSchema schema) {
        throw SparkRefusal.of(CarbonCondition.NOT_GOVERNABLE
                .refusal()
                .object(table.toString())
                .reason("the engine reads lookups alone")
                .build());
    }

    @Override
    public OwedTags renaming(Securable from, Securable to) {
        throw SparkRefusal.of(CarbonCondition.NOT_GOVERNABLE
                .refusal()
                .object(from.toString())
                .reason("the engine reads lookups alone")
                .build());
    }

    @Override
    public boolean runsProcedure(String name) {
        return false;
    }

    /** Whoever asked for the lookup tells of it. */
    @Override
    public void refused(SparkRefusal refusal) {}

    @Override
    public boolean checksWrites() {
        return false;
    }

    @Override
    public void requireView(String text) {
        throw noView();
    }

    @Override
    public String guard(RestrictedQuery view) {
        throw noView();
    }

    private static SparkRefusal noView() {
        return SparkRefusal.of(CarbonCondition.NOT_GOVERNABLE
                .refusal()
                .object("a view")
                .reason("the engine reads lookups alone")
                .build());
    }
}
