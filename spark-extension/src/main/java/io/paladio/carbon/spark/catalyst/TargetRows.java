package io.paladio.carbon.spark.catalyst;

import io.paladio.carbon.catalog.GovernedTable;
import io.paladio.carbon.catalog.GovernedTarget;
import io.paladio.carbon.policy.Column;
import io.paladio.carbon.policy.EffectivePolicy;
import io.paladio.carbon.policy.TableSchema;
import io.paladio.carbon.policy.mask.MaskSecrets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.spark.sql.catalyst.expressions.Alias;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.AttributeReference;
import org.apache.spark.sql.catalyst.expressions.EqualNullSafe;
import org.apache.spark.sql.catalyst.expressions.EqualTo;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.Literal;
import org.apache.spark.sql.catalyst.expressions.Literal$;
import org.apache.spark.sql.catalyst.expressions.NamedExpression;
import org.apache.spark.sql.catalyst.expressions.NamedExpression$;
import org.apache.spark.sql.catalyst.expressions.Not;
import org.apache.spark.sql.catalyst.expressions.Or;
import org.apache.spark.sql.catalyst.plans.logical.Filter;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.Project;
import org.apache.spark.sql.catalyst.util.RowDeltaUtils;
import org.apache.spark.sql.execution.datasources.v2.DataSourceV2Relation;
import org.apache.spark.sql.types.DataTypes;

/**
 * What a write in its governed form reads of its own target, and what it must hold its new rows against. The ids of {@code seen}
 * are those by which the statement refers to columns: above a barrier they always mean masked values. Immutable.
 */
final class TargetRows {
    private static final Expression TRUE = Literal$.MODULE$.TrueLiteral();

    private final DataSourceV2Relation seen;
    private final GovernedTable table;
    private final GovernedTarget target;
    private final MaskSecrets secrets;

    TargetRows(DataSourceV2Relation seen, GovernedTable table, MaskSecrets secrets) {
        this.seen = seen;
        this.table = table;
        this.target = table.target();
        this.secrets = secrets;
    }

    /** The table with all its columns and ids of its own: what is written. */
    DataSourceV2Relation whole() {
        return DataSourceV2Relation.create(
                target, seen.catalog(), seen.identifier(), seen.options(), seen.timeTravelSpec());
    }

    /** The rows as a query sees them. */
    LogicalPlan seen() {
        return PolicyWrap.wrap(seen, table, secrets);
    }

    EffectivePolicy policy() {
        return target.policy();
    }

    /** The visible rows: as the statement sees them, and as they are stored. */
    LogicalPlan changed(DataSourceV2Relation read) {
        List<AttributeReference> stored = ScalaInterop.list(read.output());
        FieldBinding fields = fields(stored);
        LogicalPlan visible = filter(stored)
                .<LogicalPlan>map(filter -> new Filter(filter, read))
                .orElse(read);
        NestedMasks masks = new NestedMasks(policy(), new MaskCompiler(policy(), secrets), fields);
        List<NamedExpression> columns = new ArrayList<>(stored);
        for (AttributeReference column : ScalaInterop.list(seen.output())) {
            int place = place(column.name());
            columns.add(
                    PolicyWrap.reissued(column, masks.apply(schema().columns().get(place), stored.get(place))));
        }
        return barrier(new Project(ScalaInterop.seq(columns), visible), BarrierRows.CHANGED);
    }

    /** The rows that the principal can't see, marked to be stored again; none where no filter hides any. */
    Optional<LogicalPlan> kept(DataSourceV2Relation read) {
        DataSourceV2Relation again = read.newInstance();
        List<AttributeReference> stored = ScalaInterop.list(again.output());
        return filter(stored).map(filter -> {
            Filter hidden = new Filter(new Not(new EqualNullSafe(filter, TRUE)), again);
            List<NamedExpression> columns = new ArrayList<>();
            columns.add(operation(RowDeltaUtils.WRITE_WITH_METADATA_OPERATION()));
            columns.addAll(stored);
            return new Project(ScalaInterop.seq(columns), barrier(hidden, BarrierRows.KEPT));
        });
    }

    /** The rows to be written, each held against the filter; as they are where there is none. */
    LogicalPlan checked(LogicalPlan rows) {
        return filter(attributes(rows, 0))
                .<LogicalPlan>map(filter -> new CheckedRows(policy(), filter, rows))
                .orElse(rows);
    }

    /** The rows of a row-level operation, which say first what becomes of each; what is deleted is not held against anything. */
    LogicalPlan checkedOperations(LogicalPlan rows) {
        Attribute operation = ScalaInterop.list(rows.output()).get(0);
        Expression deleted = new EqualTo(operation, literal(RowDeltaUtils.DELETE_OPERATION()));
        return filter(attributes(rows, 1))
                .<LogicalPlan>map(filter -> new CheckedRows(policy(), new Or(deleted, filter), rows))
                .orElse(rows);
    }

    /** The filter on columns as they are stored, where the policy has one. */
    Optional<Expression> filter(List<AttributeReference> stored) {
        return policy().rowFilter().map(filter -> new ExpressionCompiler(fields(stored)).compile(filter.condition()));
    }

    /** The place of a column among all of the table's. */
    int place(String name) {
        List<Column> columns = schema().columns();
        for (int place = 0; place < columns.size(); place++) {
            if (columns.get(place).name().equals(name)) {
                return place;
            }
        }
        throw FieldBinding.unenforceable(policy(), "the table's columns changed while it was read");
    }

    /** The columns that a mask touches, whole or within. */
    Set<String> masked() {
        return MaskedColumns.of(target);
    }

    private FieldBinding fields(List<AttributeReference> stored) {
        int width = Math.min(stored.size(), schema().columns().size());
        return FieldBinding.of(policy(), schema(), stored.subList(0, width));
    }

    private List<AttributeReference> attributes(LogicalPlan rows, int from) {
        List<AttributeReference> attributes = ScalaInterop.list(rows.output()).stream()
                .filter(AttributeReference.class::isInstance)
                .map(AttributeReference.class::cast)
                .collect(Collectors.toList());
        int until = Math.min(attributes.size(), from + schema().columns().size());
        return attributes.subList(Math.min(from, until), until);
    }

    private PolicyBarrier barrier(LogicalPlan child, BarrierRows rows) {
        return PolicyBarrier.of(policy(), child, rows, seen);
    }

    private TableSchema schema() {
        return table.governedSchema();
    }

    private static Alias operation(int operation) {
        return new Alias(
                literal(operation),
                RowDeltaUtils.OPERATION_COLUMN(),
                NamedExpression$.MODULE$.newExprId(),
                ScalaInterop.seq(List.of()),
                scala.Option.empty(),
                ScalaInterop.seq(List.of()));
    }

    private static Literal literal(int value) {
        return new Literal(value, DataTypes.IntegerType);
    }
}
