package io.paladio.carbon.spark.catalyst;

import io.paladio.carbon.lineage.StatementRecord.ColumnFlow;
import io.paladio.carbon.lineage.StatementRecord.Flow;
import io.paladio.carbon.lineage.StatementRecord.OutputColumn;
import io.paladio.carbon.lineage.StatementRecord.Source;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.ExprId;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.NamedExpression;
import org.apache.spark.sql.catalyst.plans.logical.Aggregate;
import org.apache.spark.sql.catalyst.plans.logical.CTERelationDef;
import org.apache.spark.sql.catalyst.plans.logical.CTERelationRef;
import org.apache.spark.sql.catalyst.plans.logical.CommandResult;
import org.apache.spark.sql.catalyst.plans.logical.Deduplicate;
import org.apache.spark.sql.catalyst.plans.logical.Distinct;
import org.apache.spark.sql.catalyst.plans.logical.Except;
import org.apache.spark.sql.catalyst.plans.logical.Expand;
import org.apache.spark.sql.catalyst.plans.logical.Filter;
import org.apache.spark.sql.catalyst.plans.logical.Generate;
import org.apache.spark.sql.catalyst.plans.logical.Intersect;
import org.apache.spark.sql.catalyst.plans.logical.Join;
import org.apache.spark.sql.catalyst.plans.logical.LocalRelation;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.MergeRows;
import org.apache.spark.sql.catalyst.plans.logical.OneRowRelation;
import org.apache.spark.sql.catalyst.plans.logical.Project;
import org.apache.spark.sql.catalyst.plans.logical.Range;
import org.apache.spark.sql.catalyst.plans.logical.Sort;
import org.apache.spark.sql.catalyst.plans.logical.Union;
import org.apache.spark.sql.catalyst.plans.logical.UnionLoop;
import org.apache.spark.sql.catalyst.plans.logical.UnionLoopRef;
import org.apache.spark.sql.catalyst.plans.logical.Window;
import scala.collection.Iterable;

/**
 * Where each column of an analysed plan comes from: bottom-up by expression id, from what governed reads give out. What stands
 * below a barrier is the policy's own affair and is not looked at, but for the query of a view. Plans beyond the bounds give an incomplete answer, not a
 * wrong one. Used by one thread, once.
 */
public final class ColumnLineage {
    private static final int MOST_COLUMNS = 2_000;
    private static final int MOST_EDGES = 10_000;
    private static final int MOST_ROUNDS = 1_000;
    /** What has columns of its own that come from no table. */
    private static final Set<Class<?>> SOURCELESS =
            Set.of(LocalRelation.class, OneRowRelation.class, Range.class, CommandResult.class);

    private final ColumnSources sources;
    private final Set<Source> influences = new LinkedHashSet<>();
    private final Map<Long, List<Attribute>> commonTables = new HashMap<>();
    private boolean complete = true;
    private boolean knowsAll = true;
    private int rounds;

    private ColumnLineage(ColumnSources sources) {
        this.sources = sources;
    }

    /** The column flow of an analysed plan that reads these tables. */
    public static ColumnFlow of(LogicalPlan plan, List<GovernedRead> reads) {
        ColumnLineage lineage = new ColumnLineage(ColumnSources.of(reads));
        lineage.visit(plan);
        return lineage.flow(PlanTargets.outputs(plan));
    }

    /** What can be asked of an analysed plan whose reads give out these columns. */
    static ColumnLineage over(LogicalPlan plan, Map<ExprId, Set<Source>> read) {
        ColumnLineage lineage = new ColumnLineage(new ColumnSources(read));
        lineage.visit(plan);
        return lineage;
    }

    /** The table columns that a value of the plan depends on. */
    Set<Source> of(Expression value) {
        return sources.of(value);
    }

    /** Whether it is certain that a value depends on no more than it is said to. */
    boolean isWhole() {
        return complete && knowsAll && sources.complete();
    }

