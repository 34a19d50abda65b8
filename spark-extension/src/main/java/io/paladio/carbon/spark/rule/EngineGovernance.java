package io.paladio.carbon.spark.rule;

import io.paladio.carbon.catalog.OwedTags;
import io.paladio.carbon.catalog.RestrictedQuery;
import io.paladio.carbon.catalog.SessionGovernance;
import io.paladio.carbon.catalog.SessionGovernances;
import io.paladio.carbon.catalog.SparkRefusal;
import io.paladio.carbon.error.CarbonCondition;
import io.paladio.carbon.index.Obligations;
import io.paladio.carbon.policy.Caller;
import io.paladio.carbon.policy.Decision;
import io.paladio.carbon.policy.Principal;
import io.paladio.carbon.policy.Securable;
import io.paladio.carbon.policy.resolve.ReadSchema;
import io.paladio.carbon.spark.CarbonConfig.RestrictedWrites;
import io.paladio.carbon.spark.CarbonRuntime;
import io.paladio.carbon.spark.StatementIds;
import io.paladio.carbon.spark.catalyst.DecidedStatement;
import io.paladio.carbon.spark.catalyst.Statements;
import io.paladio.carbon.spark.identity.VerifiedCaller;
import java.lang.ref.WeakReference;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;

/**
 * What catalogs learn about the session that they serve: its verified caller and the decisions of the statement at hand.
 * Thread-safe: what it keeps for a statement is on the statement's thread.
 */
public final class EngineGovernance implements SessionGovernance {
    private static final AllowList PROCEDURES = AllowList.shipped("procedures.txt");

    private final WeakReference<SparkSession> session;

    private EngineGovernance(SparkSession session) {
        this.session = new WeakReference<>(session);
    }

    /** Leaves word that the session is governed; called by each rule as Spark builds it for the session. */
    public static void install(SparkSession session) {
        SessionGovernances.install(session, new EngineGovernance(session));
    }

    /** The principal of the session at work, with groups as Index knows them. */
    public static Principal principalOfActiveSession() {
        Caller caller = SessionGovernances.of(SparkSession.active()).caller();
        return ThreadScopes.current(caller).principal();
    }

    /** What the principal of the session at work may know of the statements that ended in it. */
    public static List<DecidedStatement> decidedInActiveSession() {
        SparkSession session = SparkSession.active();
        String principal = SessionGovernances.of(session).caller().name();
        return CarbonRuntime.require().statements().decided(session, principal);
    }

    @Override
    public Caller caller() {
        return verified().caller();
    }

    @Override
    public String bearerToken() {
        return verified().token();
    }

    @Override
    public Optional<String> statementId() {
        return Optional.of(StatementIds.current(session()));
    }

    @Override
    public Decision decide(Securable table, ReadSchema schema) {
        return ThreadScopes.current(caller()).decide(table, schema);
    }

    @Override
    public OwedTags renaming(Securable from, Securable to) {
        Map<String, Map<String, String>> tags = ThreadScopes.current(caller()).columnTags(from);
        return tags.isEmpty()
                ? OwedTags.NONE
                : new IndexedTags(session(), new Obligations(StatementIds.current(session()), to, tags));
    }

    @Override
    public boolean runsProcedure(String name) {
        return PROCEDURES.allows(name);
    }

    @Override
    public boolean checksWrites() {
        return CarbonRuntime.require().config().restrictedWrites() == RestrictedWrites.CHECK;
    }

    @Override
    public void requireView(String text) {
        SparkSession reader = session();
        ThreadScopes.current(caller()).countView();
        LogicalPlan query = Statements.parsedQuery(reader, text)
                .orElseThrow(() -> SparkRefusal.of(CarbonCondition.NOT_GOVERNABLE
                        .refusal()
                        .object("a view")
                        .reason("its text can't be read")
                        .build()));
        new EarlyGate(reader).inspect(query);
    }

    @Override
    public String guard(RestrictedQuery view) {
        return ThreadScopes.current(caller()).views().keep(view);
    }

    @Override
    public void refused(SparkRefusal refusal) {
        CarbonRuntime.require().statements().refused(session(), refusal);
    }

    private VerifiedCaller verified() {
        return CarbonRuntime.require().identities().require(session());
    }

    private SparkSession session() {
        SparkSession alive = session.get();
        if (alive == null) {
            throw SparkRefusal.of(CarbonCondition.IDENTITY_REQUIRED
                    .refusal()
                    .reason("the session has ended")
                    .build());
        }
        return alive;
    }
}
