package io.paladio.carbon.spark.catalyst;

import io.paladio.carbon.catalog.SparkRefusal;
import io.paladio.carbon.error.CarbonCondition;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.WeakHashMap;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.analysis.FakeSystemCatalog$;
import org.apache.spark.sql.catalyst.analysis.ResolvedIdentifier;
import org.apache.spark.sql.catalyst.catalog.TempVariableManager;
import org.apache.spark.sql.catalyst.catalog.VariableDefinition;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.VariableReference;
import org.apache.spark.sql.catalyst.plans.logical.CreateVariable;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.SetVariable;

/**
 * What the variables of sessions hold of the driver's memory, for as long as a session lives. Spark's own register of them can't be listed, so
 * that the names which a session declared are kept beside it. Thread-safe.
 */
public final class SessionVariables {
    private static final long MOST_BYTES = 1024 * 1024;
    private static final int MOST_VARIABLES = 100;

    private static final Map<TempVariableManager, Set<String>> DECLARED =
            Collections.synchronizedMap(new WeakHashMap<>());

    private SessionVariables() {}

    /** The plan, or the same held to what is left; refuses what declares more. */
    public static LogicalPlan bounded(SparkSession session, LogicalPlan plan) {
        if (plan instanceof CreateVariable create) {
            requireRoom(manager(session), create);
            return plan;
        }
        return plan instanceof SetVariable set
                ? VariableValues.bounded(set, left(manager(session), assigned(set)))
                : plan;
    }

    private static void requireRoom(TempVariableManager variables, CreateVariable create) {
        Set<String> names = new HashSet<>();
        for (LogicalPlan name : ScalaInterop.list(create.names())) {
            if (name instanceof ResolvedIdentifier resolved) {
                names.add(resolved.identifier().name().toLowerCase(Locale.ROOT));
            }
        }
        double wanted = PlanConstants.of((Expression) create.defaultExpr()).all() * Math.max(1, names.size());
        if (wanted > left(variables, names)) {
            throw VariableValues.tooLarge();
        }
        boolean isOfSession = ScalaInterop.list(create.names()).stream()
                .anyMatch(name -> name instanceof ResolvedIdentifier resolved
                        && resolved.catalog() == FakeSystemCatalog$.MODULE$);
        if (isOfSession) {
            declare(variables, names);
        }
    }

    private static void declare(TempVariableManager variables, Set<String> names) {
        Set<String> all = DECLARED.computeIfAbsent(variables, any -> Collections.synchronizedSet(new HashSet<>()));
        synchronized (all) {
            all.removeIf(name -> definition(variables, name).isEmpty());
            all.addAll(names);
            if (all.size() > MOST_VARIABLES) {
                all.removeAll(names);
                throw tooMany();
            }
        }
    }

    private static RuntimeException tooMany() {
        return SparkRefusal.of(CarbonCondition.NOT_GOVERNABLE
                .refusal()
                .object("a variable")
                .reason("a session has at most " + MOST_VARIABLES + " variables")
                .remedy("Drop variables that are not needed.")
                .build());
    }

    /** The bytes that the session's variables but these leave. */
    private static long left(TempVariableManager variables, Set<String> but) {
        Set<String> all = DECLARED.getOrDefault(variables, Set.of());
        synchronized (all) {
            return MOST_BYTES
                    - all.stream()
                            .filter(name -> !but.contains(name))
                            .flatMap(name -> definition(variables, name).stream())
                            .mapToLong(variable ->
                                    ValueSize.of(variable.currentValue().value()))
                            .sum();
        }
    }

    private static Set<String> assigned(SetVariable set) {
        Set<String> names = new HashSet<>();
        for (Expression variable : ScalaInterop.list(set.targetVariables())) {
            if (variable instanceof VariableReference reference) {
                names.add(reference.identifier().name().toLowerCase(Locale.ROOT));
            }
        }
        return names;
    }

    private static Optional<VariableDefinition> definition(TempVariableManager variables, String name) {
        return ScalaInterop.optional(variables.get(ScalaInterop.<String>seq(List.of(name))));
    }

    private static TempVariableManager manager(SparkSession session) {
        return ((org.apache.spark.sql.classic.SparkSession) session)
                .sessionState()
                .catalogManager()
                .tempVariableManager();
    }
}
