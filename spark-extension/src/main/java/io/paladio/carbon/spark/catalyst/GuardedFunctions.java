package io.paladio.carbon.spark.catalyst;

import java.util.List;
import java.util.function.Function;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.FunctionIdentifier;
import org.apache.spark.sql.catalyst.analysis.FunctionRegistry;
import org.apache.spark.sql.catalyst.analysis.FunctionRegistryBase;
import org.apache.spark.sql.catalyst.analysis.TableFunctionRegistry;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.internal.SessionState;
import scala.collection.immutable.Seq;
import scala.runtime.AbstractFunction1;

/**
 * All functions that Spark has of its own, each held to what it makes of its arguments: calls within calls are made in one step, which no
 * rule can look into. They are taken from Spark's registry, whatever functions a version has. Stateless.
 */
public final class GuardedFunctions {
    private GuardedFunctions() {}

    /** What a call has to satisfy; each throws where it does not. */
    public interface Guard {
        /** Before the call is made. */
        void called(String name, List<Expression> arguments);

        /** What Spark makes of it. */
        void made(Expression call);
    }

    /** Puts them in the place of the session's, if they are not there. */
    public static void hold(SparkSession session, Guard guard) {
        SessionState state = ((org.apache.spark.sql.classic.SparkSession) session).sessionState();
        hold(state.functionRegistry(), FunctionRegistry.functionSet(), guard, call -> List.of(call));
        hold(
                state.tableFunctionRegistry(),
                TableFunctionRegistry.functionSet(),
                guard,
                (LogicalPlan call) -> ScalaInterop.list(call.expressions()));
    }

    private static <T> void hold(
            FunctionRegistryBase<T> registry,
            scala.collection.immutable.Set<FunctionIdentifier> names,
            Guard guard,
            Function<T, List<Expression>> made) {
        // Its methods hold the same lock: no statement finds a function missing.
        synchronized (registry) {
            if (registry.lookupFunctionBuilder(names.head()).get() instanceof Guarded) {
                return;
            }
            for (FunctionIdentifier name : ScalaInterop.list(names)) {
                scala.Function1<Seq<Expression>, T> builder =
                        registry.lookupFunctionBuilder(name).get();
                var info = registry.lookupFunction(name).get();
                // One that takes another's place is told in the log.
                registry.dropFunction(name);
                registry.registerFunction(name, info, new Guarded<>(name.funcName(), builder, guard, made));
            }
        }
    }

    /** Immutable. */
    private static final class Guarded<T> extends AbstractFunction1<Seq<Expression>, T> {
        private final String name;
        private final scala.Function1<Seq<Expression>, T> builder;
        private final Guard guard;
        private final Function<T, List<Expression>> made;

        Guarded(
                String name,
                scala.Function1<Seq<Expression>, T> builder,
                Guard guard,
                Function<T, List<Expression>> made) {
            this.name = name;
            this.builder = builder;
            this.guard = guard;
            this.made = made;
        }

        @Override
        public T apply(Seq<Expression> arguments) {
            guard.called(name, ScalaInterop.list(arguments));
            T call = builder.apply(arguments);
            made.apply(call).forEach(guard::made);
            return call;
        }
    }
}
