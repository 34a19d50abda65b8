package io.paladio.carbon.spark.rule;

import io.paladio.carbon.catalog.SparkRefusal;
import io.paladio.carbon.error.CarbonCondition;
import io.paladio.carbon.error.RefusalBuilder;
import io.paladio.carbon.policy.Caller;
import io.paladio.carbon.policy.Securable;
import io.paladio.carbon.spark.CarbonRuntime;
import io.paladio.carbon.spark.StatementIds;
import io.paladio.carbon.spark.StatementLog;
import io.paladio.carbon.spark.catalyst.Analysis;
import io.paladio.carbon.spark.catalyst.FunctionNames;
import io.paladio.carbon.spark.catalyst.GovernedRelations;
import io.paladio.carbon.spark.catalyst.GuardedFunctions;
import io.paladio.carbon.spark.catalyst.HeldSettings;
import io.paladio.carbon.spark.catalyst.PlanKind;
import io.paladio.carbon.spark.catalyst.PlanReads;
import io.paladio.carbon.spark.catalyst.PlanWalk;
import io.paladio.carbon.spark.catalyst.PolicyBarrier;
import io.paladio.carbon.spark.catalyst.Statements;
import io.paladio.carbon.spark.catalyst.StreamBatch;
import io.paladio.carbon.spark.catalyst.StreamPlans;
import io.paladio.carbon.spark.catalyst.TableNames;
import io.paladio.carbon.spark.catalyst.ViewProof;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.analysis.ExpressionWithUnresolvedIdentifier;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.rules.Rule;

/**
 * L1: before anything of a statement is resolved. Refuses what Spark would execute while it analyses (procedures, data sources,
 * files named by path, scripts, reflection) and asks Index, in one question, about every table that the statement names.
 *
 * <p>A hint-resolution rule, because that batch runs before Spark resolves anything, in every nested analysis. Stateless but for
 * its session.
 */
public final class EarlyGate extends Rule<LogicalPlan> {
    private static final AllowList FORMATS = AllowList.shipped("formats-denied.txt");
    private static final AllowList TABLE_FUNCTIONS = AllowList.shipped("table-functions.txt");
    private static final DeniedList FUNCTIONS = DeniedList.shipped("functions-denied.txt");
    private static final int FORMAT_AND_PATH = 2;
    private static final String IN_PATHS = "./:\\";

    private final SparkSession session;
    private final Vocabulary vocabulary;
    private final ProcedureGate procedures;
    private final ClassGate classes;
    private final PlanLimits limits;
    private final CallLimits calls = new CallLimits();
    private final StreamGate streams;

    public EarlyGate(SparkSession session) {
        this.session = session;
        this.vocabulary = new Vocabulary(session);
        this.procedures = new ProcedureGate(session);
        this.classes = new ClassGate(session);
        this.limits = new PlanLimits(session);
        this.streams = new StreamGate(session);
    }

    @Override
    public LogicalPlan apply(LogicalPlan plan) {
        if (Statements.bindsRowClass(plan)) {
            return plan;
        }
        return Refusals.telling(session, () -> {
            Optional<StreamBatch> batch = StreamBatch.of(plan);
            batch.ifPresent(any -> StatementIds.leaveOperation(session));
            LogicalPlan statement = batch.map(StreamBatch::statement).orElseGet(() -> streams.placed(plan));
            admit(statement);
            return batch.filter(StreamBatch::isStored).isPresent() ? StreamBatch.nothing() : statement;
        });
    }

    private void admit(LogicalPlan plan) {
        limits.requireLittleRepetition(plan);
        Optional<String> kind = Analysis.isOutermost() ? Optional.of(PlanKind.of(plan)) : Optional.empty();
        limits.requireFewViews(Analysis.enter(TableNames.relations(session, plan)));
        HeldSettings.hold();
        GuardedFunctions.hold(session, calls);
        StatementLog log = CarbonRuntime.require().statements();
        log.asked(session, kind, Set.of());
        inspect(plan);
        Set<Securable> named = TableNames.named(session, plan);
        log.asked(session, Optional.empty(), named);
        Set<Securable> had = analysedEarlier(plan);
        if (!named.isEmpty() || !had.isEmpty()) {
            Caller caller =
                    CarbonRuntime.require().identities().require(session).caller();
            StatementScope scope = ThreadScopes.forAnalysis(caller, named, had);
            had.addAll(named);
            scope.ask(had);
        }
    }

