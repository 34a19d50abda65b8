package io.paladio.carbon.spark;

import io.paladio.carbon.spark.catalyst.BoundedProducts;
import io.paladio.carbon.spark.catalyst.ConstantsUnderPolicy;
import io.paladio.carbon.spark.catalyst.ContextFunctions;
import io.paladio.carbon.spark.catalyst.GovernanceFunctions;
import io.paladio.carbon.spark.catalyst.LeakproofPushdown;
import io.paladio.carbon.spark.catalyst.LocalReads;
import io.paladio.carbon.spark.catalyst.SealStrategy;
import io.paladio.carbon.spark.catalyst.SessionCaches;
import io.paladio.carbon.spark.catalyst.ShadowPushdown;
import io.paladio.carbon.spark.rule.CheckRule;
import io.paladio.carbon.spark.rule.EarlyGate;
import io.paladio.carbon.spark.rule.EngineGovernance;
import io.paladio.carbon.spark.rule.GrowthRule;
import io.paladio.carbon.spark.rule.ParsedText;
import io.paladio.carbon.spark.rule.Seal;
import io.paladio.carbon.spark.rule.WrapRule;
import java.util.function.Function;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.SparkSessionExtensions;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import scala.Function1;
import scala.runtime.BoxedUnit;

/**
 * Every injection into Spark, on one screen, with its reason. None of them that enforces is an optimizer rule: those can be
 * excluded by configuration, and they run after Spark has looked into its cache. Works before and after Iceberg's extensions.
 *
 * <p>Lambdas, no references to constructors: those would load each class here, and where one is missing Spark would warn and go on
 * without it and all that follow. A lambda fails where a session is built, and with it every statement.
 *
 * <p>Stateless.
 */
public final class CarbonSparkExtensions implements Function1<SparkSessionExtensions, BoxedUnit> {
    @Override
    public BoxedUnit apply(SparkSessionExtensions extensions) {
        // Before anything is parsed, texts within texts too: what would hold a processor for ever.
        extensions.injectParser((session, parser) -> ParsedText.bounded(session, parser));
        // L1, before anything is resolved: what Spark would execute during analysis; the one question to Index.
        extensions.injectHintResolutionRule(governed(session -> new EarlyGate(session)));
        // While names are resolved: what would take the process's memory, or its processor for ever.
        extensions.injectResolutionRule(governed(session -> new GrowthRule(session)));
        // L3, once all is resolved: restricted tables go under their policy; writes to them end here.
        extensions.injectPostHocResolutionRule(governed(session -> new WrapRule(session)));
        // L4, what came out of analysis: on the lists, and every read proven, or refused.
        extensions.injectCheckRule(governed(session -> check(new CheckRule(session))));
        // Before each optimization: which of Spark's rules a policy in the plan holds off.
        extensions.injectPlanNormalizationRule(governed(session -> new ConstantsUnderPolicy(session)));
        // L5, at each planning, after optimizer and table refresh: proves again and opens the scans, which else stay
        // shut.
        extensions.injectPlannerStrategy(governed(session -> new SealStrategy(new Seal(session))));
        // At each planning: products of more tasks than the driver holds are made of fewer.
        extensions.injectColumnar(governed(session -> new BoundedProducts()));
        // Speed alone, of stages that read nothing restricted: what is held off in the settings of all.
        extensions.injectQueryStageOptimizerRule(governed(session -> new LocalReads()));
        // Speed alone: predicates that can tell nothing go below the barrier. Excluding it changes no result.
        extensions.injectOptimizerRule(governed(session -> new LeakproofPushdown()));
        // Counts of shadow filters are told only where the count stands near its table. No result depends on it.
        extensions.injectOptimizerRule(governed(session -> new ShadowPushdown()));
        // current_principal() and is_member(group).
        ContextFunctions.inject(extensions, EngineGovernance::principalOfActiveSession);
        // effective_policies(table) and policy_decisions().
        GovernanceFunctions.inject(extensions, EngineGovernance::decidedInActiveSession);
        return BoxedUnit.UNIT;
    }

    /** Whatever of ours Spark builds for a session first leaves word to the catalogs that the session is governed, and takes it out of the cache that all share. */
    static <T> Function1<SparkSession, T> governed(Function<SparkSession, T> build) {
        return session -> {
            EngineGovernance.install(session);
            SessionCaches.install(session);
            return build.apply(session);
        };
    }

    static Function1<LogicalPlan, BoxedUnit> check(CheckRule rule) {
        return plan -> {
            rule.accept(plan);
            return BoxedUnit.UNIT;
        };
    }
}
