package io.paladio.carbon.spark.catalyst;

import io.paladio.carbon.catalog.GovernedTable;
import java.util.Optional;
import java.util.Set;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.analysis.LocalTempView$;
import org.apache.spark.sql.catalyst.analysis.RelationTimeTravel;
import org.apache.spark.sql.catalyst.analysis.ResolvedIdentifier;
import org.apache.spark.sql.catalyst.analysis.ResolvedNamespace;
import org.apache.spark.sql.catalyst.analysis.ResolvedTable;
import org.apache.spark.sql.catalyst.analysis.UnresolvedTableValuedFunction;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.SubqueryExpression;
import org.apache.spark.sql.catalyst.parser.ParseException;
import org.apache.spark.sql.catalyst.plans.logical.Command;
import org.apache.spark.sql.catalyst.plans.logical.CommentOnNamespace;
import org.apache.spark.sql.catalyst.plans.logical.CreateNamespace;
import org.apache.spark.sql.catalyst.plans.logical.CreateVariable;
import org.apache.spark.sql.catalyst.plans.logical.CreateView;
import org.apache.spark.sql.catalyst.plans.logical.DescribeColumn;
import org.apache.spark.sql.catalyst.plans.logical.DescribeNamespace;
import org.apache.spark.sql.catalyst.plans.logical.DescribeRelation;
import org.apache.spark.sql.catalyst.plans.logical.DeserializeToObject;
import org.apache.spark.sql.catalyst.plans.logical.DropNamespace;
import org.apache.spark.sql.catalyst.plans.logical.DropVariable;
import org.apache.spark.sql.catalyst.plans.logical.LocalRelation;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.RefreshTable;
import org.apache.spark.sql.catalyst.plans.logical.SetNamespaceProperties;
import org.apache.spark.sql.catalyst.plans.logical.SetVariable;
import org.apache.spark.sql.catalyst.plans.logical.ShowColumns;
import org.apache.spark.sql.catalyst.plans.logical.ShowCreateTable;
import org.apache.spark.sql.catalyst.plans.logical.ShowTableProperties;
import org.apache.spark.sql.catalyst.plans.logical.UnresolvedTableSpec;
import org.apache.spark.sql.execution.command.CreateViewCommand;
import org.apache.spark.sql.execution.command.DescribeRelationJsonCommand;
import org.apache.spark.sql.execution.command.ResetCommand;
import org.apache.spark.sql.execution.command.SetCommand;

/** What statements ask for, read off Spark's nodes. Stateless. */
public final class Statements {
    private static final Set<Class<?>> DESCRIBING = Set.of(
            DescribeRelation.class,
            DescribeColumn.class,
            DescribeRelationJsonCommand.class,
            ShowColumns.class,
            ShowTableProperties.class,
            ShowCreateTable.class,
            RefreshTable.class);
    private static final Set<Class<?>> VARIABLES = Set.of(CreateVariable.class, DropVariable.class, SetVariable.class);
    private static final Set<Class<?>> ON_NAMESPACES = Set.of(
            CreateNamespace.class,
            DescribeNamespace.class,
            DropNamespace.class,
            SetNamespaceProperties.class,
            CommentOnNamespace.class);
    private static final String VERBOSE = "-v";

    private Statements() {}

    /**
     * Whether the plan is no statement, but how Spark binds the class of a Dataset's rows to columns: over no row at all, and
     * never executed.
     */
    public static boolean bindsRowClass(LogicalPlan plan) {
        return plan instanceof DeserializeToObject binding
                && binding.child() instanceof LocalRelation rows
                && rows.data().isEmpty();
    }

    /** The query of a view, before it means anything; empty where the text is none. */
    public static Optional<LogicalPlan> parsedQuery(SparkSession session, String text) {
        try {
            return Optional.of(((org.apache.spark.sql.classic.SparkSession) session)
                    .sessionState()
                    .sqlParser()
                    .parseQuery(text));
        } catch (ParseException unreadable) {
            return Optional.empty();
        }
    }