    /** Refuses what the plan must not hold, whatever its names turn out to mean. */
    void inspect(LogicalPlan plan) {
        PlanWalk.walk(plan, vocabulary);
        PlanWalk.walk(plan, new Names());
        PlanWalk.walk(plan, classes);
        PlanWalk.walk(plan, procedures);
        limits.requireFewGroupings(plan);
        limits.requireNarrowNames(plan);
    }

    /** Tables and restricted views that were loaded when a part of the plan was analysed, and that no running statement reads. */
    private static Set<Securable> analysedEarlier(LogicalPlan plan) {
        Set<Securable> tables = PlanReads.of(plan).stream()
                .filter(read -> !read.isWritten() && !ProvenScans.isProven(read))
                .flatMap(read -> GovernedRelations.table(read.relation()).stream())
                .collect(Collectors.toCollection(HashSet::new));
        if (!tables.isEmpty()) {
            tables.addAll(ViewCheck.tables(ViewProof.of(plan).barriers()));
        }
        return tables;
    }

    private SparkRefusal refuse(RefusalBuilder refusal) {
        return Refusals.refuse(session, refusal);
    }

    /** What names say, before they mean anything. */
    private final class Names implements PlanWalk.Visitor {
        @Override
        public void node(LogicalPlan node, Optional<PolicyBarrier> barrier) {
            TableNames.name(node).filter(this::isPath).ifPresent(name -> {
                throw refuse(CarbonCondition.PATH_DENIED.refusal().object(name.get(0)));
            });
            Statements.tableFunction(node)
                    .filter(name -> !TABLE_FUNCTIONS.allows(name.toLowerCase(Locale.ROOT)))
                    .ifPresent(name -> {
                        throw unknownFunction(name);
                    });
            if (Statements.travelsByQuery(node)) {
                throw refuse(CarbonCondition.NOT_GOVERNABLE
                        .refusal()
                        .object("TIMESTAMP AS OF")
                        .reason("a sub-query in it would run while the statement is analysed")
                        .remedy("Write the timestamp as a constant."));
            }
            StreamPlans.option(node).ifPresent(option -> {
                throw refuse(CarbonCondition.NOT_GOVERNABLE
                        .refusal()
                        .object("a stream")
                        .reason("it takes no options, such as " + option));
            });
        }

        @Override
        public void expression(Expression expression, LogicalPlan owner) {
            FunctionNames.called(expression)
                    .filter(name ->
                            FUNCTIONS.condition(name.toLowerCase(Locale.ROOT)).isPresent())
                    .ifPresent(name -> {
                        throw unknownFunction(name);
                    });
            if (expression instanceof ExpressionWithUnresolvedIdentifier) {
                throw refuse(CarbonCondition.NOT_GOVERNABLE
                        .refusal()
                        .object("IDENTIFIER() in an expression")
                        .reason("what it names is not known before it would run")
                        .remedy("Write the name of the column or function itself."));
            }
            if (Statements.placesTable(expression)) {
                throw refuse(CarbonCondition.PATH_DENIED.refusal().object("LOCATION"));
            }
        }

        private boolean isPath(List<String> name) {
            String first = name.get(0);
            return name.size() == FORMAT_AND_PATH
                    && (FORMATS.allows(first.toLowerCase(Locale.ROOT))
                            || first.chars().anyMatch(each -> IN_PATHS.indexOf(each) >= 0));
        }

        private SparkRefusal unknownFunction(String name) {
            CarbonCondition condition =
                    FUNCTIONS.condition(name.toLowerCase(Locale.ROOT)).orElse(CarbonCondition.NOT_GOVERNABLE);
            return refuse(ListedRefusals.ofCall(condition, name).reason("it is not on the list of what is supported"));
        }
    }
}
