package io.paladio.carbon.policy.expression;

import io.paladio.carbon.policy.expression.Expression.And;
import io.paladio.carbon.policy.expression.Expression.Arithmetic;
import io.paladio.carbon.policy.expression.Expression.Call;
import io.paladio.carbon.policy.expression.Expression.Case;
import io.paladio.carbon.policy.expression.Expression.Cast;
import io.paladio.carbon.policy.expression.Expression.Coalesce;
import io.paladio.carbon.policy.expression.Expression.ColumnReference;
import io.paladio.carbon.policy.expression.Expression.Comparator;
import io.paladio.carbon.policy.expression.Expression.Comparison;
import io.paladio.carbon.policy.expression.Expression.In;
import io.paladio.carbon.policy.expression.Expression.IsNull;
import io.paladio.carbon.policy.expression.Expression.Like;
import io.paladio.carbon.policy.expression.Expression.Literal;
import io.paladio.carbon.policy.expression.Expression.Not;
import io.paladio.carbon.policy.expression.Expression.Operator;
import io.paladio.carbon.policy.expression.Expression.Or;
import io.paladio.carbon.policy.expression.Expression.When;
import io.paladio.carbon.policy.expression.ValueType.Decimal;
import io.paladio.carbon.policy.expression.ValueType.Simple;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.function.Supplier;

/**
 * Well-typed expressions of every form, such as binding makes them, over given columns, and rows to evaluate them on. The same
 * seed gives the same expressions. Used by one thread.
 */
public final class ExpressionGenerator {
    public static final Decimal MONEY = new Decimal(10, 2);

    private static final List<ValueType> TYPES = List.of(
            Simple.BOOLEAN,
            Simple.INT,
            Simple.LONG,
            Simple.FLOAT,
            Simple.DOUBLE,
            MONEY,
            Simple.STRING,
            Simple.BINARY,
            Simple.DATE,
            Simple.TIMESTAMP,
            Simple.TIMESTAMP_NTZ);
    private static final List<String> PATTERNS =
            List.of("", "%", "_", "a%", "%b", "%a%", "a\\%b", "_U", "%😀%", "\\\\", "__%");

    private final Random random;
    private final ValueGenerator values;
    private final List<ColumnReference> columns;
    private final CallGenerator calls;

    public ExpressionGenerator(long seed, List<ColumnReference> columns) {
        this.random = new Random(seed);
        this.values = new ValueGenerator(random);
        this.columns = List.copyOf(columns);
        this.calls = new CallGenerator(this, values);
    }

    /** A value for every column. */
    public Map<Integer, Optional<Object>> row() {
        Map<Integer, Optional<Object>> row = new HashMap<>();
        columns.forEach(column -> row.put(column.fieldId(), values.value(column.type())));
        return row;
    }

    /** Any of the types that expressions are made for. */
    public ValueType type() {
        return values.pick(TYPES);
    }

    /** An expression of the type, nested at most this deep. */
    public Expression expression(ValueType type, int depth) {
        if (depth == 0 || random.nextInt(6) == 0) {
            return leaf(type);
        }
        int inner = depth - 1;
        if (random.nextInt(4) == 0) {
            return random.nextBoolean() ? choice(type, inner) : new Coalesce(several(type, inner));
        }
        return type == Simple.BOOLEAN ? condition(inner) : computed(type, inner).orElseGet(() -> leaf(type));
    }

    private Expression leaf(ValueType type) {
        List<ColumnReference> fitting =
                columns.stream().filter(column -> column.type().equals(type)).toList();
        return fitting.isEmpty() || random.nextInt(3) == 0 ? literal(type) : values.pick(fitting);
    }

    Literal literal(ValueType type) {
        return new Literal(values.value(type), type);
    }

    private Expression choice(ValueType type, int depth) {
        List<When> branches = new ArrayList<>();
        for (int i = 0; i <= random.nextInt(3); i++) {
            branches.add(new When(expression(Simple.BOOLEAN, depth), expression(type, depth)));
        }
        return new Case(branches, random.nextBoolean() ? Optional.of(expression(type, depth)) : Optional.empty());
    }

    private List<Expression> several(ValueType type, int depth) {
        List<Expression> operands = new ArrayList<>();
        for (int i = 0; i < 2 + random.nextInt(2); i++) {
            operands.add(expression(type, depth));
        }
        return operands;
    }

    private Expression condition(int depth) {
        return switch (random.nextInt(9)) {
            case 0 -> new And(several(Simple.BOOLEAN, depth));
            case 1 -> new Or(several(Simple.BOOLEAN, depth));
            case 2 -> new Not(expression(Simple.BOOLEAN, depth));
            case 3 -> new IsNull(expression(type(), depth));
            case 4 -> membership(type(), depth);
            case 5 -> new Like(expression(Simple.STRING, depth), values.pick(PATTERNS));
            case 6 -> calls.condition(depth);
            case 7 -> decimalComparison(depth);
            default -> comparison(type(), depth);
        };
    }

    private Expression comparison(ValueType type, int depth) {
        return new Comparison(comparator(), expression(type, depth), expression(type, depth));
    }

    private Comparator comparator() {
        return values.pick(List.of(Comparator.values()));
    }

    private Expression membership(ValueType type, int depth) {
        List<Literal> list = new ArrayList<>();
        for (int i = 0; i <= random.nextInt(4); i++) {
            list.add(literal(type));
        }
        return new In(expression(type, depth), list);
    }

    /** Decimal arithmetic has a type of its own, so it stands in a comparison. */
    private Expression decimalComparison(int depth) {
        Operator operator =
                values.pick(List.of(Operator.TRY_ADD, Operator.TRY_SUBTRACT, Operator.TRY_MULTIPLY, Operator.TRY_MOD));
        Decimal result = switch (operator) {
            case TRY_ADD, TRY_SUBTRACT -> new Decimal(MONEY.precision() + 1, MONEY.scale());
            case TRY_MULTIPLY -> new Decimal(2 * MONEY.precision() + 1, 2 * MONEY.scale());
            case TRY_MOD, TRY_DIVIDE -> MONEY;
        };
        Expression arithmetic = new Arithmetic(operator, expression(MONEY, depth), expression(MONEY, depth), result);
        return new Comparison(comparator(), arithmetic, literal(result));
    }

    private Optional<Expression> computed(ValueType type, int depth) {
        List<Supplier<Expression>> ways = new ArrayList<>(calls.of(type, depth));
        widenedFrom(type).forEach(from -> ways.add(() -> new Cast(expression(from, depth), type)));
        if (Typing.isIntegral(type) || Typing.isFloating(type)) {
            ways.add(() -> arithmetic(type, depth));
        }
        return ways.isEmpty() ? Optional.empty() : Optional.of(values.pick(ways).get());
    }

    private Expression arithmetic(ValueType type, int depth) {
        List<Operator> operators = new ArrayList<>(
                List.of(Operator.TRY_ADD, Operator.TRY_SUBTRACT, Operator.TRY_MULTIPLY, Operator.TRY_MOD));
        if (type == Simple.DOUBLE) {
            operators.add(Operator.TRY_DIVIDE);
        }
        return new Arithmetic(values.pick(operators), expression(type, depth), expression(type, depth), type);
    }

    private static List<ValueType> widenedFrom(ValueType type) {
        if (type == Simple.LONG) {
            return List.of(Simple.INT);
        }
        return type == Simple.DOUBLE ? List.of(Simple.INT, Simple.FLOAT) : List.of();
    }

    Call call(Function function, ValueType type, Expression... arguments) {
        return new Call(function, List.of(arguments), type);
    }
}
