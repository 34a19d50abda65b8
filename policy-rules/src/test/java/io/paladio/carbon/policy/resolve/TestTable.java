package io.paladio.carbon.policy.resolve;

import io.paladio.carbon.index.Access;
import io.paladio.carbon.index.TableAnswer;
import io.paladio.carbon.policy.Column;
import io.paladio.carbon.policy.ColumnMask;
import io.paladio.carbon.policy.ColumnType;
import io.paladio.carbon.policy.ColumnType.Primitive;
import io.paladio.carbon.policy.Decision;
import io.paladio.carbon.policy.EffectivePolicy;
import io.paladio.carbon.policy.Principal;
import io.paladio.carbon.policy.Securable;
import io.paladio.carbon.policy.ShadowEffect;
import io.paladio.carbon.policy.ShadowPolicy;
import io.paladio.carbon.policy.TableSchema;
import io.paladio.carbon.policy.document.PolicyCandidate;
import io.paladio.carbon.policy.expression.Interpreter;
import io.paladio.carbon.policy.expression.Truth;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The table carbon.hr.t with tags and policies, and the questions that tests ask about it. Immutable. */
record TestTable(
        Access access,
        Map<String, String> tags,
        Map<String, Map<String, String>> columnTags,
        List<PolicyCandidate> policies) {
    static final Securable NAME = Securable.table("carbon", "hr", "t");
    static final Instant NOW = Instant.parse("2026-11-29T12:00:00Z");
    static final Principal ALICE = new Principal("alice", Set.of("auditors"), Map.of());
    static final Principal BOB = new Principal("bob", Set.of("de", "staff"), Map.of("region", "EU"));
    static final TableSchema SCHEMA = new TableSchema(
            7,
            List.of(
                    new Column(1, "id", Primitive.LONG, true),
                    new Column(2, "region", Primitive.STRING, false),
                    new Column(3, "email", Primitive.STRING, false),
                    new Column(4, "salary", Primitive.INT, false),
                    new Column(5, "born", Primitive.DATE, false),
                    new Column(6, "code", Primitive.STRING, true),
                    new Column(
                            7,
                            "info",
                            new ColumnType.Struct(List.of(
                                    new Column(8, "ssn", Primitive.STRING, false),
                                    new Column(9, "city", Primitive.STRING, false))),
                            false),
                    new Column(10, "consent", Primitive.BOOLEAN, false),
                    new Column(11, "price", new ColumnType.Decimal(10, 2), false),
                    new Column(12, "shape", Primitive.OTHER, true),
                    new Column(
                            13,
                            "attributes",
                            new ColumnType.MapOf(
                                    new Column(14, "key", Primitive.STRING, true),
                                    new Column(15, "value", Primitive.STRING, false)),
                            false),
                    new Column(16, "value", Primitive.STRING, false)));

    static TestTable with(TestPolicy... policies) {
        return new TestTable(
                Access.UNKNOWN,
                Map.of(),
                Map.of(),
                List.of(policies).stream().map(TestPolicy::candidate).toList());
    }

    TestTable tagged(String tag, String value) {
        Map<String, String> more = new HashMap<>(tags);
        more.put(tag, value);
        return new TestTable(access, more, columnTags, policies);
    }

    TestTable taggedColumn(String column, String tag, String value) {
        Map<String, Map<String, String>> more = new HashMap<>(columnTags);
        Map<String, String> ofColumn = new HashMap<>(more.getOrDefault(column, Map.of()));
        ofColumn.put(tag, value);
        more.put(column, ofColumn);
        return new TestTable(access, tags, more, policies);
    }

    TestTable answering(Access answer) {
        return new TestTable(answer, tags, columnTags, policies);
    }

    TestTable and(PolicyCandidate candidate) {
        List<PolicyCandidate> more = new ArrayList<>(policies);
        more.add(candidate);
        return new TestTable(access, tags, columnTags, more);
    }

    Decision decide(Principal principal) {
        return decide(principal, ReadSchema.asIs(SCHEMA), NOW);
    }

    Decision decide(Principal principal, ReadSchema schema, Instant now) {
        TableAnswer answer = new TableAnswer(NAME, "etag", access, tags, columnTags, policies);
        return PolicyResolver.decide(answer, principal, schema, now);
    }

    Decision decide(Principal principal, LookupReader lookups) {
        TableAnswer answer = new TableAnswer(NAME, "etag", access, tags, columnTags, policies);
        return PolicyResolver.decide(answer, principal, ReadSchema.asIs(SCHEMA), NOW, lookups);
    }

    List<ShadowEffect> shadows(Principal principal) {
        return shadowPolicies(principal).stream().map(ShadowPolicy::effect).toList();
    }

    List<ShadowPolicy> shadowPolicies(Principal principal) {
        TableAnswer answer = new TableAnswer(NAME, "etag", access, tags, columnTags, policies);
        return ShadowPolicies.of(answer, principal, ReadSchema.asIs(SCHEMA), NOW);
    }

    EffectivePolicy effective(Principal principal) {
        return ((Decision.Restricted) decide(principal)).policy();
    }

    Map<String, ColumnMask> masks(Principal principal) {
        Map<String, ColumnMask> masks = new HashMap<>();
        effective(principal).masks().forEach(mask -> masks.put(mask.column().name(), mask));
        return masks;
    }

    /** Whether the principal sees a row with these values; what is not given is NULL. */
    boolean shows(Principal principal, Map<String, Object> values) {
        Map<Integer, Optional<Object>> row = new HashMap<>();
        SCHEMA.columns().forEach(column -> row.put(column.fieldId(), Optional.ofNullable(values.get(column.name()))));
        return effective(principal)
                .rowFilter()
                .map(filter -> Interpreter.test(filter.condition(), row) == Truth.TRUE)
                .orElse(true);
    }

    /** Reads like {@code restricted}, {@code unrestricted}, {@code denied}, {@code unenforceable}. */
    String outcome(Principal principal) {
        return decide(principal).getClass().getSimpleName().toLowerCase(Locale.ROOT);
    }
}
