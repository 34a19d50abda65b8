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
import org.apache.spark.sql.catalyst.expressions.Alias;
import org.apache.spark.sql.catalyst.expressions.AttributeReference;
import org.apache.spark.sql.catalyst.expressions.EqualNullSafe;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.Literal;
import org.apache.spark.sql.catalyst.expressions.Literal$;
import org.apache.spark.sql.catalyst.expressions.NamedExpression;
import org.apache.spark.sql.catalyst.expressions.NamedExpression$;
import org.apache.spark.sql.catalyst.expressions.Not;
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
        FieldBinding fields = filter().fields(stored);
        LogicalPlan visible = filter().on(stored)
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
        return filter().on(stored).map(filter -> {
            Filter hidden = new Filter(new Not(new EqualNullSafe(filter, TRUE)), again);
            List<NamedExpression> columns = new ArrayList<>();
            columns.add(operation(RowDeltaUtils.WRITE_WITH_METADATA_OPERATION()));
            columns.addAll(stored);
            return new Project(ScalaInterop.seq(columns), barrier(hidden, BarrierRows.KEPT));
        });
    }

    /** The writer's filter on what is read or written. */
    TargetFilter filter() {
        return new TargetFilter(target);
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

    /** Which columns the writer may give values. */
    AssignableColumns assignable() {
        return new AssignableColumns(target);
    }

    /** The columns that a mask touches, whole or within. */
    Set<String> masked() {
        return MaskedColumns.of(target);
    }

    private PolicyBarrier barrier(LogicalPlan child, BarrierRows rows) {
        return PolicyBarrier.of(policy(), child, rows, seen);
    }

    private TableSchema schema() {
        return table.governedSchema();
    }

    private static Alias operation(int operation) {
        return new Alias(
                new Literal(operation, DataTypes.IntegerType),
                RowDeltaUtils.OPERATION_COLUMN(),
                NamedExpression$.MODULE$.newExprId(),
                ScalaInterop.seq(List.of()),
                scala.Option.empty(),
                ScalaInterop.seq(List.of()));
    }
}
