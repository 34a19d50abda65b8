package io.paladio.carbon.spark.catalyst;

import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.ExprId;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.Generator;
import org.apache.spark.sql.catalyst.expressions.Literal;
import org.apache.spark.sql.catalyst.expressions.VariableReference;
import org.apache.spark.sql.catalyst.expressions.WindowExpression;
import org.apache.spark.sql.catalyst.expressions.aggregate.AggregateExpression;
import org.jspecify.annotations.Nullable;

/**
 * How many bytes the constants in expressions come to when Spark works them out, which it does on the driver that all share, while it plans.
 * Names that stand for constants are constants as well. Sizes are bounds from above; nothing is worked out but numbers. Used by one thread.
 */
final class ConstantSize {
    static final double MOST = 16 * 1024 * 1024;

    private final Map<ExprId, Expression> named = new HashMap<>();
    private final Map<Expression, Boolean> constant = new IdentityHashMap<>();
    private final Map<Expression, Double> sizes = new IdentityHashMap<>();
    private final Map<ExprId, Literal> values = new HashMap<>();
    private double largest;

    /** From now on the name stands for the expression, if that is a constant. */
    void name(ExprId name, Expression expression) {
        if (isConstant(expression)) {
            named.putIfAbsent(name, expression);
        }
    }

    /** From now on one name stands for what the other stands for. */
    void name(ExprId name, Attribute other) {
        if (named.containsKey(other.exprId())) {
            named.putIfAbsent(name, named.get(other.exprId()));
        }
    }

    /** The bytes of all constants in the expression that are parts of no other constant. */
    double of(Expression expression) {
        if (isConstant(expression)) {
            return size(expression);
        }
        double sum = 0;
        for (Expression part : ScalaInterop.list(expression.children())) {
            sum += of(part);
        }
        return sum;
    }

    /** The bytes of the largest that any call came to. */
    double largest() {
        return largest;
    }

    private boolean isConstant(Expression expression) {
        Boolean known = constant.get(expression);
        if (known == null) {
            known = constantly(expression);
            constant.put(expression, known);
        }
        return known;
    }

    private boolean constantly(Expression expression) {
        if (expression instanceof Attribute name) {
            return name.resolved() && named.containsKey(name.exprId());
        }
        List<Expression> parts = ScalaInterop.list(expression.children());
        if (parts.isEmpty()) {
            return expression.foldable();
        }
        return expression.resolved() && parts.stream().allMatch(this::isConstant) && isOfItsParts(expression);
    }

    /** Whether a call is a constant where its arguments are. Some say so only once Spark has put in what they stand for. */
    private static boolean isOfItsParts(Expression expression) {
        boolean isOfRows = expression instanceof AggregateExpression
                || expression instanceof WindowExpression
                || expression instanceof Generator;
        return !isOfRows && expression.deterministic();
    }

    private double size(Expression expression) {
        Double known = sizes.get(expression);
        if (known == null) {
            known = counted(expression);
            sizes.put(expression, known);
        }
        return known;
    }

    private double counted(Expression expression) {
        if (expression instanceof Literal literal) {
            return ValueSize.of(literal.value());
        }
        if (expression instanceof VariableReference variable) {
            return ValueSize.of(variable.varDef().currentValue().value());
        }
        if (expression instanceof Attribute name) {
            return size(named.getOrDefault(name.exprId(), expression));
        }
        List<Expression> parts = ScalaInterop.list(expression.children());
        double size = GrownSize.of(expression, new Arguments(parts))
                .orElseGet(() -> parts.stream().mapToDouble(this::size).sum());
        largest = Math.max(largest, size);
        return size;
    }

    /** What a call takes. */
    private final class Arguments implements GrownSize.Arguments {
        private final List<Expression> parts;

        Arguments(List<Expression> parts) {
            this.parts = parts;
        }

        @Override
        public double size(int argument) {
            return argument < parts.size() ? ConstantSize.this.size(parts.get(argument)) : 0;
        }

        @Override
        public double number(int argument) {
            if (argument >= parts.size() || size(argument) > MOST) {
                return 0;
            }
            return ConstantSize.this.number(parts.get(argument));
        }

        @Override
        public @Nullable Object value(int argument) {
            return size(argument) > MOST
                    ? null
                    : Constants.value(workedOut(parts.get(argument))).value();
        }
    }

    private double number(Expression expression) {
        return Constants.number(workedOut(expression)).orElse(0);
    }

    /** The expression with values in the place of names. */
    private Expression workedOut(Expression expression) {
        return (Expression) expression.transform(ScalaInterop.<Expression, Expression>rewriting(
                part -> part instanceof Attribute name && named.containsKey(name.exprId())
                        ? Optional.<Expression>of(value(name.exprId()))
                        : Optional.empty()));
    }

    private Literal value(ExprId name) {
        Literal value = values.get(name);
        if (value == null) {
            Expression stood = named.getOrDefault(name, CatalystLiterals.of(0));
            value = size(stood) > MOST ? CatalystLiterals.nothing(stood.dataType()) : Constants.value(workedOut(stood));
            values.put(name, value);
        }
        return value;
    }
}
