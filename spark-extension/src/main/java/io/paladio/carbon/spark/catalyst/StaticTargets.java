package io.paladio.carbon.spark.catalyst;

import java.util.Optional;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.objects.Invoke;
import org.apache.spark.sql.catalyst.expressions.objects.StaticInvoke;
import org.apache.spark.sql.types.ObjectType;

/**
 * Whose methods an expression calls. Many of Spark's built-ins are calls of its own methods; with another class in the place of
 * Spark's the same expression would run any code. Stateless.
 */
public final class StaticTargets {
    private static final String SPARK = "org.apache.spark.sql.catalyst.";

    private StaticTargets() {}

    /** What is called, where it is neither Spark's own nor the engine's. */
    public static Optional<String> foreign(Expression expression) {
        if (expression instanceof StaticInvoke call) {
            return isKnown(call.staticObject()) ? Optional.empty() : Optional.of(call.functionName());
        }
        if (expression instanceof Invoke call) {
            boolean known = !(call.targetObject().dataType() instanceof ObjectType type) || isKnown(type.cls());
            return known ? Optional.empty() : Optional.of(call.functionName());
        }
        return Optional.empty();
    }

    private static boolean isKnown(Class<?> owner) {
        return owner.getName().startsWith(SPARK)
                || owner.equals(MaskFunctions.class)
                || owner.equals(PolicyFunctions.class)
                || owner.equals(VariableValues.class);
    }
}
