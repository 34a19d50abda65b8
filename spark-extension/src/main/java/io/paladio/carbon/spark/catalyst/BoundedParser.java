package io.paladio.carbon.spark.catalyst;

import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
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
 * Thread-safe as the other is.
 */
public final class BoundedParser implements ParserInterface {
    private static final String CATALOG = "org.apache.spark.sql.classic.Catalog";
    private static final String RESOLVE = "resolveNamespace";
    private static final int CALLERS = 8;

    // Iceberg looks for its own parser through fields of this name.
    private final ParserInterface delegate;
    private final Consumer<String> texts;
    private final BiConsumer<String, ParameterContext> parameterized;
    private final Consumer<LogicalPlan> plans;
    private final Consumer<Expression> expressions;

    public BoundedParser(
            ParserInterface delegate,
            Consumer<String> texts,
            BiConsumer<String, ParameterContext> parameterized,
            Consumer<LogicalPlan> plans,
            Consumer<Expression> expressions) {
        this.delegate = delegate;
        this.texts = texts;
        this.parameterized = parameterized;
        this.plans = plans;
        this.expressions = expressions;
    }

    @Override
    public LogicalPlan parsePlan(String text) throws ParseException {
        return plan(delegate.parsePlan(checked(text)));
    }

    @Override
    public LogicalPlan parsePlanWithParameters(String text, ParameterContext parameters) throws ParseException {
        parameterized.accept(text, parameters);
        return plan(delegate.parsePlanWithParameters(checked(text), parameters));
    }

    @Override
    public Expression parseExpression(String text) throws ParseException {
        Expression expression = delegate.parseExpression(checked(text));
        expressions.accept(expression);
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
        return plan(delegate.parseQuery(checked(text)));
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

    private String checked(String text) {
        texts.accept(text);
        return text;
    }

    private LogicalPlan plan(LogicalPlan plan) {
        plans.accept(plan);
        return plan;
    }
}