    /** Whether the node is SET without a key, or RESET without one. */
    public static boolean readsAllConfiguration(LogicalPlan node) {
        if (node instanceof SetCommand set) {
            return set.kv().isEmpty() || set.kv().get()._1().equals(VERBOSE);
        }
        return node instanceof ResetCommand reset && reset.config().isEmpty();
    }

    /** The configuration key that SET or RESET names. */
    public static Optional<String> configurationKey(LogicalPlan node) {
        if (node instanceof SetCommand set) {
            return ScalaInterop.optional(set.kv()).map(pair -> pair._1());
        }
        return node instanceof ResetCommand reset ? ScalaInterop.optional(reset.config()) : Optional.empty();
    }

    /** The value that SET gives a key; empty where there is none. */
    public static String configurationValue(LogicalPlan node) {
        return node instanceof SetCommand set
                ? ScalaInterop.optional(set.kv())
                        .flatMap(pair -> ScalaInterop.optional(pair._2()))
                        .orElse("")
                : "";
    }

    /** The name of a view that would live longer or wider than the session. */
    public static Optional<String> sharedView(LogicalPlan node) {
        if (node instanceof CreateView) {
            return Optional.of("a persistent view");
        }
        return node instanceof CreateViewCommand view && view.viewType() != LocalTempView$.MODULE$
                ? Optional.of(view.name().table())
                : Optional.empty();
    }

    /** Whether the node moves a table in time by an expression that runs while the statement is analysed. */
    public static boolean travelsByQuery(LogicalPlan node) {
        return node instanceof RelationTimeTravel travel
                && ScalaInterop.optional(travel.timestamp())
                        .filter(SubqueryExpression::hasSubquery)
                        .isPresent();
    }

    /** The name of a table-valued function that is called. */
    public static Optional<String> tableFunction(LogicalPlan node) {
        return node instanceof UnresolvedTableValuedFunction function
                ? Optional.of(String.join(".", ScalaInterop.list(function.name())))
                : Optional.empty();
    }

    /** Whether the expression gives a new table a place of the caller's choice. */
    public static boolean placesTable(Expression expression) {
        return expression instanceof UnresolvedTableSpec table
                && table.location().isDefined();
    }

    /** The restricted table whose definition or content the command would change. */
    public static Optional<GovernedTable> changed(LogicalPlan node) {
        if (!(node instanceof Command) || DESCRIBING.contains(node.getClass())) {
            return Optional.empty();
        }
        return ScalaInterop.list(node.children()).stream()
                .filter(child -> child instanceof ResolvedTable)
                .map(child -> ((ResolvedTable) child).table())
                .filter(table -> table instanceof GovernedTable)
                .map(table -> (GovernedTable) table)
                .findFirst();
    }

    /** The name of a table or schema that the command would make, change or show in a catalog that does not govern. */
    public static Optional<String> ungoverned(LogicalPlan node) {
        if (node instanceof ResolvedNamespace described && !described.metadata().isEmpty()) {
            return Catalogs.isFace(described.catalog())
                    ? Optional.empty()
                    : Optional.of(described.catalog().name());
        }
        if (!(node instanceof Command) || VARIABLES.contains(node.getClass())) {
            return Optional.empty();
        }
        return PlanWalk.heldBy(node).stream()
                .flatMap(child -> ungovernedName(child).or(() -> ungovernedSchema(node, child)).stream())
                .findFirst();
    }

    private static Optional<String> ungovernedSchema(LogicalPlan command, LogicalPlan child) {
        return ON_NAMESPACES.contains(command.getClass())
                        && child instanceof ResolvedNamespace schema
                        && !Catalogs.isFace(schema.catalog())
                ? Optional.of(schema.catalog().name())
                : Optional.empty();
    }

    private static Optional<String> ungovernedName(LogicalPlan child) {
        if (child instanceof ResolvedIdentifier name && !Catalogs.isFace(name.catalog())) {
            return Optional.of(name.identifier().toString());
        }
        return child instanceof ResolvedTable table && !Catalogs.isFace(table.catalog())
                ? Optional.of(table.identifier().toString())
                : Optional.empty();
    }
}
