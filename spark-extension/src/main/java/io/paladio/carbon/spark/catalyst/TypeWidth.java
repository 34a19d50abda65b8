package io.paladio.carbon.spark.catalyst;

import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.spark.sql.catalyst.expressions.Alias;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.NamedLambdaVariable;
import org.apache.spark.sql.catalyst.expressions.VariableReference;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.MapType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/**
 * How many fields the types of a plan's columns and variables have. A struct that holds another twice shares it, and is counted as
 * Spark walks it: twice. Used by one thread, once.
 */
public final class TypeWidth {
    private static final long MOST = 1L << 40;

    private final Map<DataType, Long> known = new IdentityHashMap<>();
    private long widest;

    private TypeWidth() {}

    /** The fields of the widest type, of whatever of the plan is resolved. */
    public static long of(LogicalPlan plan) {
        TypeWidth width = new TypeWidth();
        PlanWalk.walk(plan, new PlanWalk.Visitor() {
            @Override
            public void node(LogicalPlan node, Optional<PolicyBarrier> barrier) {}

            @Override
            public void expression(Expression expression, LogicalPlan owner) {
                width.look(expression);
            }
        });
        return width.widest;
    }

    /** The fields of a type. */
    static long fields(DataType type) {
        return new TypeWidth().count(type);
    }

    private void look(Expression expression) {
        boolean isNamed = expression instanceof Alias
                || expression instanceof Attribute
                || expression instanceof NamedLambdaVariable
                || expression instanceof VariableReference;
        if (isNamed && expression.resolved()) {
            widest = Math.max(widest, count(expression.dataType()));
        }
    }

    private long count(DataType type) {
        Long counted = known.get(type);
        if (counted == null) {
            counted = Math.min(MOST, within(type));
            known.put(type, counted);
        }
        return counted;
    }

    private long within(DataType type) {
        if (type instanceof StructType struct) {
            long sum = 1;
            for (StructField field : struct.fields()) {
                sum = Math.min(MOST, sum + count(field.dataType()));
            }
            return sum;
        }
        if (type instanceof ArrayType array) {
            return 1 + count(array.elementType());
        }
        return type instanceof MapType map ? 1 + count(map.keyType()) + count(map.valueType()) : 1;
    }
}
