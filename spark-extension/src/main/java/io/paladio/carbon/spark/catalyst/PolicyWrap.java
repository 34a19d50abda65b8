package io.paladio.carbon.spark.catalyst;

import io.paladio.carbon.catalog.GovernedRawTable;
import io.paladio.carbon.catalog.GovernedTable;
import io.paladio.carbon.catalog.InsideBarrier;
import io.paladio.carbon.policy.Column;
import io.paladio.carbon.policy.EffectivePolicy;
import io.paladio.carbon.policy.mask.MaskSecrets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.catalyst.expressions.Alias;
import org.apache.spark.sql.catalyst.expressions.AttributeReference;
import org.apache.spark.sql.catalyst.expressions.NamedExpression;
import org.apache.spark.sql.catalyst.plans.logical.Filter;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.Project;
import org.apache.spark.sql.execution.datasources.v2.DataSourceV2Relation;

/**
 * Puts a restricted principal's relation under its policy: barrier(project of masks(filter(relation))).
 *
 * <p>The relation below gets expression ids of its own and the masks re-issue the old ones. An alias with the id of the very
 * attribute that it reads would be removed by the optimizer as doing nothing, and raw values would come out. Stateless.
 */
public final class PolicyWrap {
    private PolicyWrap() {}

    /** What stands in the place of the relation. */
    public static LogicalPlan wrap(DataSourceV2Relation outer, GovernedTable table, MaskSecrets secrets) {
        EffectivePolicy policy = table.policy();
        GovernedRawTable raw = table.inner();
        DataSourceV2Relation inner = inside(outer, raw);
        List<AttributeReference> attributes = ScalaInterop.list(inner.output());
        FieldBinding fields = FieldBinding.of(policy, raw.governedSchema(), attributes);
        LogicalPlan filtered = policy.rowFilter()
                .<LogicalPlan>map(
                        filter -> new Filter(new ExpressionCompiler(fields).compile(filter.condition()), inner))
                .orElse(inner);
        NestedMasks masks = new NestedMasks(policy, new MaskCompiler(policy, secrets), fields);
        LogicalPlan counted = ShadowWrap.above(filtered, raw.securable(), fields);
        Project masked = new Project(outputs(outer, raw, attributes, masks), counted);
        return PolicyBarrier.of(policy, masked, BarrierRows.SEEN, outer);
    }

    private static DataSourceV2Relation inside(DataSourceV2Relation outer, GovernedRawTable raw) {
        return DataSourceV2Relation.create(
                raw,
                outer.catalog(),
                ScalaInterop.option(ScalaInterop.optional(outer.identifier()).map(InsideBarrier::of)),
                outer.options(),
                outer.timeTravelSpec());
    }

    private static scala.collection.immutable.Seq<NamedExpression> outputs(
            DataSourceV2Relation outer, GovernedRawTable raw, List<AttributeReference> attributes, NestedMasks masks) {
        Map<String, Integer> places = new HashMap<>();
        for (int place = 0; place < attributes.size(); place++) {
            places.put(attributes.get(place).name(), place);
        }
        return ScalaInterop.seq(ScalaInterop.list(outer.output()).stream()
                .<NamedExpression>map(attribute -> {
                    Integer place = places.get(attribute.name());
                    if (place == null) {
                        throw FieldBinding.unenforceable(raw.policy(), "the table's columns changed while it was read");
                    }
                    Column column = raw.governedSchema().columns().get(place);
                    return reissued(attribute, masks.apply(column, attributes.get(place)));
                })
                .toList());
    }

    /** The value under the id by which the statement refers to the column. */
    static Alias reissued(AttributeReference attribute, org.apache.spark.sql.catalyst.expressions.Expression value) {
        return new Alias(
                value,
                attribute.name(),
                attribute.exprId(),
                attribute.qualifier(),
                scala.Option.apply(attribute.metadata()),
                ScalaInterop.seq(List.of()));
    }
}
