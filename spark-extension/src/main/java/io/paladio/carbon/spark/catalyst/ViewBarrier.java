package io.paladio.carbon.spark.catalyst;

import io.paladio.carbon.catalog.RestrictedQuery;
import io.paladio.carbon.policy.EffectivePolicy;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.apache.spark.sql.catalyst.expressions.Alias;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.AttributeMap$;
import org.apache.spark.sql.catalyst.expressions.AttributeReference;
import org.apache.spark.sql.catalyst.expressions.NamedExpression;
import org.apache.spark.sql.catalyst.plans.logical.LocalRelation;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.Project;
import org.apache.spark.sql.catalyst.plans.logical.Statistics;
import org.apache.spark.sql.execution.SparkPlan;
import org.apache.spark.sql.execution.adaptive.LogicalQueryStage;
import org.apache.spark.sql.execution.datasources.v2.DataSourceV2ScanRelation;
import org.apache.spark.sql.internal.SQLConf;
import org.jspecify.annotations.Nullable;
import scala.collection.immutable.Seq;
import scala.math.BigInt;

/**
 * The barrier of a persistent view: between it and the {@link ViewRows} below stands the view's own policy, and below those the
 * view's query with the policies of what that reads (S13).
 *
 * <p>As a restricted table does, it says of its size only whether that is small: a size would count hidden rows. Immutable.
 */
public final class ViewBarrier extends Barrier {
    private static final BigInt SMALL = BigInt.apply(8L << 20);
    private static final BigInt TOLD = BigInt.apply(1);

    private final Origin origin;

    /**
     * What a barrier was made of, whatever became of it since.
     *
     * @param compiled what the policy was compiled to, above a stand-in for the view's query
     */
    record Origin(RestrictedQuery view, LogicalPlan compiled) {}

    /** Spark makes copies of a node by its constructor: the product's elements, then what is no part of the product. */
    public ViewBarrier(EffectivePolicy policy, LogicalPlan child, RowPlacement placement, Origin origin) {
        super(policy, child, placement);
        this.origin = origin;
    }

    /** The barrier above what the policy of a view was compiled to. */
    static ViewBarrier of(EffectivePolicy policy, LogicalPlan compiled, RestrictedQuery view) {
        return new ViewBarrier(policy, compiled, RowPlacement.AS_STORED, new Origin(view, overStandIn(compiled)));
    }

    private static LogicalPlan overStandIn(LogicalPlan compiled) {
        return compiled instanceof ViewRows rows
                ? new LocalRelation(rows.output(), ScalaInterop.seq(List.of()), false, scala.Option.empty())
                : compiled.mapChildren(ScalaInterop.function(ViewBarrier::overStandIn));
    }

    @Override
    public ViewBarrier placed(RowPlacement other) {
        ViewBarrier changed = new ViewBarrier(policy(), child(), other, origin);
        changed.copyTagsFrom(this);
        return changed;
    }

    @Override
    SparkPlan planned(SparkPlan below) {
        return placement().of(below, column -> true);
    }

    @Override
    List<Barrier> within() {
        return rows().map(rows -> nearest(rows.child())).orElse(List.of());
    }

    private static List<Barrier> nearest(LogicalPlan plan) {
        return plan instanceof Barrier barrier
                ? List.of(barrier)
                : PlanTree.below(plan).stream()
                        .flatMap(below -> nearest(below).stream())
                        .toList();
    }

    /** The view below the barrier. */
    public RestrictedQuery view() {
        return origin.view();
    }

    /** Whether the principal sees a mask, whole or within, in place of the column. */
    boolean masks(Attribute column) {
        return MaskedColumns.of(policy(), view().bound().read()).contains(column.name());
    }

    /** The rows of the view's query, where nothing but the policy stands between; none where they have been worked out. */
    Optional<ViewRows> rows() {
        return lowest(child()).filter(rows -> isOf(rows.policy()));
    }

    private static Optional<ViewRows> lowest(LogicalPlan plan) {
        if (plan instanceof ViewRows rows) {
            return Optional.of(rows);
        }
        if (plan instanceof LogicalQueryStage running) {
            return lowest(running.logicalPlan());
        }
        return plan.children().size() == 1 && !(plan instanceof Barrier)
                ? lowest(plan.children().head())
                : Optional.empty();
    }

    /** The columns of the view before its policy: what the query gives, by place, under the view's names. */
    Optional<Project> columns() {
        return above(child());
    }

    private static Optional<Project> above(LogicalPlan plan) {
        if (plan instanceof Project project && project.child() instanceof ViewRows) {
            return Optional.of(project);
        }
        return plan.children().size() == 1 && !(plan instanceof Barrier)
                ? above(plan.children().head())
                : Optional.empty();
    }

    /**
     * Whether between the barrier and the view's query stands what the policy was compiled to, but for the numbers of its columns.
     * So it is until the plan is optimized.
     */
    public boolean isAsCompiled() {
        return rows().isPresent() && overStandIn(child()).sameResult(origin.compiled());
    }

    /** Whether Spark has optimized what is below. */
    public boolean isOptimized() {
        return child().exists(ScalaInterop.<LogicalPlan, Object>function(
                node -> node instanceof DataSourceV2ScanRelation || node instanceof LogicalQueryStage));
    }

    /** The boundary in whose place the barrier stands, above the view's query as the argument has it. */
    ViewBoundary boundary(UnaryOperator<LogicalPlan> query) {
        Map<String, Attribute> seen = ScalaInterop.list(output()).stream()
                .collect(Collectors.toUnmodifiableMap(Attribute::name, Function.identity()));
        Project columns = columns().orElseThrow();
        List<NamedExpression> given = ScalaInterop.list(columns.projectList()).stream()
                .map(column -> Optional.ofNullable(seen.get(column.name()))
                        .<NamedExpression>map(
                                outer -> PolicyWrap.reissued((AttributeReference) outer, ((Alias) column).child()))
                        .orElse(column))
                .toList();
        LogicalPlan below = query.apply(((ViewRows) columns.child()).child());
        return new ViewBoundary(new Project(ScalaInterop.seq(given), below), view());
    }

    @Override
    public Statistics stats() {
        boolean small = child().stats().sizeInBytes().compare(SMALL) <= 0;
        BigInt told = small ? TOLD : BigInt.apply(SQLConf.get().defaultSizeInBytes());
        return new Statistics(told, scala.Option.empty(), AttributeMap$.MODULE$.empty(), false);
    }

    @Override
    public LogicalPlan withNewChildInternal(LogicalPlan changed) {
        return new ViewBarrier(policy(), changed, placement(), origin);
    }

    @Override
    public Seq<Object> otherCopyArgs() {
        return ScalaInterop.seq(List.of(origin));
    }

    @Override
    public int productArity() {
        return 3;
    }

    @Override
    public Object productElement(int index) {
        return switch (index) {
            case 0 -> policy();
            case 1 -> child();
            case 2 -> placement();
            default -> throw new IndexOutOfBoundsException(index);
        };
    }

    @Override
    public boolean canEqual(@Nullable Object other) {
        return other instanceof ViewBarrier;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return this == other
                || other instanceof ViewBarrier that
                        && isOf(that.policy())
                        && placement() == that.placement()
                        && child().equals(that.child());
    }

    @Override
    public int hashCode() {
        return Objects.hash(policy().etag(), policy().principal().name(), child());
    }
}
