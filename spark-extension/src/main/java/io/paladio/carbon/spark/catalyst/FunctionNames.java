package io.paladio.carbon.spark.catalyst;

import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.catalyst.analysis.UnresolvedFunction;
import org.apache.spark.sql.catalyst.analysis.UnresolvedGenerator;
import org.apache.spark.sql.catalyst.expressions.Expression;

/** The functions that an expression calls, before Spark looks for them. Stateless. */
public final class FunctionNames {
    private FunctionNames() {}

    /** The name of the function, without what it may be qualified with. */
    public static Optional<String> called(Expression expression) {
        if (expression instanceof UnresolvedFunction function) {
            List<String> name = ScalaInterop.list(function.nameParts());
            return Optional.of(name.get(name.size() - 1));
        }
        return expression instanceof UnresolvedGenerator generator
                ? Optional.of(generator.name().funcName())
                : Optional.empty();
    }
}
