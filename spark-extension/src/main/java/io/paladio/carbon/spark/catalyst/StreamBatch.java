package io.paladio.carbon.spark.catalyst;

import io.paladio.carbon.catalog.AppendedRange;
import io.paladio.carbon.catalog.SnapshotOffset;
import io.paladio.carbon.catalog.SnapshotStream;
import io.paladio.carbon.catalog.StreamStamp;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.spark.sql.catalyst.analysis.RelationTimeTravel;
import org.apache.spark.sql.catalyst.analysis.UnresolvedAttribute;
import org.apache.spark.sql.catalyst.analysis.UnresolvedRelation;
import org.apache.spark.sql.catalyst.expressions.Alias;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.AttributeReference;
import org.apache.spark.sql.catalyst.expressions.Cast$;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.NamedExpression;
import org.apache.spark.sql.catalyst.expressions.objects.AssertNotNull;
import org.apache.spark.sql.catalyst.plans.logical.AppendData;
import org.apache.spark.sql.catalyst.plans.logical.LocalRelation;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.Project;
import org.apache.spark.sql.connector.catalog.CatalogPlugin;
import org.apache.spark.sql.connector.catalog.Identifier;
import org.apache.spark.sql.connector.catalog.TableWritePrivilege;
import org.apache.spark.sql.execution.QueryExecution;
import org.apache.spark.sql.execution.datasources.v2.DataSourceV2Relation;
import org.apache.spark.sql.execution.datasources.v2.StreamingDataSourceV2ScanRelation;
import org.apache.spark.sql.execution.streaming.runtime.IncrementalExecution;
import org.apache.spark.sql.execution.streaming.sources.WriteToMicroBatchDataSource;
import org.apache.spark.sql.types.Metadata;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/**
 * A batch of a stream, as the statement that it stands for (S15): {@code INSERT INTO target BY NAME SELECT … FROM source} over the
 * rows that its snapshots appended, all tables by their names.
 *
 * <p>Nothing of a stream is resolved before its batch is. So the batch goes the way of every statement: one question to Index at its
 * start, barriers, checks, seal, obligations and a record of its own; what holds for statements holds for it. Immutable.
 */
public final class StreamBatch {
    private final WriteToMicroBatchDataSource batch;
    private final DataSourceV2Relation target;
    private final StreamStamp stamp;

    private StreamBatch(WriteToMicroBatchDataSource batch, DataSourceV2Relation target, StreamStamp stamp) {
        this.batch = batch;
        this.target = target;
        this.stamp = stamp;
    }

    /** The batch that a plan is; empty for every other plan. */
    public static Optional<StreamBatch> of(LogicalPlan plan) {
        if (!(plan instanceof WriteToMicroBatchDataSource batch)) {
            return Optional.empty();
        }
        return ScalaInterop.optional(batch.relation())
                .flatMap(target -> ScalaInterop.optional(batch.batchId())
                        .map(number ->
                                new StreamBatch(batch, target, new StreamStamp(batch.queryId(), (Long) number))));
    }

    /** Whether the query is what Spark puts around a batch, whose statement is a query of its own. */
    public static boolean isFrame(QueryExecution query) {
        return query instanceof IncrementalExecution;
    }

    /** The statement. */
    public LogicalPlan statement() {
        UnresolvedRelation named = new UnresolvedRelation(
                name(target.catalog(), target.identifier()), CaseInsensitiveStringMap.empty(), false);
        return new AppendData(
                named.requireWritePrivileges(ScalaInterop.seq(List.of(TableWritePrivilege.INSERT))),
                read(batch.query()),
                ScalaInterop.map(stamp.options()),
                true,
                scala.Option.empty(),
                scala.Option.empty());
    }

    /** Whether its rows are stored: the stream ended before it took note of that. */
    public boolean isStored() {
        return GovernedRelations.reload(target).filter(stamp::isIn).isPresent();
    }

    /** What is to be done for a batch that is stored. */
    public static LogicalPlan nothing() {
        return empty(ScalaInterop.seq(List.of()));
    }

    private static LogicalPlan read(LogicalPlan plan) {
        if (plan instanceof StreamingDataSourceV2ScanRelation source && source.stream() instanceof SnapshotStream) {
            return new Project(columns(source.output()), rows(source));
        }
        // A source without new rows. Spark runs nothing outside a stream that says of itself to be of one.
        return plan instanceof LocalRelation rows
                        && rows.isStreaming()
                        && rows.data().isEmpty()
                ? empty(rows.output())
                : plan.mapChildren(ScalaInterop.function(StreamBatch::read));
    }

    private static LogicalPlan empty(scala.collection.immutable.Seq<Attribute> columns) {
        return new LocalRelation(columns, ScalaInterop.seq(List.of()), false, scala.Option.empty());
    }

    /** What the latest snapshot holds, to begin with; then what the snapshots since appended. */
    private static LogicalPlan rows(StreamingDataSourceV2ScanRelation source) {
        Optional<Long> behind = snapshot(source.startOffset());
        long upTo = snapshot(source.endOffset()).orElseThrow();
        Map<String, String> range =
                behind.map(start -> AppendedRange.options(start, upTo)).orElse(Map.of());
        UnresolvedRelation named = new UnresolvedRelation(
                name(source.catalog(), source.identifier()), new CaseInsensitiveStringMap(range), false);
        return behind.isPresent()
                ? named
                : new RelationTimeTravel(named, scala.Option.empty(), scala.Option.apply(Long.toString(upTo)));
    }

    private static Optional<Long> snapshot(scala.Option<org.apache.spark.sql.connector.read.streaming.Offset> offset) {
        return ScalaInterop.optional(offset)
                .filter(SnapshotOffset.class::isInstance)
                .flatMap(found -> ((SnapshotOffset) found).snapshot());
    }

    private static scala.collection.immutable.Seq<String> name(
            scala.Option<CatalogPlugin> catalog, scala.Option<Identifier> identifier) {
        List<String> name = new ArrayList<>();
        name.add(catalog.get().name());
        name.addAll(Arrays.asList(identifier.get().namespace()));
        name.add(identifier.get().name());
        return ScalaInterop.seq(name);
    }

    /** The columns under the ids by which the stream refers to them, of the types that it was defined with. */
    private static scala.collection.immutable.Seq<NamedExpression> columns(
            scala.collection.immutable.Seq<AttributeReference> seen) {
        return ScalaInterop.seq(ScalaInterop.list(seen).stream()
                .<NamedExpression>map(column -> new Alias(
                        value(column),
                        column.name(),
                        column.exprId(),
                        column.qualifier(),
                        scala.Option.apply(Metadata.empty()),
                        ScalaInterop.seq(List.of())))
                .toList());
    }

    private static Expression value(AttributeReference column) {
        Expression named = new UnresolvedAttribute(ScalaInterop.seq(List.of(column.name())));
        Expression typed = Cast$.MODULE$.apply(named, column.dataType(), true);
        return column.nullable() ? typed : new AssertNotNull(typed, ScalaInterop.seq(List.of()));
    }
}
