package io.paladio.carbon.spark.rule;

import io.paladio.carbon.catalog.SparkRefusal;
import io.paladio.carbon.error.CarbonCondition;
import io.paladio.carbon.error.Refusal;
import io.paladio.carbon.index.ResolveAnswer;
import io.paladio.carbon.index.ResolveRequest;
import io.paladio.carbon.index.TableAnswer;
import io.paladio.carbon.policy.Caller;
import io.paladio.carbon.policy.Decision;
import io.paladio.carbon.policy.Principal;
import io.paladio.carbon.policy.Securable;
import io.paladio.carbon.policy.ShadowPolicy;
import io.paladio.carbon.policy.TableShadow;
import io.paladio.carbon.policy.mask.MaskSecrets;
import io.paladio.carbon.policy.mask.QuerySalt;
import io.paladio.carbon.policy.resolve.ColumnTags;
import io.paladio.carbon.policy.resolve.LookupReader;
import io.paladio.carbon.policy.resolve.PolicyResolver;
import io.paladio.carbon.policy.resolve.ReadSchema;
import io.paladio.carbon.policy.resolve.ShadowPolicies;
import io.paladio.carbon.spark.CarbonRuntime;
import io.paladio.carbon.spark.catalyst.Analysis;
import io.paladio.carbon.spark.catalyst.CurrentDecisions;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The answers of Index that one statement works with, asked in one question at its start (S22).
 *
 * <p>Lives on the thread that analyses the statement: Spark analyses, plans and starts a statement on one thread. What follows
 * an analysis within moments and names nothing new, as planning and the steps of a DataFrame do, works with the same answers,
 * until they were used to open a scan. Confined to its thread.
 */
public final class StatementScope {
    private static final Logger LOG = LoggerFactory.getLogger(StatementScope.class);
    private static final Duration FRESH = Duration.ofSeconds(5);
    /** Below the rounds in which Spark resolves names, so that views that name each other end here. */
    private static final int MOST_VIEWS = 90;
    /** A view in a sub-query of a view and so on takes many frames of the stack for each. */
    private static final int DEEPEST_VIEW = 8;

    private final Caller caller;
    private Object analysis;
    private long lastUsed = System.nanoTime();
    /** One moment for all tables: which policies are in force, those with a beginning or an end among them. */
    private final Instant start = Instant.now();

    private final MaskSecrets secrets =
            new MaskSecrets(QuerySalt.fresh(), () -> CarbonRuntime.require().maskKeys());
    private final Map<Securable, TableAnswer> answers = new HashMap<>();
    private final Map<Read, Decision> decisions = new HashMap<>();
    private final GuardedViews views = new GuardedViews();
    private Optional<Principal> principal = Optional.empty();
    private Optional<StatementLookups> lookups = Optional.empty();
    private boolean spent;
    private int viewsRead;

    /** One schema of one table: time travel makes a statement read several. */
    private record Read(Securable table, ReadSchema schema) {}

    StatementScope(Caller caller, Object analysis) {
        this.caller = caller;
        this.analysis = analysis;
    }

    /** Forgets what this thread asked: called when the thread starts to serve another call. */
    public static void clear() {
        ThreadScopes.clear();
        CurrentDecisions.clear();
    }

    /** Asks Index for those of the tables that it was not asked for yet, all in one question; none, no question. */
    void ask(Set<Securable> tables) {
        Set<Securable> missing = new HashSet<>(tables);
        missing.removeAll(answers.keySet());
        if (!missing.isEmpty()) {
            take(missing, resolve(missing));
        }
    }

    Caller caller() {
        return caller;
    }

    /** Another persistent view is put in its name's place; refuses where that goes on and on. */
    void countView() {
        viewsRead++;
        if (viewsRead > MOST_VIEWS || Analysis.depth() > DEEPEST_VIEW) {
            throw SparkRefusal.of(CarbonCondition.NOT_GOVERNABLE
                    .refusal()
                    .object("the statement")
                    .reason("it reads too many views, or views that refer to each other")
                    .build());
        }
    }

    /** The caller as Index knows it: groups and attributes. */
    Principal principal() {
        if (principal.isEmpty()) {
            take(Set.of(), resolve(Set.of()));
        }
        return principal.orElseThrow();
    }

    /** What the caller may see of a table. */
    Decision decide(Securable table, ReadSchema schema) {
        ask(Set.of(table));
        Decision known = decisions.get(new Read(table, schema));
        if (known != null) {
            return known;
        }
        StatementLookups looked = lookups();
        Decision decision = decided(table, schema, looked);
        decisions.put(new Read(table, schema), decision);
        CurrentDecisions.remember(table, decision, shadow(table, schema), looked.snapshots());
        return decision;
    }

    /** What was decided about a table in this statement, once for each schema of it that is read. */
    List<Decision> decided(Securable table) {
        return decisions.entrySet().stream()
                .filter(entry -> entry.getKey().table().equals(table))
                .map(Map.Entry::getValue)
                .toList();
    }

