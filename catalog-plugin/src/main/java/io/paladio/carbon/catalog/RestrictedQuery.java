package io.paladio.carbon.catalog;

import io.paladio.carbon.policy.Column;
import io.paladio.carbon.policy.EffectivePolicy;
import io.paladio.carbon.policy.Mask;
import io.paladio.carbon.policy.Securable;
import io.paladio.carbon.policy.resolve.ReadSchema;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.iceberg.spark.source.SparkView;
import org.apache.spark.sql.types.StructType;

/**
 * The query of a persistent view, with what a policy must know of it to stand around it. Immutable.
 *
 * @param policy what restricts the principal on the view
 * @param text the query, as the face keeps it
 * @param made what the query's columns were called when the view was made, in their order
 * @param schema the view's own columns, those that the principal may not refer to among them
 * @param bound the same columns with their field-ids: what policies are bound to (S10)
 */
public record RestrictedQuery(
        EffectivePolicy policy, String text, List<String> made, StructType schema, ReadSchema bound) {
    public RestrictedQuery {
        made = List.copyOf(made);
    }

    static RestrictedQuery of(SparkView view, EffectivePolicy policy) {
        List<String> made = List.of(view.queryColumnNames());
        return new RestrictedQuery(
                policy,
                view.query(),
                made.isEmpty() ? List.of(view.schema().fieldNames()) : made,
                ShownColumns.of(view.schema()),
                schema(view));
    }

    /** What policies on the view are bound to. */
    static ReadSchema schema(SparkView view) {
        return ReadSchema.asIs(IcebergSchemas.of(view.view().schema()));
    }

    /** The view's own coordinate, whatever the statement called it. */
    public Securable view() {
        return policy.table();
    }

    /** The places of the columns that the principal may refer to. */
    public List<Integer> shown() {
        Set<Integer> denied = denied(policy);
        List<Column> columns = bound.read().columns();
        return IntStream.range(0, columns.size())
                .filter(place -> !denied.contains(columns.get(place).fieldId()))
                .boxed()
                .toList();
    }

    /** Whether a policy leaves all columns that are shown. */
    public boolean isShownUnder(EffectivePolicy other) {
        Set<Integer> denied = denied(other);
        return shown().stream()
                .noneMatch(place ->
                        denied.contains(bound.read().columns().get(place).fieldId()));
    }

    private static Set<Integer> denied(EffectivePolicy policy) {
        return policy.masks().stream()
                .filter(mask -> mask.mask() instanceof Mask.Deny)
                .map(mask -> mask.column().fieldId())
                .collect(Collectors.toUnmodifiableSet());
    }
}
