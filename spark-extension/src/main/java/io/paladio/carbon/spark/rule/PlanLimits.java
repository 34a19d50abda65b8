package io.paladio.carbon.spark.rule;

import io.paladio.carbon.error.CarbonCondition;
import io.paladio.carbon.spark.catalyst.Analysis;
import io.paladio.carbon.spark.catalyst.NamedGrowth;
import io.paladio.carbon.spark.catalyst.PlanWalk;
import io.paladio.carbon.spark.catalyst.PlanWidth;
import io.paladio.carbon.spark.catalyst.PolicyBarrier;
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

    private static final String FIELDS = "fields of one type, with all that is within it";

    private final SparkSession session;

    PlanLimits(SparkSession session) {
        this.session = session;
    }

    /** Asked before Spark makes grouping sets of anything. */
    void requireFewGroupings(LogicalPlan plan) {
        PlanWalk.walk(plan, new Groupings());
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
    }

    /** Asked while Spark resolves the plan. */
    void requireLittleGrowth(LogicalPlan plan) {
        requireAtMost(MOST_FIELDS, TypeWidth.of(plan), FIELDS);
        requireAtMost(
                MOST_OF_A_CONDITION,
                WrittenOut.condition(plan),
                "parts of one condition, with all that its names stand for");
    }

    private void requireAtMost(long most, long wanted, String of) {
        if (wanted > most) {
            throw Refusals.refuse(
                    session,
                    CarbonCondition.NOT_GOVERNABLE
                            .refusal()
                            .object("the statement")
                            .reason("it is made of more than " + most + " " + of)
                            .remedy("Divide it, and keep what comes between in tables."));
        }
    }

    private final class Groupings implements PlanWalk.Visitor {
        @Override
        public void node(LogicalPlan node, Optional<PolicyBarrier> barrier) {
            requireAtMost(MOST_GROUPINGS, PlanWidth.groupings(node), "grouping sets");
        }

        @Override
        public void expression(Expression expression, LogicalPlan owner) {}
    }
}
