package io.paladio.carbon.spark.catalyst;

import io.paladio.carbon.lineage.StatementRecord.Flow;
import io.paladio.carbon.lineage.StatementRecord.Source;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.spark.sql.catalyst.expressions.Alias;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.CaseWhen;
import org.apache.spark.sql.catalyst.expressions.ExprId;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.If;
import org.apache.spark.sql.catalyst.expressions.NamedExpression;
import org.apache.spark.sql.catalyst.expressions.OuterReference;
import org.apache.spark.sql.catalyst.expressions.PlanExpression;
import org.apache.spark.sql.catalyst.expressions.WindowExpression;
import org.apache.spark.sql.catalyst.expressions.aggregate.AggregateExpression;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;

/** The table columns behind each expression id met so far. Grows to a bound and says when it hit it. Not thread-safe. */
final class ColumnSources {
    private static final int MOST_EDGES = 200_000;

    private final Map<ExprId, Set<Source>> byColumn = new HashMap<>();
    private int edges;
    private boolean complete = true;

    /** @param read where the columns come from that governed reads give out */
    ColumnSources(Map<ExprId, Set<Source>> read) {
        byColumn.putAll(read);
    }

    static ColumnSources of(List<GovernedRead> reads) {
        Map<ExprId, Set<Source>> columns = new HashMap<>();
        for (GovernedRead read : reads) {
            for (GovernedRead.Column column : read.columns()) {
                columns.put(
                        column.id(), Set.of(new Source(read.table(), column.name(), Flow.IDENTITY, column.masked())));
            }
        }
        return new ColumnSources(columns);
    }

    /** Grows with each source of a column that was not known. */
    int edges() {
        return edges;
    }

    boolean complete() {
        return complete;
    }

    boolean knows(NamedExpression column) {
        return byColumn.containsKey(column.exprId());
    }

    /** Says that a column depends on these; a column that stands for several adds up. */
    void add(NamedExpression column, Set<Source> from) {
        if (edges > MOST_EDGES) {
            complete = false;
            return;
        }
        Set<Source> known = byColumn.getOrDefault(column.exprId(), Set.of());
        if (!known.containsAll(from)) {
            Set<Source> all = new LinkedHashSet<>(known);
            all.addAll(from);
            edges += all.size() - known.size();
            byColumn.put(column.exprId(), all);
        } else if (known.isEmpty()) {
            byColumn.put(column.exprId(), Set.of());
        }
    }

    /** The same columns, used in a further way. */
    static Set<Source> through(Set<Source> sources, Flow flow) {
        Set<Source> used = new LinkedHashSet<>();
        sources.forEach(source ->
                used.add(new Source(source.table(), source.column(), combined(source.flow(), flow), source.masked())));
        return used;
    }

    /** The same columns, behind a mask. */
    static Set<Source> masked(Set<Source> sources) {
        return sources.stream()
                .map(source -> new Source(source.table(), source.column(), source.flow(), true))
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    // What once decided about a value no longer gives it; of two ways to give it, the one that changes it more counts.
    private static Flow combined(Flow before, Flow now) {
        if (!before.isDirect()) {
            return before;
        }
        return now.isDirect() && before.compareTo(now) > 0 ? before : now;
    }

    /** The table columns that an expression depends on. */
    Set<Source> of(Expression expression) {
        if (expression instanceof Alias alias) {
            return of(alias.child());
        }
        if (expression instanceof Attribute attribute) {
            return byColumn.getOrDefault(attribute.exprId(), Set.of());
        }
        if (expression instanceof OuterReference outer) {
            return byColumn.getOrDefault(outer.e().exprId(), Set.of());
        }
        Set<Source> sources = new LinkedHashSet<>();
        collect(expression, sources);
        return sources;
    }

    private void collect(Expression expression, Set<Source> into) {
        if (expression instanceof CaseWhen choice) {
            choose(choice, into);
        } else if (expression instanceof If choice) {
            use(choice.predicate(), Flow.CONDITIONAL, into);
            use(choice.trueValue(), Flow.TRANSFORMATION, into);
            use(choice.falseValue(), Flow.TRANSFORMATION, into);
        } else if (expression instanceof AggregateExpression aggregate) {
            use(aggregate.aggregateFunction(), Flow.AGGREGATION, into);
            ScalaInterop.optional(aggregate.filter()).ifPresent(filter -> use(filter, Flow.CONDITIONAL, into));
        } else if (expression instanceof WindowExpression window) {
            use(window.windowFunction(), Flow.TRANSFORMATION, into);
            use(window.windowSpec(), Flow.WINDOW, into);
        } else {
            ScalaInterop.list(expression.children()).forEach(child -> use(child, Flow.TRANSFORMATION, into));
            if (expression instanceof PlanExpression<?> subquery && subquery.plan() instanceof LogicalPlan plan) {
                ScalaInterop.list(plan.output()).forEach(column -> use(column, Flow.TRANSFORMATION, into));
            }
        }
    }

    private void choose(CaseWhen choice, Set<Source> into) {
        ScalaInterop.list(choice.branches()).forEach(branch -> {
            use(branch._1(), Flow.CONDITIONAL, into);
            use(branch._2(), Flow.TRANSFORMATION, into);
        });
        ScalaInterop.optional(choice.elseValue()).ifPresent(value -> use(value, Flow.TRANSFORMATION, into));
    }

    private void use(Expression expression, Flow flow, Set<Source> into) {
        into.addAll(through(of(expression), flow));
    }
}
