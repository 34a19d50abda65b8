package io.paladio.carbon.spark.catalyst;

import io.paladio.carbon.policy.Decision;
import io.paladio.carbon.policy.EffectivePolicy;
import io.paladio.carbon.policy.Securable;
import io.paladio.carbon.policy.ShadowPolicy;
import io.paladio.carbon.policy.TableShadow;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.iceberg.spark.source.SparkTable;
import org.apache.spark.sql.catalyst.expressions.AttributeReference;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.plans.logical.DeleteFromTable;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.MergeIntoTable;
import org.apache.spark.sql.catalyst.plans.logical.RowLevelWrite;
import org.apache.spark.sql.catalyst.plans.logical.UpdateTable;
import org.apache.spark.sql.catalyst.plans.logical.V2WriteCommand;
import org.apache.spark.sql.execution.datasources.v2.DataSourceV2Relation;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Puts the count of shadow filters above what a statement reads (S20): evidence alone, so that whatever can't be counted is left
 * as it is. Stateless.
 */
public final class ShadowWrap {
    private static final Logger LOG = LoggerFactory.getLogger(ShadowWrap.class);
    private static final String NOT_COMPILED = "its condition can't be compiled for the table as it is read";
    private static final PlanRewrite REWRITE = new PlanRewrite(ShadowWrap::counted, expression -> Optional.empty());

    private ShadowWrap() {}

    /** The plan, with the rows counted of tables that nothing restricts; those of others are counted below their barriers. */
    public static LogicalPlan of(LogicalPlan plan) {
        return CurrentDecisions.countsRows() ? REWRITE.apply(plan) : plan;
    }

    /** Whether the command changes rows of a table where they lie: what it reads of the table is not what it is asked for. */
    static boolean changesRows(LogicalPlan node) {
        return node instanceof DeleteFromTable
                || node instanceof UpdateTable
                || node instanceof MergeIntoTable
                || node instanceof RowLevelWrite;
    }

    private static Optional<LogicalPlan> counted(LogicalPlan node) {
        if (node instanceof ShadowRows || changesRows(node)) {
            return Optional.of(node);
        }
        if (node instanceof V2WriteCommand write) {
            LogicalPlan query = of(write.query());
            return Optional.of(query == write.query() ? node : (LogicalPlan) write.withNewQuery(query));
        }
        return node instanceof DataSourceV2Relation relation ? over(relation) : Optional.empty();
    }

    private static Optional<LogicalPlan> over(DataSourceV2Relation relation) {
        return GovernedRelations.table(relation)
                .filter(table -> relation.table() instanceof SparkTable)
                .filter(table -> !CurrentDecisions.shadow(table).filters().isEmpty())
                .flatMap(CurrentDecisions::about)
                .filter(Decision.Unrestricted.class::isInstance)
                .flatMap(free -> over(relation, (Decision.Unrestricted) free));
    }

    private static Optional<LogicalPlan> over(DataSourceV2Relation relation, Decision.Unrestricted free) {
        EffectivePolicy none = new EffectivePolicy(
                free.principal(), free.table(), free.etag(), Optional.empty(), List.of(), free.exemptions());
        TableShadow shadow = CurrentDecisions.shadow(free.table());
        List<AttributeReference> columns = ScalaInterop.list(relation.output());
        int stored = shadow.read().columns().size();
        try {
            // Columns of metadata come last.
            FieldBinding fields = FieldBinding.of(none, shadow.read(), columns.subList(0, stored));
            return Optional.of(above(relation, free.table(), fields));
        } catch (RuntimeException anotherSchema) {
            // A metadata table is decided about as the table that it is of.
            LOG.debug("Rows are not counted of what has other columns than its table");
            return Optional.empty();
        }
    }

    /** The rows of a table as they are, counted where it has filters in shadow. */
    static LogicalPlan above(LogicalPlan rows, Securable table, FieldBinding fields) {
        LogicalPlan counted = between(rows, table, fields);
        if (counted != rows) {
            // Rules of the analyser change what users wrote. This nobody wrote.
            counted.setAnalyzed();
        }
        return counted;
    }

    /** As {@link #above}, where what stands below is not analysed to its end. */
    static LogicalPlan between(LogicalPlan rows, Securable table, FieldBinding fields) {
        List<Expression> conditions = new ArrayList<>();
        List<ShadowCounter> counters = new ArrayList<>();
        for (ShadowPolicy filter : CurrentDecisions.shadow(table).filters()) {
            condition(filter, table, fields).ifPresent(condition -> {
                conditions.add(condition);
                counters.add(new ShadowCounter(table, filter.effect().policy()));
            });
        }
        return counters.isEmpty() ? rows : new ShadowRows(ScalaInterop.seq(conditions), rows, counters);
    }

    private static Optional<Expression> condition(ShadowPolicy filter, Securable table, FieldBinding fields) {
        try {
            return filter.keeps().map(new ExpressionCompiler(fields)::compile);
        } catch (RuntimeException fault) {
            // Never its message: it may quote the policy.
            LOG.warn("A shadow filter can't be compiled: {}", fault.getClass().getName());
            CurrentDecisions.failing(table, filter.effect().policy(), NOT_COMPILED);
            return Optional.empty();
        }
    }
}
