package io.paladio.carbon.spark.catalyst;

import io.paladio.carbon.catalog.SparkRefusal;
import io.paladio.carbon.error.CarbonCondition;
import io.paladio.carbon.policy.Principal;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import org.apache.spark.sql.SparkSessionExtensions;
import org.apache.spark.sql.catalyst.FunctionIdentifier;
import org.apache.spark.sql.catalyst.expressions.And;
import org.apache.spark.sql.catalyst.expressions.CurrentUser;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.ExpressionInfo;
import org.apache.spark.sql.catalyst.expressions.In;
import org.apache.spark.sql.catalyst.expressions.IsNull;
import org.apache.spark.sql.catalyst.expressions.Literal;
import org.apache.spark.sql.types.DataTypes;
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

    /** Adds {@code current_principal()} and {@code is_member(group)} to a session's functions. */
    public static void inject(SparkSessionExtensions extensions, Supplier<Principal> principal) {
        function(extensions, "current_principal", 0, arguments -> new CurrentUser());
        function(extensions, "is_member", 1, arguments -> isMember(arguments.get(0), principal.get()));
    }

    private static Expression isMember(Expression group, Principal principal) {
        List<Literal> groups =
                principal.groups().stream().sorted().map(CatalystLiterals::of).toList();
        // FALSE for whoever is in no group, and NULL where none is asked for, as IN answers for others.
        return groups.isEmpty()
                ? new And(new IsNull(group), Literal.create(null, DataTypes.BooleanType))
                : new In(group, ScalaInterop.<Expression>seq(groups));
    }

    private static void function(
            SparkSessionExtensions extensions,
            String name,
            int arguments,
            Function<List<Expression>, Expression> builder) {
        extensions.injectFunction(new Tuple3<>(
                new FunctionIdentifier(name),
                new ExpressionInfo(ContextFunctions.class.getName(), name),
                ScalaInterop.function(given -> {
                    if (given.size() != arguments) {
                        throw SparkRefusal.of(CarbonCondition.NOT_GOVERNABLE
                                .refusal()
                                .object(name)
                                .reason("it takes " + arguments + " arguments")
                                .remedy("Correct the call.")
                                .build());
                    }
                    return builder.apply(ScalaInterop.list(given));
                })));
    }
}
