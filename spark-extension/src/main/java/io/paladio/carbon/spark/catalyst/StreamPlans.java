package io.paladio.carbon.spark.catalyst;

import io.paladio.carbon.catalog.StreamedTable;
import io.paladio.carbon.policy.Securable;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.spark.sql.catalyst.analysis.UnresolvedRelation;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.plans.logical.Filter;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.Project;
import org.apache.spark.sql.catalyst.plans.logical.SubqueryAlias;
import org.apache.spark.sql.catalyst.plans.logical.Union;
import org.apache.spark.sql.catalyst.streaming.StreamingRelationV2;
import org.apache.spark.sql.catalyst.streaming.WriteToStream;
import org.apache.spark.sql.catalyst.streaming.WriteToStreamStatement;

/**
 * Plans that define a stream. None of them reads: what stands in them for a table has no rows, and each batch becomes a statement of
 * its own ({@link StreamBatch}). Stateless.
 */
public final class StreamPlans {
    /** What needs no memory of earlier batches, and nothing beside the batch's rows. */
    private static final Set<Class<?>> NODES = Set.of(
            Project.class,
            Filter.class,
            SubqueryAlias.class,
            Union.class,
            StreamingRelationV2.class,
            WriteToStream.class,
            WriteToStreamStatement.class);

    private StreamPlans() {}

    /** Whether the plan, not resolved, reads a table as a stream. */
    public static boolean namesStream(LogicalPlan plan) {
        Search search = new Search();
        PlanWalk.walk(plan, search);
        return search.names;
    }

    /** An option of the node, where it reads a table as a stream. */
    public static Optional<String> option(LogicalPlan node) {
        return node instanceof UnresolvedRelation relation && relation.isStreaming()
                ? relation.options().keySet().stream().findFirst()
                : Optional.empty();
    }

    /** The relation of a stream with a source that gives out snapshots alone; empty where the node is none that a governed catalog served. */
    public static Optional<LogicalPlan> source(LogicalPlan node) {
        if (!(node instanceof StreamingRelationV2 stream) || stream.table() instanceof StreamedTable) {
            return Optional.empty();
        }
        return ScalaInterop.optional(stream.catalog())
                .flatMap(catalog -> ScalaInterop.optional(stream.identifier())
                        .flatMap(identifier -> StreamedTable.of(catalog, identifier, stream.table())))
                .filter(source -> stream.extraOptions().isEmpty())
                .map(source -> new StreamingRelationV2(
                        stream.source(),
                        source.name(),
                        source,
                        stream.extraOptions(),
                        stream.output(),
                        stream.catalog(),
                        stream.identifier(),
                        scala.Option.empty()));
    }

    /** Why a plan that holds a stream is none that can be governed; empty for every other plan. */
    public static Optional<String> fault(LogicalPlan plan) {
        Search search = new Search();
        PlanWalk.walk(plan, search);
        if (search.streams.isEmpty()) {
            return Optional.empty();
        }
        if (search.other.isPresent()) {
            return Optional.of(search.other.get() + " in a stream is not supported: columns, filters and unions are");
        }
        List<Securable> sources = sources(search.streams);
        if (sources.size() < search.streams.size()) {
            return Optional.of("its source is no table of a governed catalog, as it is and without options");
        }
        return Set.copyOf(sources).size() < sources.size() ? Optional.of("it reads a table twice") : Optional.empty();
    }

    /** The tables that the plan reads as streams. */
    static Set<Securable> sources(LogicalPlan plan) {
        Search search = new Search();
        PlanWalk.walk(plan, search);
        return new HashSet<>(sources(search.streams));
    }

    private static List<Securable> sources(List<StreamingRelationV2> streams) {
        return streams.stream()
                .filter(stream -> stream.table() instanceof StreamedTable)
                .map(stream -> ((StreamedTable) stream.table()).securable())
                .toList();
    }

    private static final class Search implements PlanWalk.Visitor {
        private final List<StreamingRelationV2> streams = new ArrayList<>();
        private Optional<String> other = Optional.empty();
        private boolean names;

        @Override
        public void node(LogicalPlan node, Optional<PolicyBarrier> barrier) {
            names |= node instanceof UnresolvedRelation relation && relation.isStreaming();
            if (node instanceof StreamingRelationV2 stream) {
                streams.add(stream);
            }
            if (!NODES.contains(node.getClass())) {
                other = Optional.of(node.nodeName());
            }
        }

        @Override
        public void expression(Expression expression, LogicalPlan owner) {}
    }
}
