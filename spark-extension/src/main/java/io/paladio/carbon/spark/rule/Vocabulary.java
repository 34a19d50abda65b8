package io.paladio.carbon.spark.rule;

import io.paladio.carbon.catalog.SparkRefusal;
import io.paladio.carbon.error.CarbonCondition;
import io.paladio.carbon.error.RefusalBuilder;
import io.paladio.carbon.spark.catalyst.Barrier;
import io.paladio.carbon.spark.catalyst.CheckedRows;
import io.paladio.carbon.spark.catalyst.ColumnMetadata;
import io.paladio.carbon.spark.catalyst.OwedRows;
import io.paladio.carbon.spark.catalyst.PlanWalk;
import io.paladio.carbon.spark.catalyst.PolicyBarrier;
import io.paladio.carbon.spark.catalyst.ShadowRows;
import io.paladio.carbon.spark.catalyst.Statements;
import io.paladio.carbon.spark.catalyst.StaticTargets;
import io.paladio.carbon.spark.catalyst.ViewBoundary;
import io.paladio.carbon.spark.catalyst.ViewRows;
import java.util.Optional;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;

/**
 * The default: whatever node, command or expression is not on a list is refused, before analysis and after it. A new version of
 * Spark or Iceberg brings classes that are on no list. Stateless but for its session.
 */
final class Vocabulary implements PlanWalk.Visitor {
    private static final AllowList NODES = AllowList.shipped("nodes.txt");
    private static final AllowList COMMANDS = AllowList.shipped("commands.txt");
    private static final AllowList EXPRESSIONS = AllowList.shipped("expressions.txt");
    private static final DeniedList DENIED = DeniedList.shipped("denied.txt");

    private final SparkSession session;

    Vocabulary(SparkSession session) {
        this.session = session;
    }

    @Override
    public void node(LogicalPlan node, Optional<PolicyBarrier> barrier) {
        String name = node.getClass().getName();
        if (isOurs(node)) {
            return;
        }
        if (!NODES.allows(name) && !COMMANDS.allows(name)) {
            throw refuse(unlisted(ListedRefusals.of(condition(name), node.nodeName())));
        }
        if (ColumnMetadata.makesTableWithSql(node)) {
            throw sqlInMetadata();
        }
        requireSettable(node);
        requireSessionView(node);
    }

    @Override
    public void expression(Expression expression, LogicalPlan owner) {
        String name = expression.getClass().getName();
        if (!EXPRESSIONS.allows(name)) {
            throw refuse(unlisted(ListedRefusals.ofCall(condition(name), expression.prettyName())));
        }
        if (ColumnMetadata.holdsSql(expression)) {
            throw sqlInMetadata();
        }
        StaticTargets.foreign(expression).ifPresent(foreign -> {
            throw refuse(CarbonCondition.CODE_DENIED.refusal().object(foreign));
        });
    }

    private static boolean isOurs(LogicalPlan node) {
        return node instanceof Barrier
                || node instanceof ViewRows
                || node instanceof ViewBoundary
                || node instanceof CheckedRows
                || node instanceof ShadowRows
                || node instanceof OwedRows;
    }

    private void requireSettable(LogicalPlan node) {
        if (Statements.readsAllConfiguration(node)) {
            throw refuse(CarbonCondition.CONFIG_PROTECTED.refusal().object("all of the session"));
        }
        Statements.configurationKey(node)
                .filter(key -> !ConfigKeys.isSettable(key))
                .ifPresent(key -> {
                    throw refuse(CarbonCondition.CONFIG_PROTECTED.refusal().object(key));
                });
        if (Statements.configurationValue(node).length() > ConfigKeys.LONGEST_VALUE) {
            throw refuse(CarbonCondition.NOT_GOVERNABLE
                    .refusal()
                    .object("the value of a setting")
                    .reason("it is longer than " + ConfigKeys.LONGEST_VALUE + " characters"));
        }
    }

    private void requireSessionView(LogicalPlan node) {
        Statements.sharedView(node).ifPresent(view -> {
            throw refuse(CarbonCondition.NOT_GOVERNABLE
                    .refusal()
                    .object(view)
                    .reason("only temporary views of the session are governed")
                    .remedy("Write CREATE TEMPORARY VIEW."));
        });
    }

    private SparkRefusal sqlInMetadata() {
        return refuse(CarbonCondition.CODE_DENIED
                .refusal()
                .object("a default in a column's metadata")
                .remedy("Leave it out of the metadata."));
    }

    private static CarbonCondition condition(String className) {
        return DENIED.condition(className).orElse(CarbonCondition.NOT_GOVERNABLE);
    }

    private static RefusalBuilder unlisted(RefusalBuilder refusal) {
        return refusal.reason("it is not on the list of what is supported");
    }

    private SparkRefusal refuse(RefusalBuilder refusal) {
        return Refusals.refuse(session, refusal);
    }
}