    /** The tags of a table's columns by their names, those that name no column any more included. */
    Map<String, Map<String, String>> columnTags(Securable table) {
        return answer(table).columnTags();
    }

    /** The tags that go along with what the statement reads of a table. */
    ColumnTags tags(Securable table) {
        List<ReadSchema> schemas = decisions.keySet().stream()
                .filter(read -> read.table().equals(table))
                .map(Read::schema)
                .toList();
        return new ColumnTags(answer(table), schemas);
    }

    /** The restricted views that the statement reads. */
    GuardedViews views() {
        return views;
    }

    /** The secrets with which the statement's masks hash. */
    MaskSecrets secrets() {
        return secrets;
    }

    boolean covers(Set<Securable> tables) {
        return answers.keySet().containsAll(tables);
    }

    /** Whether a statement that follows may still work with these answers. */
    boolean isFresh() {
        return !spent && System.nanoTime() - lastUsed < FRESH.toNanos();
    }

    /** The statement's analysis goes on: however long it takes, its answers are those of its start. */
    void use() {
        lastUsed = System.nanoTime();
    }

    /** A scan was opened with these answers: what follows is another statement. */
    void spend() {
        spent = true;
    }

    /** The statement goes on in another analysis: the next step of a DataFrame. */
    void continueIn(Object nextAnalysis) {
        analysis = nextAnalysis;
    }

    boolean isOf(Caller other) {
        return caller.equals(other);
    }

    boolean isOf(Object otherAnalysis) {
        return analysis == otherAnalysis;
    }

    private StatementLookups lookups() {
        StatementLookups open = lookups.orElseGet(() -> new StatementLookups(this::answer, principal(), start));
        lookups = Optional.of(open);
        return open;
    }

    private TableAnswer answer(Securable table) {
        ask(Set.of(table));
        return Optional.ofNullable(answers.get(table))
                .orElseThrow(() -> unavailable("it left out a table that it was asked for"));
    }

    private Decision decided(Securable table, ReadSchema schema, LookupReader looked) {
        TableAnswer answer = answers.get(table);
        if (answer == null) {
            throw unavailable("it left out a table that it was asked for");
        }
        try {
            return PolicyResolver.decide(answer, principal(), schema, start, looked);
        } catch (Refusal refusal) {
            throw SparkRefusal.of(refusal);
        } catch (SparkRefusal refusal) {
            throw refusal;
        } catch (RuntimeException fault) {
            logged("Policies could not be combined", fault);
            throw SparkRefusal.of(CarbonCondition.POLICY_UNENFORCEABLE
                    .refusal()
                    .policy("unknown")
                    .object(table.toString())
                    .principal(caller.name())
                    .reason("the policies of the table can't be combined")
                    .build());
        }
    }

    /** Evidence alone: whatever is wrong with a shadow policy, the statement goes on. */
    private TableShadow shadow(Securable table, ReadSchema schema) {
        try {
            List<ShadowPolicy> policies = Optional.ofNullable(answers.get(table))
                    .map(answer -> ShadowPolicies.of(answer, principal(), schema, start))
                    .orElse(List.of());
            return new TableShadow(schema.read(), decided(table).size() == 1 ? policies : uncounted(policies));
        } catch (RuntimeException fault) {
            logged("Shadow policies could not be looked at", fault);
            return new TableShadow(schema.read(), List.of());
        }
    }

    /** Bound to the schema that was decided about last, they would count rows of another. */
    private static List<ShadowPolicy> uncounted(List<ShadowPolicy> policies) {
        return policies.stream()
                .map(policy -> policy.keeps().isPresent()
                        ? policy.failing("the statement reads the table in several of its schemas")
                        : policy)
                .toList();
    }

    private ResolveAnswer resolve(Set<Securable> tables) {
        try {
            return CarbonRuntime.require().policies().resolve(new ResolveRequest(caller, tables));
        } catch (Refusal refusal) {
            throw SparkRefusal.of(refusal);
        } catch (SparkRefusal refusal) {
            throw refusal;
        } catch (RuntimeException fault) {
            logged("Index was not reached", fault);
            throw unavailable("it failed");
        }
    }

    private void take(Set<Securable> asked, ResolveAnswer answer) {
        if (!answer.principal().name().equals(caller.name())) {
            throw unavailable("it answered for another principal");
        }
        if (!answer.tables().keySet().containsAll(asked)) {
            throw unavailable("it left out a table that it was asked for");
        }
        answer.tables().forEach((table, found) -> {
            if (asked.contains(table)) {
                answers.put(table, found);
            }
        });
        principal = Optional.of(answer.principal());
    }

    // Never the fault's message: it may quote a policy.
    private static void logged(String what, RuntimeException fault) {
        LOG.warn("{}: {}", what, fault.getClass().getName());
    }

    private static SparkRefusal unavailable(String reason) {
        return SparkRefusal.of(
                CarbonCondition.INDEX_UNAVAILABLE.refusal().reason(reason).build());
    }
}
