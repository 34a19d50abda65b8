package io.paladio.carbon.spark.catalyst;

import static org.assertj.core.api.Assertions.assertThat;

import io.paladio.carbon.policy.PolicyReference;
import io.paladio.carbon.policy.ShadowEffect;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.Add;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.AttributeReference;
import org.apache.spark.sql.catalyst.expressions.Cast;
import org.apache.spark.sql.catalyst.expressions.EvalMode$;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.catalyst.expressions.GreaterThan;
import org.apache.spark.sql.catalyst.expressions.IntegralDivide;
import org.apache.spark.sql.catalyst.expressions.Literal;
import org.apache.spark.sql.catalyst.expressions.NamedExpression$;
import org.apache.spark.sql.catalyst.expressions.NumericEvalContext;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.Metadata;
import org.apache.spark.unsafe.types.UTF8String;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import scala.Option;

/** S20: whatever the condition of a shadow filter does, the rows go through as they came. */
class ShadowLookTest {
    private static final AttributeReference ID = column("id");
    private static final NumericEvalContext ANSI = new NumericEvalContext(EvalMode$.MODULE$.ANSI(), true);
    private static final ShadowEffect EFFECT =
            new ShadowEffect(new PolicyReference("p", 1, "e"), "row_filter", List.of(), Optional.empty());

    private static AttributeReference column(String name) {
        return new AttributeReference(
                name,
                DataTypes.LongType,
                true,
                Metadata.empty(),
                NamedExpression$.MODULE$.newExprId(),
                ScalaInterop.seq(List.of()));
    }

    private static Expression number(long value) {
        return Literal.create(value, DataTypes.LongType);
    }

    /** Gives 0, 1, 2 and NULL to the condition, and says what became of the policy's effect. */
    private static ShadowEffect looked(Expression condition) {
        ShadowTally tally = new ShadowTally();
        List<InternalRow> rows = List.of(row(0L), row(1L), row(2L), row(null));
        List<InternalRow> through = new ArrayList<>();
        new ShadowLook(List.of(new ShadowLook.Filter(condition, tally)), ScalaInterop.<Attribute>seq(List.of((Attribute)
                        ID)))
                .call(0, rows.iterator())
                .forEachRemaining(through::add);
        assertThat(through).isEqualTo(rows);
        return tally.take().of(EFFECT);
    }

    private static InternalRow row(@Nullable Long id) {
        return new GenericInternalRow(new Object[] {id});
    }

    @Test
    void S20_rows_for_which_the_condition_is_false_or_null_are_counted() {
        assertThat(looked(new GreaterThan(ID, number(1))).hiddenRows()).contains(3L);
        assertThat(looked(new GreaterThan(ID, number(-1))).hiddenRows()).contains(1L);
    }

    @Test
    void S20_a_partition_that_is_read_again_counts_once() {
        ShadowTally tally = new ShadowTally();
        for (int run = 0; run < 2; run++) {
            ShadowTally ofTask = new ShadowTally();
            ofTask.part(7).hide();
            ofTask.part(8).hide();
            tally.merge(ofTask);
        }

        assertThat(tally.take()).isEqualTo(new ShadowCounter.Count(2, 2, 0));
        assertThat(tally.take()).isEqualTo(ShadowCounter.Count.NONE);
    }

    static Stream<Arguments> failing() {
        return Stream.of(
                Arguments.of("division by zero", new IntegralDivide(number(1), ID, ANSI)),
                Arguments.of("overflow", new Add(ID, number(Long.MAX_VALUE), ANSI)),
                Arguments.of(
                        "invalid cast",
                        new Cast(
                                Literal.create(UTF8String.fromString("x"), DataTypes.StringType),
                                DataTypes.LongType,
                                Option.apply("UTC"),
                                EvalMode$.MODULE$.ANSI())),
                Arguments.of("a column that is not there", column("other")));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("failing")
    void S20_a_condition_that_fails_is_a_fault_of_the_policy(String what, Expression value) {
        ShadowEffect effect = looked(new GreaterThan(value, number(-1)));

        assertThat(effect.fault()).as(what).contains("its condition could not be evaluated on every row");
        assertThat(effect.hiddenRows()).isEmpty();
    }
}