    private ColumnFlow flow(List<PlanTargets.Output> outputs) {
        List<OutputColumn> columns = new ArrayList<>();
        int edges = 0;
        for (PlanTargets.Output output : outputs) {
            Set<Source> from = sources.of(output.value());
            edges += from.size();
            if (columns.size() == MOST_COLUMNS || edges > MOST_EDGES) {
                complete = false;
                break;
            }
            columns.add(new OutputColumn(output.name(), List.copyOf(from)));
        }
        boolean allInfluences = influences.size() <= MOST_EDGES;
        List<Source> kept = influences.stream().limit(MOST_EDGES).toList();
        return new ColumnFlow(columns, kept, complete && allInfluences && sources.complete());
    }

    private void visit(LogicalPlan node) {
        if (node instanceof PolicyBarrier) {
            return;
        }
        if (node instanceof UnionLoop loop) {
            repeat(loop);
            return;
        }
        if (node instanceof ViewBarrier barrier && barrier.columns().isPresent()) {
            through(barrier, barrier.columns().get());
            return;
        }
        PlanTree.below(node).forEach(this::visit);
        if (!influencesOf(node) && !combines(node)) {
            defines(node);
        }
    }

    /** A view gives out the columns of its query, each once: masked or not, what its policy looks at is that one's own affair. */
    private void through(ViewBarrier barrier, Project columns) {
        visit(columns);
        Map<String, NamedExpression> byName = new HashMap<>();
        ScalaInterop.list(columns.projectList()).forEach(column -> byName.put(column.name(), column));
        for (Attribute column : ScalaInterop.list(barrier.output())) {
            Optional.ofNullable(byName.get(column.name())).ifPresent(given -> {
                Set<Source> from = sources.of((Expression) given);
                sources.add(column, barrier.masks(column) ? ColumnSources.masked(from) : from);
            });
        }
    }

    /** Each round of a recursive table reads what the last one gave: they are looked at until that adds nothing. */
    private void repeat(UnionLoop loop) {
        List<Attribute> given = ScalaInterop.list(loop.output());
        commonTables.put(loop.id(), given);
        visit(loop.anchor());
        alike(given, ScalaInterop.list(loop.anchor().output()));
        int before;
        do {
            before = sources.edges();
            visit(loop.recursion());
            alike(given, ScalaInterop.list(loop.recursion().output()));
            rounds++;
        } while (sources.edges() > before && rounds < MOST_ROUNDS);
        complete &= rounds < MOST_ROUNDS;
    }

    /** Nodes that let their input's columns through and decide about rows. */
    private boolean influencesOf(LogicalPlan node) {
        if (node instanceof Filter filter) {
            influence(filter.condition(), Flow.FILTER);
        } else if (node instanceof Join join) {
            ScalaInterop.optional(join.condition()).ifPresent(condition -> influence(condition, Flow.JOIN));
        } else if (node instanceof Sort sort) {
            ScalaInterop.list(sort.order()).forEach(order -> influence(order, Flow.SORT));
        } else if (node instanceof Deduplicate deduplicate) {
            ScalaInterop.list(deduplicate.keys()).forEach(key -> influence(key, Flow.GROUP_BY));
        } else if (node instanceof Distinct distinct) {
            ScalaInterop.list(distinct.output()).forEach(key -> influence(key, Flow.GROUP_BY));
        } else if (node instanceof Intersect intersect) {
            ScalaInterop.list(intersect.right().output()).forEach(column -> influence(column, Flow.JOIN));
        } else if (node instanceof Except except) {
            ScalaInterop.list(except.right().output()).forEach(column -> influence(column, Flow.JOIN));
        } else {
            return false;
        }
        return true;
    }

    private void influence(Expression expression, Flow flow) {
        influences.addAll(ColumnSources.through(sources.of(expression), flow));
    }

