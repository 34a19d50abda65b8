package io.paladio.carbon.spark.catalyst;

import java.util.List;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.objects.StaticInvoke;
import org.apache.spark.sql.types.DataType;

/** Calls of our own static methods, as nodes that Spark can generate code for. Stateless. */
final class StaticCalls {
    private enum Result {
        A_VALUE,
        A_VALUE_OR_NULL
    }

    private StaticCalls() {}

    /** NULL where an argument is; else what the method returns, which is never NULL. */
    static Expression of(Class<?> owner, String method, DataType type, List<Expression> arguments) {
        return call(owner, method, type, arguments, Result.A_VALUE);
    }

    /** As {@link #of}, of a method that may return NULL. */
    static Expression nullable(Class<?> owner, String method, DataType type, List<Expression> arguments) {
        return call(owner, method, type, arguments, Result.A_VALUE_OR_NULL);
    }

    private static Expression call(
            Class<?> owner, String method, DataType type, List<Expression> arguments, Result result) {
        return new StaticInvoke(
                owner,
                type,
                method,
                ScalaInterop.seq(arguments),
                ScalaInterop.seq(List.of()),
                true,
                result == Result.A_VALUE_OR_NULL,
                true,
                scala.Option.empty());
    }
}
