package io.paladio.carbon.catalog;

import io.paladio.carbon.error.CarbonCondition;
import io.paladio.carbon.policy.Caller;
import io.paladio.carbon.policy.Column;
import io.paladio.carbon.policy.ColumnMask;
import io.paladio.carbon.policy.Decision;
import io.paladio.carbon.policy.EffectivePolicy;
import io.paladio.carbon.policy.Mask;
import io.paladio.carbon.policy.Principal;
import io.paladio.carbon.policy.Securable;
import io.paladio.carbon.policy.resolve.ReadSchema;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** A session of alice's, with decisions as a test sets them and a memory of what was asked. */
final class TestGovernance implements SessionGovernance {
    /** What to answer about any table. */
    @FunctionalInterface
    interface Rule {
        Decision decide(Securable table, ReadSchema schema);
    }

    record Asked(Securable table, ReadSchema schema) {}

    static final Principal ALICE = new Principal("alice", Set.of(), Map.of());

    final List<Asked> asked = new ArrayList<>();
    final List<String> renamed = new ArrayList<>();
    final List<SparkRefusal> told = new ArrayList<>();
    final List<RestrictedQuery> guarded = new ArrayList<>();
    String token = "alice-token";
    Optional<String> statement = Optional.of("statement-1");
    private final Thread serving = Thread.currentThread();
    Rule rule = TestGovernance::unrestricted;
    Set<String> procedures = Set.of("rollback_to_snapshot");

    static Decision unrestricted(Securable table, ReadSchema schema) {
        return new Decision.Unrestricted(ALICE, table, "etag-free", false, List.of());
    }

    static Decision restricted(Securable table, ReadSchema schema) {
        return restrictedWith(table, "etag-1", List.of());
    }

    static Decision restrictedWith(Securable table, String etag, List<ColumnMask> masks) {
        return new Decision.Restricted(policy(ALICE, table, etag, masks));
    }

    static Decision ssnDenied(Securable table, ReadSchema schema) {
        Column ssn = schema.read().named("ssn").orElseThrow();
        return restrictedWith(
                table, "etag-1", List.of(new ColumnMask(ssn, new Mask.Deny(), Optional.empty(), List.of())));
    }

    static EffectivePolicy policy(Principal principal, Securable table, String etag, List<ColumnMask> masks) {
        return new EffectivePolicy(principal, table, etag, Optional.empty(), masks, List.of());
    }

    @Override
    public Caller caller() {
        return new Caller("alice", Optional.empty(), Map.of());
    }

    @Override
    public String bearerToken() {
        return token;
    }

    @Override
    public Optional<String> statementId() {
        // As in Spark: what a thread serves is known to that thread alone.
        return Thread.currentThread() == serving ? statement : Optional.empty();
    }

    @Override
    public Decision decide(Securable table, ReadSchema schema) {
        asked.add(new Asked(table, schema));
        return rule.decide(table, schema);
    }

    @Override
    public OwedTags renaming(Securable from, Securable to) {
        return new OwedTags() {
            @Override
            public void record() {
                renamed.add("recorded " + from + " as " + to);
            }

            @Override
            public void withdraw() {
                renamed.add("withdrawn");
            }
        };
    }

    @Override
    public boolean runsProcedure(String name) {
        return procedures.contains(name);
    }

    @Override
    public void refused(SparkRefusal refusal) {
        told.add(refusal);
    }

    @Override
    public boolean checksWrites() {
        return false;
    }

    @Override
    public String guard(RestrictedQuery view) {
        guarded.add(view);
        return "/* mark " + guarded.size() + " */";
    }

    @Override
    public void requireView(String text) {
        if (text.contains("reflect")) {
            throw SparkRefusal.of(
                    CarbonCondition.CODE_DENIED.refusal().object("reflect").build());
        }
    }
}
