package io.paladio.carbon.spark.catalyst;

import static org.assertj.core.api.Assertions.assertThat;

import io.paladio.carbon.policy.Column;
import io.paladio.carbon.policy.ColumnType.Primitive;
import io.paladio.carbon.policy.EffectivePolicy;
import io.paladio.carbon.policy.Principal;
import io.paladio.carbon.policy.Securable;
import io.paladio.carbon.policy.TableSchema;
import io.paladio.carbon.policy.expression.Expression;
import io.paladio.carbon.policy.expression.Expression.ColumnReference;
import io.paladio.carbon.policy.expression.Expression.In;
import io.paladio.carbon.policy.expression.Expression.Literal;
import io.paladio.carbon.policy.expression.Interpreter;
import io.paladio.carbon.policy.expression.ValueType;
import io.paladio.carbon.policy.expression.ValueType.Simple;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntFunction;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.AttributeReference;
import org.apache.spark.sql.catalyst.expressions.BoundReference;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.catalyst.expressions.NamedExpression;
import org.apache.spark.sql.types.Metadata;
import org.apache.spark.unsafe.types.UTF8String;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** S9: an IN of more values than a plan should list means what the list would, and tells nothing of them. */
class ManyValuesTest {
    private static final int MANY = ExpressionCompiler.LONGEST_LIST + 1;
    private static final EffectivePolicy POLICY = new EffectivePolicy(
            new Principal("bob", Set.of(), Map.of()),
            Securable.table("c", "s", "t"),
            "etag",
            Optional.empty(),
            List.of(),
            List.of());

    private record Kind(Simple type, Primitive column, IntFunction<Object> value) {}

    static List<Kind> kinds() {
        return List.of(
                new Kind(Simple.STRING, Primitive.STRING, number -> "v" + number),
                new Kind(Simple.INT, Primitive.INT, number -> number),
                new Kind(Simple.LONG, Primitive.LONG, number -> number * 10_000_000_000L),
                new Kind(Simple.DATE, Primitive.DATE, number -> number));
    }

    private static List<Literal> values(Kind kind) {
        List<Literal> values = new ArrayList<>();
        for (int number = 0; number < MANY; number++) {
            values.add(literal(kind, Optional.of(kind.value().apply(number))));
        }
        return values;
    }

    private static Literal literal(Kind kind, Optional<Object> value) {
        return new Literal(value, kind.type());
    }

    /** The forms in which a lookup's list may stand, with NULL among its values and without. */
    private static List<Expression> forms(Kind kind) {
        ColumnReference column = new ColumnReference(1, "c", kind.type());
        List<Literal> withNull = new ArrayList<>(values(kind));
        withNull.add(literal(kind, Optional.empty()));
        Literal no = new Literal(Optional.of(false), Simple.BOOLEAN);
        List<Expression> forms = new ArrayList<>();
        for (In in : List.of(new In(column, values(kind)), new In(column, withNull))) {
            Expression isNull = new Expression.IsNull(column);
            forms.add(in);
            forms.add(new Expression.Not(in));
            forms.add(new Expression.Or(List.of(isNull, in)));
            forms.add(new Expression.Not(new Expression.Or(List.of(isNull, in))));
            forms.add(new Expression.And(List.of(new Expression.Not(isNull), new Expression.Not(in))));
            forms.add(new Expression.Coalesce(List.of(in, no)));
            forms.add(new Expression.Not(new Expression.Coalesce(List.of(in, no))));
            forms.add(new Expression.IsNull(in));
        }
        return forms;
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void S9_it_means_what_the_list_means_wherever_it_stands(Kind kind) {
        List<Optional<Object>> rows = List.of(
                Optional.empty(),
                Optional.of(kind.value().apply(0)),
                Optional.of(kind.value().apply(MANY - 1)),
                Optional.of(kind.value().apply(MANY)),
                Optional.of(kind.value().apply(-1)));
        for (Expression form : forms(kind)) {
            org.apache.spark.sql.catalyst.expressions.Expression compiled = compiled(form, kind);
            for (Optional<Object> row : rows) {
                assertThat(Optional.ofNullable(compiled.eval(internal(row))))
                        .as("%s on %s", form.getClass(), row)
                        .isEqualTo(Interpreter.evaluate(form, Map.of(1, row)));
            }
        }
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void S9_T21_a_plan_prints_neither_the_values_nor_how_many_there_are(Kind kind) {
        List<Literal> values = values(kind);
        String many = compiled(new In(new ColumnReference(1, "c", kind.type()), values), kind)
                .toString();
        String few = compiled(new In(new ColumnReference(1, "c", kind.type()), values.subList(0, 9)), kind)
                .toString();

        assertThat(many).endsWith(".among(input[0, " + type(kind) + ", true], values))");
        assertThat(few).contains("IN (");
    }

    @Test
    void a_type_whose_values_are_not_equal_as_objects_stays_a_list() {
        ValueType money = new ValueType.Decimal(5, 1);
        List<Literal> values = new ArrayList<>();
        for (int number = 0; number < MANY; number++) {
            values.add(new Literal(Optional.of(BigDecimal.valueOf(number % 10_000, 1)), money));
        }

        assertThat(ManyValues.canHold(money)).isFalse();
        assertThat(ManyValues.canHold(Simple.BINARY)).isFalse();
        assertThat(ManyValues.canHold(Simple.DOUBLE)).isFalse();
    }

    @Test
    void what_arrives_at_an_executor_is_what_was_sent() throws Exception {
        Kind kind = kinds().get(0);
        List<Literal> literals = new ArrayList<>(values(kind));
        ManyValues without = sent(ManyValues.of(literals));
        literals.add(literal(kind, Optional.empty()));
        ManyValues with = sent(ManyValues.of(literals));

        assertThat(without.contain(UTF8String.fromString("v7"))).isTrue();
        assertThat(without.contain(UTF8String.fromString("none"))).isFalse();
        assertThat(with.contain(UTF8String.fromString("v7"))).isTrue();
        assertThat(with.contain(UTF8String.fromString("none"))).isNull();
        assertThat(with).isEqualTo(ManyValues.of(literals)).isNotEqualTo(without);
    }

    private static ManyValues sent(ManyValues values) throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(values);
        }
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
            return (ManyValues) in.readObject();
        }
    }

    private static String type(Kind kind) {
        return SparkTypes.of(kind.type()).simpleString();
    }

    private static org.apache.spark.sql.catalyst.expressions.Expression compiled(Expression expression, Kind kind) {
        Column column = new Column(1, "c", kind.column(), false);
        AttributeReference attribute = new AttributeReference(
                "c",
                SparkTypes.of(kind.type()),
                true,
                Metadata.empty(),
                NamedExpression.newExprId(),
                ScalaInterop.seq(List.of()));
        FieldBinding fields = FieldBinding.of(POLICY, new TableSchema(0, List.of(column)), List.of(attribute));
        return (org.apache.spark.sql.catalyst.expressions.Expression) new ExpressionCompiler(fields)
                .compile(expression)
                .transform(ScalaInterop
                        .<org.apache.spark.sql.catalyst.expressions.Expression,
                                org.apache.spark.sql.catalyst.expressions.Expression>
                                rewriting(node -> node.equals(attribute)
                        ? Optional.of(new BoundReference(0, attribute.dataType(), true))
                        : Optional.empty()));
    }

    private static InternalRow internal(Optional<Object> value) {
        Object held = value.orElse(null) instanceof String text ? UTF8String.fromString(text) : value.orElse(null);
        return new GenericInternalRow(new Object[] {held});
    }
}
