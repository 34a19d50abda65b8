package io.paladio.carbon.spark.rule;

import io.paladio.carbon.catalog.SparkRefusal;
import io.paladio.carbon.error.CarbonCondition;
import io.paladio.carbon.error.RefusalBuilder;
import io.paladio.carbon.spark.catalyst.NewTables;
import io.paladio.carbon.spark.catalyst.OptionArguments;
import io.paladio.carbon.spark.catalyst.PlanWalk;
import io.paladio.carbon.spark.catalyst.PolicyBarrier;
import io.paladio.carbon.spark.catalyst.TypeArguments;
import java.util.Optional;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;

/**
 * Refuses names behind which Spark would load a class while it resolves them: formats of new tables, types and codecs. Stateless
 * but for its session.
 */
final class ClassGate implements PlanWalk.Visitor {
    private final SparkSession session;

    ClassGate(SparkSession session) {
        this.session = session;
    }

    @Override
    public void node(LogicalPlan node, Optional<PolicyBarrier> barrier) {
        NewTables.ungoverned(session, node).ifPresent(name -> {
            throw refuse(CarbonCondition.PATH_DENIED.refusal().object(name));
        });
    }

    @Override
    public void expression(Expression expression, LogicalPlan owner) {
        NewTables.foreignFormat(expression).ifPresent(format -> {
            throw refuse(CarbonCondition.PATH_DENIED.refusal().object(format));
        });
        if (TypeArguments.mayNameClass(expression)) {
            throw refuse(CarbonCondition.CODE_DENIED
                    .refusal()
                    .object("a type that is not written as DDL")
                    .remedy("Write the type as a constant, such as 'a INT, b STRING'."));
        }
        TypeArguments.text(expression).ifPresent(type -> StatementText.require(session, type));
        if (OptionArguments.mayNameClass(expression)) {
            throw refuse(CarbonCondition.CODE_DENIED
                    .refusal()
                    .object("an option that may name a codec")
                    .remedy("Write the options as a map of constants, without compression."));
        }
    }

    private SparkRefusal refuse(RefusalBuilder refusal) {
        return Refusals.refuse(session, refusal);
    }
}
