package io.paladio.carbon.spark.catalyst;

import static org.assertj.core.api.Assertions.assertThat;

import io.paladio.carbon.policy.Column;
import io.paladio.carbon.policy.ColumnType.Primitive;
import io.paladio.carbon.policy.Decision;
import io.paladio.carbon.policy.EffectivePolicy;
import io.paladio.carbon.policy.PolicyReference;
import io.paladio.carbon.policy.Principal;
import io.paladio.carbon.policy.Securable;
import io.paladio.carbon.policy.ShadowEffect;
import io.paladio.carbon.policy.ShadowPolicy;
import io.paladio.carbon.policy.TableSchema;
import io.paladio.carbon.policy.TableShadow;
import io.paladio.carbon.policy.expression.Expression.ColumnReference;
import io.paladio.carbon.policy.expression.Expression.IsNull;
import io.paladio.carbon.policy.expression.ValueType.Simple;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.spark.sql.catalyst.expressions.AttributeReference;
import org.apache.spark.sql.catalyst.expressions.NamedExpression;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.OneRowRelation;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.Metadata;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** S20: a shadow filter that can't be counted says so in the evidence, and counts for nothing else. */
class ShadowWrapTest {
    private static final Securable TABLE = Securable.table("c", "s", "t");
    private static final Principal BOB = new Principal("bob", Set.of(), Map.of());
    private static final TableSchema SCHEMA = new TableSchema(0, List.of(new Column(1, "id", Primitive.INT, false)));
    private static final LogicalPlan ROWS = new OneRowRelation();

    private static ShadowPolicy askingFor(String policy, int field) {
        return new ShadowPolicy(
                new ShadowEffect(new PolicyReference(policy, 1, "etag"), "row_filter", List.of(), Optional.empty()),
                Optional.of(new IsNull(new ColumnReference(field, "id", Simple.INT))));
    }

    private static void candidates(ShadowPolicy... policies) {
        Decision decision = new Decision.Unrestricted(BOB, TABLE, "etag", true, List.of());
        CurrentDecisions.remember(TABLE, decision, new TableShadow(SCHEMA, List.of(policies)), Map.of());
    }

    private static LogicalPlan counted() {
        AttributeReference id = new AttributeReference(
                "id",
                DataTypes.IntegerType,
                true,
                Metadata.empty(),
                NamedExpression.newExprId(),
                ScalaInterop.seq(List.of()));
        EffectivePolicy none = new EffectivePolicy(BOB, TABLE, "etag", Optional.empty(), List.of(), List.of());
        return ShadowWrap.above(ROWS, TABLE, FieldBinding.of(none, SCHEMA, List.of(id)));
    }

    private static List<String> faults() {
        return CurrentDecisions.shadow(TABLE).effects().stream()
                .flatMap(effect ->
                        effect.fault().stream().map(fault -> effect.policy().id() + ": " + fault))
                .toList();
    }

    @BeforeEach
    @AfterEach
    void nothing_decided() {
        CurrentDecisions.clear();
    }

    @Test
    void S20_a_filter_that_can_not_be_compiled_leaves_its_fault_and_the_others_count() {
        candidates(askingFor("pol_good", 1), askingFor("pol_bad", 9));

        assertThat(counted())
                .isInstanceOfSatisfying(
                        ShadowRows.class,
                        rows -> assertThat(rows.counters())
                                .extracting(counter -> counter.policy().id())
                                .containsExactly("pol_good"));
        assertThat(faults()).containsExactly("pol_bad: its condition can't be compiled for the table as it is read");
    }

    @Test
    void S20_where_none_can_be_compiled_the_rows_stay_as_they_are() {
        candidates(askingFor("pol_bad", 9));

        assertThat(counted()).isSameAs(ROWS);
        assertThat(faults()).hasSize(1);
        assertThat(CurrentDecisions.countsRows()).as("nothing is left to count").isFalse();
    }

    @Test
    void S20_a_filter_that_can_be_compiled_has_no_fault() {
        candidates(askingFor("pol_good", 1));

        assertThat(counted()).isInstanceOf(ShadowRows.class);
        assertThat(faults()).isEmpty();
    }
}
