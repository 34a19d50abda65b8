package io.paladio.carbon.spark.catalyst;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.analysis.PlanWithUnresolvedIdentifier;
import org.apache.spark.sql.catalyst.analysis.UnresolvedFunction;
import org.apache.spark.sql.catalyst.analysis.UnresolvedProcedure;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.Literal;
import org.apache.spark.sql.catalyst.expressions.NamedArgumentExpression;
import org.apache.spark.sql.catalyst.expressions.UnaryMinus;
import org.apache.spark.sql.catalyst.plans.logical.Call;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.connector.catalog.CatalogPlugin;

/** What a CALL asks for before Spark has looked the procedure up: Spark runs it as soon as it knows it. Stateless. */
public final class ProcedureCalls {
    private static final List<String> COLLECTIONS = List.of("array", "map");

    private ProcedureCalls() {}

    /**
     * A procedure that a statement calls.
     *
     * @param isGoverned whether it is one of a catalog whose tables come through the face
     * @param isConstant whether its arguments are written as constants
     */
    public record Called(List<String> parts, boolean isGoverned, boolean isConstant) {
        public Called {
            parts = List.copyOf(parts);
        }

        /** The procedure's own name, in lower case. */
        public String name() {
            return parts.get(parts.size() - 1).toLowerCase(Locale.ROOT);
        }

        /** The procedure as the statement has it. */
        public String written() {
            return String.join(".", parts);
        }
    }

    /** Whether the node calls a procedure whose name an expression is to give: by then Spark runs it at once. */
    public static boolean isNamedByExpression(LogicalPlan node) {
        return node instanceof Call call && call.procedure() instanceof PlanWithUnresolvedIdentifier;
    }

    /** The procedure that the node calls, if it does. */
    public static Optional<Called> of(SparkSession session, LogicalPlan node) {
        if (!(node instanceof Call call) || !(call.procedure() instanceof UnresolvedProcedure procedure)) {
            return Optional.empty();
        }
        List<String> parts = ScalaInterop.list(procedure.nameParts());
        CatalogPlugin catalog = Catalogs.first(session, parts);
        boolean constant = ScalaInterop.list(call.args()).stream().allMatch(ProcedureCalls::isConstant);
        return Optional.of(new Called(parts, Catalogs.isFace(catalog), constant));
    }

    private static boolean isConstant(Expression argument) {
        if (argument instanceof NamedArgumentExpression named) {
            return isConstant(named.value());
        }
        if (argument instanceof UnaryMinus minus) {
            return minus.child() instanceof Literal;
        }
        if (argument instanceof UnresolvedFunction function) {
            List<String> name = ScalaInterop.list(function.nameParts());
            return name.size() == 1
                    && COLLECTIONS.contains(name.get(0).toLowerCase(Locale.ROOT))
                    && ScalaInterop.list(function.arguments()).stream().allMatch(ProcedureCalls::isConstant);
        }
        return argument instanceof Literal;
    }
}