    /** Nodes whose columns stand for columns of other nodes, by position. */
    private boolean combines(LogicalPlan node) {
        if (node instanceof Union) {
            for (LogicalPlan child : ScalaInterop.list(node.children())) {
                alike(ScalaInterop.list(node.output()), ScalaInterop.list(child.output()));
            }
        } else if (node instanceof CTERelationDef definition) {
            commonTables.put(definition.id(), ScalaInterop.list(definition.output()));
        } else if (node instanceof CTERelationRef reference) {
            alike(ScalaInterop.list(reference.output()), commonTables.getOrDefault(reference.cteId(), List.of()));
        } else if (node instanceof UnionLoopRef round) {
            alike(ScalaInterop.list(round.output()), commonTables.getOrDefault(round.loopId(), List.of()));
        } else if (node instanceof Expand expand) {
            for (Iterable<Expression> row : ScalaInterop.list(expand.projections())) {
                alike(ScalaInterop.list(expand.output()), ScalaInterop.list(row));
            }
        } else if (node instanceof MergeRows merge) {
            ScalaInterop.list(merge.instructions()).forEach(instruction -> merge(merge, instruction));
        } else {
            return false;
        }
        return true;
    }

    /** One branch of a MERGE: what it makes of a row, where its condition holds. */
    private void merge(MergeRows merge, MergeRows.Instruction branch) {
        List<Attribute> columns = ScalaInterop.list(merge.output());
        Set<Source> chosen = ColumnSources.through(sources.of(branch.condition()), Flow.CONDITIONAL);
        for (Iterable<Expression> row : ScalaInterop.list(branch.outputs())) {
            alike(columns, ScalaInterop.list(row));
            columns.forEach(column -> sources.add(column, chosen));
        }
    }

    private void alike(List<? extends Attribute> columns, List<? extends Expression> values) {
        for (int position = 0; position < Math.min(columns.size(), values.size()); position++) {
            sources.add(columns.get(position), sources.of(values.get(position)));
        }
    }

    /** Nodes that compute columns. */
    private void defines(LogicalPlan node) {
        if (node instanceof Project project) {
            ScalaInterop.list(project.projectList()).forEach(this::define);
        } else if (node instanceof Aggregate aggregate) {
            ScalaInterop.list(aggregate.groupingExpressions()).forEach(key -> influence(key, Flow.GROUP_BY));
            ScalaInterop.list(aggregate.aggregateExpressions()).forEach(this::define);
        } else if (node instanceof Window window) {
            ScalaInterop.list(window.windowExpressions()).forEach(this::define);
        } else if (node instanceof Generate generate) {
            Set<Source> from =
                    ColumnSources.through(sources.of((Expression) generate.generator()), Flow.TRANSFORMATION);
            ScalaInterop.list(generate.generatorOutput()).forEach(column -> sources.add(column, from));
        } else {
            definesOtherwise(node);
        }
    }

    private void define(NamedExpression column) {
        sources.add(column, sources.of((Expression) column));
    }

    /** Any other node that makes columns of its own is taken to make each out of all of its input. */
    private void definesOtherwise(LogicalPlan node) {
        List<Attribute> input = new ArrayList<>();
        ScalaInterop.list(node.children()).forEach(child -> input.addAll(ScalaInterop.list(child.output())));
        List<Attribute> made = new ArrayList<>(ScalaInterop.list(node.output()));
        made.removeIf(column -> sources.knows(column)
                || input.stream().anyMatch(given -> given.exprId().equals(column.exprId())));
        if (made.isEmpty() || input.isEmpty()) {
            knowsAll &= made.isEmpty() || SOURCELESS.contains(node.getClass());
            return;
        }
        Set<Source> all = new LinkedHashSet<>();
        input.forEach(column -> all.addAll(ColumnSources.through(sources.of(column), Flow.TRANSFORMATION)));
        made.forEach(column -> sources.add(column, all));
    }
}
