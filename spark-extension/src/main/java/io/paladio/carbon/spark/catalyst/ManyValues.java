package io.paladio.carbon.spark.catalyst;

import io.paladio.carbon.policy.expression.Expression.Literal;
import io.paladio.carbon.policy.expression.ValueType;
import io.paladio.carbon.policy.expression.ValueType.Simple;
import java.io.Serializable;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.spark.SparkContext;
import org.apache.spark.SparkContext$;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.ObjectType;
import org.jspecify.annotations.Nullable;

/**
 * The values of an {@code IN} that are too many for a list: one constant of a plan, however many they are, which tells nothing of
 * them (S9). Executors get them once, by a broadcast, and not with every task. A value of the row is looked for in a set, so that
 * the condition means what the list would, wherever in an expression it stands. Thread-safe: the values never change, and the
 * broadcast is made once.
 */
public final class ManyValues implements Serializable {
    private static final long serialVersionUID = 1L;
    /** Those whose values Spark holds as objects that are equal where SQL says so. */
    private static final Set<ValueType> HELD = Set.of(Simple.INT, Simple.LONG, Simple.STRING, Simple.DATE);

    private final HashSet<Object> values;
    private final Null among;
    private transient Optional<Broadcast<HashSet<Object>>> broadcast = Optional.empty();

    private enum Null {
        IS_AMONG_THEM,
        IS_NOT
    }

    private ManyValues(HashSet<Object> values, Null among) {
        this.values = values;
        this.among = among;
    }

    static boolean canHold(ValueType type) {
        return HELD.contains(type);
    }

    /** All of one type that can be held. */
    static ManyValues of(List<Literal> literals) {
        HashSet<Object> values = new HashSet<>();
        Null among = Null.IS_NOT;
        for (Literal literal : literals) {
            if (literal.value().isPresent()) {
                values.add(CatalystLiterals.of(literal).value());
            } else {
                among = Null.IS_AMONG_THEM;
            }
        }
        return new ManyValues(values, among);
    }

    /** Whether the operand is one of them; NULL where {@code IN} would be. */
    Expression among(Expression operand) {
        Expression constant =
                new org.apache.spark.sql.catalyst.expressions.Literal(this, new ObjectType(ManyValues.class));
        return StaticCalls.nullable(PolicyFunctions.class, "among", DataTypes.BooleanType, List.of(operand, constant));
    }

    /** NULL where the value is none of them and NULL is. */
    @Nullable
    Boolean contain(Object value) {
        if (values.contains(value)) {
            return Boolean.TRUE;
        }
        return among == Null.IS_AMONG_THEM ? null : Boolean.FALSE;
    }

    private Object writeReplace() {
        return ScalaInterop.optional(SparkContext$.MODULE$.getActive())
                .<Object>map(context -> new Broadcasted(broadcast(context), among))
                .orElseGet(() -> new Whole(values, among));
    }

    private synchronized Broadcast<HashSet<Object>> broadcast(SparkContext context) {
        Broadcast<HashSet<Object>> sent = broadcast.orElseGet(
                () -> JavaSparkContext.fromSparkContext(context).broadcast(values));
        broadcast = Optional.of(sent);
        return sent;
    }

    /** What travels to executors: where they find the values. */
    private record Broadcasted(Broadcast<HashSet<Object>> values, Null among) implements Serializable {
        private Object readResolve() {
            return new ManyValues(values.value(), among);
        }
    }

    /** What travels where there is no cluster. */
    private record Whole(HashSet<Object> values, Null among) implements Serializable {
        private Object readResolve() {
            return new ManyValues(values, among);
        }
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof ManyValues many && among == many.among && values.equals(many.values);
    }

    @Override
    public int hashCode() {
        return values.size();
    }

    /** Plans print their constants. */
    @Override
    public String toString() {
        return "values";
    }
}
