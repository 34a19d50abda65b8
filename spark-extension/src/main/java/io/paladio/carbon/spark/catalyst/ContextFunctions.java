package io.paladio.carbon.spark.catalyst;

import io.paladio.carbon.catalog.SparkRefusal;
import io.paladio.carbon.error.CarbonCondition;
import io.paladio.carbon.policy.Principal;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import org.apache.spark.sql.SparkSessionExtensions;
import org.apache.spark.sql.catalyst.FunctionIdentifier;
import org.apache.spark.sql.catalyst.analysis.FunctionRegistry$;
import org.apache.spark.sql.catalyst.expressions.ApplyFunctionExpression;
import org.apache.spark.sql.catalyst.expressions.CurrentUser;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.ExpressionInfo;
import org.apache.spark.sql.catalyst.expressions.Literal;
import scala.Tuple3;

/** The functions by which a statement asks who runs it: answered by the verified principal, never by Spark. Stateless. */
public final class ContextFunctions {
    private ContextFunctions() {}

    /** Whether Spark would put the name of its own user here. */
    public static boolean isCurrentUser(Expression expression) {
        return expression instanceof CurrentUser;
    }

    /** The principal's name as a constant. */
    public static Literal principal(String name) {
        return CatalystLiterals.of(name);
    }

    /** What stands for a call of {@code is_member} once the statement is analysed. */
    public static Optional<Expression> membership(Expression expression) {
        return expression instanceof ApplyFunctionExpression call && call.function() instanceof IsMember member
                ? Optional.of(member.answer(call.children().head()))
                : Optional.empty();
    }

    /** Adds {@code current_principal()} and {@code is_member(group)} to a session's functions. */
    public static void inject(SparkSessionExtensions extensions, Supplier<Principal> principal) {
        function(extensions, "current_principal", 0, arguments -> new CurrentUser());
        function(
                extensions,
                IsMember.NAME,
                1,
                arguments -> new ApplyFunctionExpression(
                        new IsMember(principal.get().groups()), ScalaInterop.seq(arguments)));
    }

    private static void function(
            SparkSessionExtensions extensions,
            String name,
            int arguments,
            Function<List<Expression>, Expression> builder) {
        extensions.injectFunction(new Tuple3<>(
                new FunctionIdentifier(name),
                new ExpressionInfo(ContextFunctions.class.getName(), name),
                ScalaInterop.function(given -> ToldCalls.telling(() -> {
                    requireCount(name, given.size(), arguments);
                    Expression call = builder.apply(ScalaInterop.list(given));
                    // By this tag Spark names the columns of a call, alike for every principal.
                    call.setTagValue(FunctionRegistry$.MODULE$.FUNC_ALIAS(), name);
                    return call;
                }))));
    }

    private static void requireCount(String name, int given, int taken) {
        if (given != taken) {
            throw SparkRefusal.of(CarbonCondition.NOT_GOVERNABLE
                    .refusal()
                    .object(name)
                    .reason("it takes " + taken + " arguments")
                    .remedy("Correct the call.")
                    .build());
        }
    }
}
