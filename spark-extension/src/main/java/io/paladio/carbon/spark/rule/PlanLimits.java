package io.paladio.carbon.spark.rule;

import io.paladio.carbon.error.CarbonCondition;
import io.paladio.carbon.spark.catalyst.Analysis;
import io.paladio.carbon.spark.catalyst.Catalogs;
import io.paladio.carbon.spark.catalyst.ConstraintGrowth;
import io.paladio.carbon.spark.catalyst.NamedGrowth;
import io.paladio.carbon.spark.catalyst.PlanConstants;
import io.paladio.carbon.spark.catalyst.PlanWalk;
import io.paladio.carbon.spark.catalyst.PlanWidth;
import io.paladio.carbon.spark.catalyst.PolicyBarrier;
import io.paladio.carbon.spark.catalyst.SpelledOut;
import io.paladio.carbon.spark.catalyst.TreeSize;
import io.paladio.carbon.spark.catalyst.TypeWidth;
import io.paladio.carbon.spark.catalyst.WrittenOut;
import java.util.Optional;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;

/**
 * Refuses short statements that Spark writes out to plans which take the memory of the process that all share, and which nobody can
 * interrupt meanwhile. Stateless but for its session.
 */
final class PlanLimits {
    static final int MOST_GROUPINGS = 4_096;
    static final int MOST_RELATIONS = 2_000;
    static final int MOST_VIEWS = 300;
    static final int MOST_FIELDS = 10_000;
    static final int MOST_COLUMNS = 100_000;
    /** A condition is written out wherever it is moved, and looked at by each rule that could move it. */
    static final int MOST_OF_A_CONDITION = 10_000;

    static final int MOST_TEMPORARY_VIEWS = 1_000;
    static final int MOST_SCRIPT_VARIABLES = 100;
    /** What Spark knows of a join's columns it writes down for each of their names. */
    static final int MOST_OF_WHAT_IS_KNOWN = 1_000_000;

    static final int MOST_CELLS = 1_000_000;
    static final int MOST_LETTERS = 10_000_000;
    /** Each is counted beside each other one. */
    static final int MOST_DISTINCT = 1_000;

    private static final String FIELDS = "fields of one type, with all that is within it";

    private final SparkSession session;

    PlanLimits(SparkSession session) {
        this.session = session;
    }

    /** Asked before a view is made: a session keeps the texts and plans of its own. */
    void requireFewTemporaryViews(LogicalPlan plan) {
        if (Catalogs.temporaryViews(session, plan) >= MOST_TEMPORARY_VIEWS) {
            throw refusal("the session has " + MOST_TEMPORARY_VIEWS + " temporary views");
        }
    }

    /** Asked before a script runs: each holds as much as a session's do together. */
    void requireFewVariables(LogicalPlan script) {
        requireAtMost(MOST_SCRIPT_VARIABLES, PlanWidth.variables(script), "variables of one script");
    }

    /** Asked before Spark makes grouping sets of anything. */
    void requireFewGroupings(LogicalPlan plan) {
        PlanWalk.walk(plan, new Groupings());
    }

    /**
     * Asked before anything else goes through the plan: what a parser, or a rule, put into several places is in memory once, until
     * something in it is changed.
     */
    void requireLittleRepetition(LogicalPlan plan) {
        if (TreeSize.isWithin(plan, CallLimits.MOST_OF_A_CALL)) {
            return;
        }
        requireAtMost(
                CallLimits.MOST_OF_A_STATEMENT,
                TreeSize.repeated(plan),
                "parts, those that stand in several places each time");
        requireAtMost(
                CallLimits.MOST_OF_A_CALL,
                TreeSize.repeatedInExpressions(plan),
                "parts of one expression, those that stand in it several times each time");
    }

    /** Asked before Spark puts common tables in their places: for its own check of an analysed plan, to begin with. */
    void requireFewRelations(LogicalPlan plan) {
        requireAtMost(MOST_RELATIONS, PlanWidth.relations(plan), "relations, those of common tables each time");
    }

    /** Asked as the statement and each of its views is taken up: temporary views are written out before anything is resolved. */
    void requireFewViews(Analysis.Taken taken) {
        requireAtMost(MOST_RELATIONS, taken.relations(), "relations, those of views each time");
        requireAtMost(MOST_VIEWS, taken.views(), "views, those within views each time");
    }

    /** Asked before Spark resolves anything of the plan. */
    void requireNarrowNames(LogicalPlan plan) {
        NamedGrowth growth = NamedGrowth.of(plan);
        requireAtMost(MOST_FIELDS, growth.fields(), FIELDS);
        requireAtMost(MOST_COLUMNS, growth.columns(), "columns");
        SpelledOut spelled = SpelledOut.of(plan);
        requireAtMost(
                MOST_CELLS, spelled.cells(), "expressions, with all that stars, pivots and grouping sets stand for");
        requireAtMost(
                MOST_LETTERS,
                spelled.names(),
                "letters of names, where a column without one has those of all its parts");
    }

    /** Asked while Spark resolves the plan. */
    void requireLittleGrowth(LogicalPlan plan) {
        requireLittleRepetition(plan);
        requireAtMost(MOST_FIELDS, TypeWidth.of(plan), FIELDS);
        WrittenOut written = WrittenOut.of(plan);
        requireAtMost(
                MOST_OF_A_CONDITION, written.condition(), "parts of one condition, with all that its names stand for");
        requireAtMost(
                MOST_OF_A_CONDITION,
                written.inlined(),
                "parts of one expression, with all that names of constants and of parts of values stand for");
        requireAtMost(
                MOST_OF_WHAT_IS_KNOWN,
                (long) ConstraintGrowth.of(plan),
                "parts of conditions, for each choice of the names that their columns have");
        PlanConstants.Bytes constants = PlanConstants.of(plan);
        if (constants.largest() > PlanConstants.most().largest()) {
            throw refusal(CallLimits.CONSTANT);
        }
        if (constants.all() > PlanConstants.most().all()) {
            throw refusal("its constants come to more than 64 MiB, each as often as it is named");
        }
    }

    private void requireAtMost(long most, long wanted, String of) {
        if (wanted > most) {
            throw refusal("it is made of more than " + most + " " + of);
        }
    }

    private RuntimeException refusal(String reason) {
        return Refusals.refuse(
                session,
                CarbonCondition.NOT_GOVERNABLE
                        .refusal()
                        .object("the statement")
                        .reason(reason)
                        .remedy("Divide it, and keep what comes between in tables."));
    }

    private final class Groupings implements PlanWalk.Visitor {
        @Override
        public void node(LogicalPlan node, Optional<PolicyBarrier> barrier) {
            requireAtMost(MOST_GROUPINGS, PlanWidth.groupings(node), "grouping sets");
            requireAtMost(MOST_DISTINCT, PlanWidth.distinct(node), "aggregates of distinct values in one list");
        }

        @Override
        public void expression(Expression expression, LogicalPlan owner) {}
    }
}
