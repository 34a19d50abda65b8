package io.paladio.carbon.spark.catalyst;

import io.paladio.carbon.catalog.RestrictedQuery;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.catalyst.FunctionIdentifier;
import org.apache.spark.sql.catalyst.TableIdentifier;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.parser.ParameterContext;
import org.apache.spark.sql.catalyst.parser.ParseException;
import org.apache.spark.sql.catalyst.parser.ParserInterface;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.StructType;
import scala.collection.immutable.Seq;

/**
 * A parser that is asked only for texts that pass a check, and gives out only plans and expressions that do; a check throws where one does not.
 * The mark that stands for the query of a restricted view is parsed to that query, with the boundary of the view above it.
 * Thread-safe as the other is.
 */
public final class BoundedParser implements ParserInterface {
    private static final String CATALOG = "org.apache.spark.sql.classic.Catalog";
    private static final String RESOLVE = "resolveNamespace";
    private static final int CALLERS = 8;

    // Iceberg looks for its own parser through fields of this name.
    private final ParserInterface delegate;
    private final Checks checks;

    /** What is asked about texts, and about what comes of them. Refuses by throwing. */
    public interface Checks {
        /** A text, before it is parsed. */
        void text(String text);

        /** A text with parameters. */
        void parameterized(String text, ParameterContext parameters);

        /** What a text was parsed to. */
        void plan(LogicalPlan plan);

        /** What the text of an expression was parsed to. */
        void expression(Expression expression);

        /** The restricted view for whose query the text stands; empty for a text that stands for itself. */
        Optional<RestrictedQuery> view(String text);
    }

    public BoundedParser(ParserInterface delegate, Checks checks) {
        this.delegate = delegate;
        this.checks = checks;
    }

    /** Also where a view's text comes to, whose mark Iceberg's parser was asked to parse first. */
    @Override
    public LogicalPlan parsePlan(String text) throws ParseException {
        return parsed(text, delegate::parsePlan);
    }

    @Override
    public LogicalPlan parsePlanWithParameters(String text, ParameterContext parameters) throws ParseException {
        checks.parameterized(text, parameters);
        return plan(delegate.parsePlanWithParameters(checked(text), parameters));
    }

    @Override
    public Expression parseExpression(String text) throws ParseException {
        Expression expression = delegate.parseExpression(checked(text));
        checks.expression(expression);
        return expression;
    }

    @Override
    public TableIdentifier parseTableIdentifier(String text) throws ParseException {
        return delegate.parseTableIdentifier(checked(text));
    }

    @Override
    public FunctionIdentifier parseFunctionIdentifier(String text) throws ParseException {
        return delegate.parseFunctionIdentifier(checked(text));
    }

    @Override
    public Seq<String> parseMultipartIdentifier(String text) throws ParseException {
        return text.isEmpty() && listsCurrentSchema()
                ? ScalaInterop.seq(List.of())
                : delegate.parseMultipartIdentifier(checked(text));
    }

    /** Spark's catalog writes the session's current schema as text and parses it, where a session has chosen none as well. */
    private static boolean listsCurrentSchema() {
        return StackWalker.getInstance()
                .walk(frames -> frames.limit(CALLERS)
                        .anyMatch(frame -> frame.getClassName().equals(CATALOG)
                                && frame.getMethodName().endsWith(RESOLVE)));
    }

    @Override
    public LogicalPlan parseQuery(String text) throws ParseException {
        return parsed(text, delegate::parseQuery);
    }

    @Override
    public StructType parseRoutineParam(String text) throws ParseException {
        return delegate.parseRoutineParam(checked(text));
    }

    @Override
    public StructType parseTableSchema(String text) throws ParseException {
        return delegate.parseTableSchema(checked(text));
    }

    @Override
    public DataType parseDataType(String text) throws ParseException {
        return delegate.parseDataType(checked(text));
    }

    @FunctionalInterface
    private interface Parse {
        LogicalPlan of(String text) throws ParseException;
    }

    private LogicalPlan parsed(String text, Parse parse) throws ParseException {
        Optional<RestrictedQuery> view = checks.view(text);
        LogicalPlan plan = plan(parse.of(checked(view.map(RestrictedQuery::text).orElse(text))));
        return view.map(restricted -> ViewBoundary.around(plan, restricted)).orElse(plan);
    }

    private String checked(String text) {
        checks.text(text);
        return text;
    }

    private LogicalPlan plan(LogicalPlan plan) {
        checks.plan(plan);
        return plan;
    }
}
