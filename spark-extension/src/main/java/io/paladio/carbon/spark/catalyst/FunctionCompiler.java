package io.paladio.carbon.spark.catalyst;

import io.paladio.carbon.policy.expression.Function;
import java.util.List;
import org.apache.spark.sql.catalyst.expressions.Expression;

/** The published functions of policies as Catalyst trees. Stateless. */
final class FunctionCompiler {
    private FunctionCompiler() {}

    static Expression compile(Function function, List<Expression> arguments) {
        throw new UnsupportedOperationException(function.name());
    }
}
