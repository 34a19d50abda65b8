package io.paladio.carbon.spark.catalyst;

import io.paladio.carbon.lineage.StatementRecord.Flow;
import io.paladio.carbon.lineage.StatementRecord.Source;
import io.paladio.carbon.policy.Securable;
import io.paladio.carbon.spark.catalyst.PlanReads.PlanRead;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.ExprId;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.RowLevelWrite;
import org.apache.spark.sql.catalyst.plans.logical.Union;
import org.apache.spark.sql.catalyst.plans.logical.V2CreateTableAsSelectPlan;
import org.apache.spark.sql.catalyst.plans.logical.V2WriteCommand;
import org.apache.spark.sql.catalyst.plans.logical.WithCTE;
import org.apache.spark.sql.connector.catalog.StagedTable;
import org.apache.spark.sql.execution.datasources.v2.DataSourceV2Relation;

/**
 * What the commands of an analysed plan store, and where its values come from (S14). The rows of each can be given a mark of what they
 * owe, which stays with them until they are written. Used by one thread.
 */
public final class Derivation {
    private final LogicalPlan plan;
    private final List<PlanRead> reads;
    private final Map<ExprId, Set<Source>> columns;
    private final ColumnLineage lineage;

    /** The rows that one command stores. */
    public record StoredRows(Optional<Securable> target, List<StoredColumn> columns) {
        public StoredRows {
            columns = List.copyOf(columns);
        }
    }

    private Derivation(LogicalPlan plan) {
        this.plan = plan;
        List<PlanRead> all = PlanReads.of(plan);
        this.reads = all.stream().filter(read -> !read.isWritten()).toList();
        this.columns = with(ReadColumns.ofViews(plan), ReadColumns.of(reads));
        // A MERGE that only inserts looks for its target's keys by the very node that stands for what is written.
        this.lineage = ColumnLineage.over(plan, with(ReadColumns.ofViews(plan), ReadColumns.of(all)));
    }

    private static Map<ExprId, Set<Source>> with(Map<ExprId, Set<Source>> views, Map<ExprId, Set<Source>> tables) {
        Map<ExprId, Set<Source>> columns = new HashMap<>(views);
        columns.putAll(tables);
        return columns;
    }

    /** Empty where the plan stores nothing, or nothing that was not marked before. */
    public static Optional<Derivation> of(LogicalPlan plan) {
        return stores(plan) ? Optional.of(new Derivation(plan)) : Optional.empty();
    }

    /** Whether a value may depend on any column of the source's table. */
    public static boolean isOfAnyColumn(Source source) {
        return source.column().equals(ReadColumns.ANY);
    }

    /** The tables whose values the plan reads. */
    public Set<Securable> sources() {
        return columns.values().stream()
                .flatMap(Set::stream)
                .map(Source::table)
                .collect(Collectors.toUnmodifiableSet());
    }

    /** The views with a policy of their own that the plan reads. */
    public List<ViewBarrier> views() {
        return ViewProof.of(plan).barriers();
    }

    /** Has the catalog serve a table of the plan again, as it does when a statement names it. */
    public void reload(Securable table) {
        reads.stream()
                .map(PlanRead::relation)
                .filter(relation ->
                        GovernedRelations.table(relation).filter(table::equals).isPresent())
                .forEach(GovernedRelations::reload);
    }

    /** The plan, with a mark on the rows of each command for which there is one. */
    public LogicalPlan marked(Function<StoredRows, Optional<OwedRows.Mark>> marks) {
        return marked(plan, marks);
    }

    private LogicalPlan marked(LogicalPlan node, Function<StoredRows, Optional<OwedRows.Mark>> marks) {
        if (holdsCommands(node)) {
            return node.mapChildren(ScalaInterop.function(child -> marked(child, marks)));
        }
        if (!isUnmarked(node)) {
            return node;
        }
        return marks.apply(stored(node)).map(mark -> mark.on(node)).orElse(node);
    }

    private static boolean stores(LogicalPlan node) {
        return holdsCommands(node)
                ? ScalaInterop.list(node.children()).stream().anyMatch(Derivation::stores)
                : isUnmarked(node);
    }

    /** Common tables stand around a command, and several that take from one query stand side by side. */
    private static boolean holdsCommands(LogicalPlan node) {
        return node instanceof WithCTE || node instanceof Union;
    }

    /** Whether it is a command whose rows have no mark. What fills a staged table was looked at as the command that made it. */
    private static boolean isUnmarked(LogicalPlan node) {
        if (node instanceof V2WriteCommand write) {
            boolean staged =
                    write.table() instanceof DataSourceV2Relation relation && relation.table() instanceof StagedTable;
            return !staged && OwedRows.in(write.query()).isEmpty();
        }
        return node instanceof V2CreateTableAsSelectPlan create
                && OwedRows.in(create.query()).isEmpty();
    }

    private StoredRows stored(LogicalPlan command) {
        List<StoredColumn> stored = command instanceof V2WriteCommand write
                ? stored(write)
                : named(((V2CreateTableAsSelectPlan) command).query());
        return new StoredRows(PlanTargets.of(command).stream().findFirst(), stored);
    }

    private List<StoredColumn> stored(V2WriteCommand write) {
        List<Attribute> target = ScalaInterop.list(((LogicalPlan) write.table()).output());
        List<Attribute> given = ScalaInterop.list(write.query().output());
        if (write instanceof RowLevelWrite) {
            return target.stream().map(column -> byName(column, given)).toList();
        }
        if (write.table().skipSchemaResolution() || target.size() != given.size()) {
            return named(write.query());
        }
        List<StoredColumn> stored = new ArrayList<>();
        for (int place = 0; place < target.size(); place++) {
            stored.add(column(target.get(place).name(), given.get(place)));
        }
        return stored;
    }

    /** Rows that replace others carry more than the table's columns, and are told apart by name. */
    private StoredColumn byName(Attribute column, List<Attribute> given) {
        Set<Source> from = given.stream()
                .filter(value -> value.name().equals(column.name()))
                .flatMap(value -> from(value).stream())
                .collect(Collectors.toCollection(LinkedHashSet::new));
        return new StoredColumn(column.name(), column.dataType(), from);
    }

    private List<StoredColumn> named(LogicalPlan query) {
        return ScalaInterop.list(query.output()).stream()
                .map(value -> column(value.name(), value))
                .toList();
    }

    private StoredColumn column(String name, Attribute value) {
        return new StoredColumn(name, value.dataType(), from(value));
    }

    /** Where it can't be told what a value depends on, on all that is read. */
    private Set<Source> from(Attribute value) {
        return lineage.isWhole() ? lineage.of(value) : all();
    }

    private Set<Source> all() {
        Stream<Source> read = columns.values().stream().flatMap(Set::stream);
        return ColumnSources.through(read.collect(Collectors.toSet()), Flow.TRANSFORMATION);
    }
}
