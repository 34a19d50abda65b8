package io.paladio.carbon.spark.catalyst;

import io.paladio.carbon.catalog.RestrictedQuery;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.apache.spark.sql.catalyst.analysis.GetColumnByOrdinal;
import org.apache.spark.sql.catalyst.expressions.Alias;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.NamedExpression;
import org.apache.spark.sql.catalyst.expressions.UpCast;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.Project;
import org.apache.spark.sql.types.StructField;
import org.jspecify.annotations.Nullable;
import scala.collection.immutable.Seq;

/**
 * Where the policy of a view is going to stand, from the moment that the view's text is parsed. The columns of the view stand
 * right below it, by their places in the query as Iceberg takes them, and of their own types.
 *
 * <p>A node, so that nothing forgets it while names are resolved. It is exchanged for the policy once its query is resolved; a plan
 * in which one is left is refused, and has no physical form. Immutable.
 */
public final class ViewBoundary extends OneChildPlan {
    private final RestrictedQuery view;

    /** Spark makes copies of a node by its constructor: the product's elements, then what is no part of the product. */
    public ViewBoundary(LogicalPlan child, RestrictedQuery view) {
        super(child);
        this.view = view;
    }

    /** The query of a view as it was parsed, with the boundary above it; what the principal may not refer to does not come out. */
    static LogicalPlan around(LogicalPlan query, RestrictedQuery view) {
        StructField[] fields = view.schema().fields();
        List<NamedExpression> columns = new ArrayList<>();
        for (int place = 0; place < fields.length; place++) {
            columns.add(named(fields[place], upCast(at(place, fields[place]), fields[place])));
        }
        List<NamedExpression> shown = view.shown().stream()
                .<NamedExpression>map(place -> named(fields[place], at(place, fields[place])))
                .toList();
        return new Project(
                ScalaInterop.seq(shown), new ViewBoundary(new Project(ScalaInterop.seq(columns), query), view));
    }

    private static Expression at(int place, StructField field) {
        return new GetColumnByOrdinal(place, field.dataType());
    }

    private static Expression upCast(Expression column, StructField field) {
        return new UpCast(column, field.dataType(), ScalaInterop.seq(List.of()));
    }

    private static Alias named(StructField field, Expression value) {
        return new Alias(
                value,
                field.name(),
                NamedExpression.newExprId(),
                ScalaInterop.seq(List.of()),
                scala.Option.apply(field.metadata()),
                ScalaInterop.seq(List.of()));
    }

    /** The view below the boundary. */
    public RestrictedQuery view() {
        return view;
    }

    @Override
    public LogicalPlan withNewChildInternal(LogicalPlan changed) {
        return new ViewBoundary(changed, view);
    }

    @Override
    public Seq<Object> otherCopyArgs() {
        return ScalaInterop.seq(List.of(view));
    }

    @Override
    public Seq<Attribute> metadataOutput() {
        return ScalaInterop.seq(List.of());
    }

    @Override
    public String nodeName() {
        return "ViewBoundary";
    }

    @Override
    public String simpleString(int maxFields) {
        return "ViewBoundary " + view.view();
    }

    @Override
    public String verboseString(int maxFields) {
        return simpleString(maxFields);
    }

    @Override
    public String verboseStringWithSuffix(int maxFields) {
        return simpleString(maxFields);
    }

    @Override
    public int productArity() {
        return 1;
    }

    @Override
    public Object productElement(int index) {
        if (index != 0) {
            throw new IndexOutOfBoundsException(index);
        }
        return child();
    }

    @Override
    public String productPrefix() {
        return "ViewBoundary";
    }

    @Override
    public boolean canEqual(@Nullable Object other) {
        return other instanceof ViewBoundary;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return this == other
                || other instanceof ViewBoundary that && view.equals(that.view) && child().equals(that.child());
    }

    @Override
    public int hashCode() {
        return Objects.hash(view.view(), child());
    }
}
