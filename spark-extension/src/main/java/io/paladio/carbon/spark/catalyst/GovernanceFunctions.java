package io.paladio.carbon.spark.catalyst;

import io.paladio.carbon.catalog.SparkRefusal;
import io.paladio.carbon.error.CarbonCondition;
import io.paladio.carbon.policy.ColumnMask;
import io.paladio.carbon.policy.EffectivePolicy;
import io.paladio.carbon.policy.PolicyReference;
import io.paladio.carbon.policy.RowFilter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.SparkSessionExtensions;
import org.apache.spark.sql.catalyst.FunctionIdentifier;
import org.apache.spark.sql.catalyst.analysis.UnresolvedTableValuedFunction;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.ExpressionInfo;
import org.apache.spark.sql.catalyst.expressions.Literal;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.unsafe.types.UTF8String;
import scala.Tuple3;

/**
 * The table functions by which a principal asks what governs him: {@code effective_policies(table)} and
 * {@code policy_decisions()}. Their rows are made while the statement is analysed, of what was decided for the caller alone, and
 * hold names and versions, never an expression. Stateless.
 */
public final class GovernanceFunctions {
    private static final String POLICIES = "effective_policies";
    private static final String DECISIONS = "policy_decisions";
    private static final StructType POLICY = new StructType()
            .add("kind", DataTypes.StringType, false)
            .add("columns", DataTypes.createArrayType(DataTypes.StringType, false), false)
            .add("policy_id", DataTypes.StringType, false)
            .add("version", DataTypes.IntegerType, false);
    private static final StructType DECISION = new StructType()
            .add("statement_id", DataTypes.StringType, false)
            .add("ended", DataTypes.TimestampType, false)
            .add("outcome", DataTypes.StringType, false)
            .add("error_class", DataTypes.StringType, true)
            .add("tables", DataTypes.createArrayType(DataTypes.StringType, false), false)
            .add("policies", DataTypes.createArrayType(DataTypes.StringType, false), false);

    private GovernanceFunctions() {}

    /**
     * Adds both functions to a session's.
     *
     * @param decided the statements of the session at work, as its principal may know them
     */
    public static void inject(SparkSessionExtensions extensions, Supplier<List<DecidedStatement>> decided) {
        function(extensions, POLICIES, arguments -> policies(SparkSession.active(), arguments));
        function(extensions, DECISIONS, arguments -> {
            if (!arguments.isEmpty()) {
                throw misused(DECISIONS, "it takes no argument");
            }
            return LocalRows.of(DECISION, decided.get().stream().map(GovernanceFunctions::row));
        });
    }

    /** The name of the table that a node asks about, where it is a call of {@code effective_policies}. */
    static Optional<List<String>> asked(SparkSession session, LogicalPlan node) {
        return node instanceof UnresolvedTableValuedFunction call && isPolicies(ScalaInterop.list(call.name()))
                ? text(ScalaInterop.list(call.functionArgs())).flatMap(text -> Catalogs.nameIn(session, text))
                : Optional.empty();
    }

    private static boolean isPolicies(List<String> name) {
        return name.size() == 1 && name.get(0).toLowerCase(Locale.ROOT).equals(POLICIES);
    }

    private static LogicalPlan policies(SparkSession session, List<Expression> arguments) {
        List<String> name = text(arguments)
                .flatMap(text -> Catalogs.nameIn(session, text))
                .orElseThrow(
                        () -> misused(POLICIES, "it takes one argument, the name of a table as a constant string"));
        return GovernedRelations.restriction(session, name)
                .map(restriction ->
                        restriction.policy().map(GovernanceFunctions::rows).orElse(Stream.of()))
                .map(rows -> LocalRows.of(POLICY, rows))
                .orElseThrow(() -> misused(String.join(".", name), "it is not a table of a governed catalog"));
    }

    private static Optional<String> text(List<Expression> arguments) {
        return arguments.size() == 1
                        && arguments.get(0) instanceof Literal literal
                        && literal.value() instanceof UTF8String text
                ? Optional.of(text.toString())
                : Optional.empty();
    }

    private static Stream<List<Object>> rows(EffectivePolicy policy) {
        List<List<Object>> rows = new ArrayList<>();
        policy.rowFilter().ifPresent(filter -> filter.policies().forEach(from -> rows.add(row(filter, from))));
        for (ColumnMask mask : policy.masks()) {
            List<String> column = List.of(mask.path());
            mask.policies().forEach(from -> rows.add(row(mask.mask().kind(), column, from)));
        }
        return rows.stream();
    }

    private static List<Object> row(RowFilter filter, PolicyReference from) {
        return row("row_filter", ExpressionColumns.names(filter.condition()), from);
    }

    private static List<Object> row(String kind, List<String> columns, PolicyReference from) {
        return List.of(kind, columns, from.id(), from.version());
    }

    private static List<Object> row(DecidedStatement statement) {
        return List.of(
                statement.statementId(),
                statement.ended(),
                statement.outcome(),
                statement.errorClass(),
                statement.tables(),
                statement.policies());
    }

    private static SparkRefusal misused(String function, String reason) {
        return SparkRefusal.of(CarbonCondition.NOT_GOVERNABLE
                .refusal()
                .object(function)
                .reason(reason)
                .remedy("Correct the call.")
                .build());
    }

    private static void function(
            SparkSessionExtensions extensions, String name, Function<List<Expression>, LogicalPlan> builder) {
        extensions.injectTableFunction(new Tuple3<>(
                new FunctionIdentifier(name),
                new ExpressionInfo(GovernanceFunctions.class.getName(), name),
                ScalaInterop.function(given -> ToldCalls.telling(() -> builder.apply(ScalaInterop.list(given))))));
    }
}
