package io.paladio.carbon.spark.catalyst;

import java.util.List;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.objects.StaticInvoke;
import org.apache.spark.sql.types.DataType;

/** Calls of our own static methods, as nodes that Spark can generate code for. Stateless. */
final class StaticCalls {
    private StaticCalls() {}

    /** NULL where an argument is; else what the method returns, which is never NULL. */
    static Expression of(Class<?> owner, String method, DataType type, List<Expression> arguments) {
        return new StaticInvoke(
                owner,
                type,
                method,
                ScalaInterop.seq(arguments),
                ScalaInterop.seq(List.of()),
                true,
                false,
                true,
                scala.Option.empty());
    }
}
