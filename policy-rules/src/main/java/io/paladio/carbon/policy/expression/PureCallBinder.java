package io.paladio.carbon.policy.expression;

import io.paladio.carbon.policy.expression.Expression.Call;
import io.paladio.carbon.policy.expression.Expression.Literal;
import io.paladio.carbon.policy.expression.ValueType.Simple;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** The types of the published pure functions. Used once, by one thread. */
final class PureCallBinder {
    private static final Set<String> UNITS = Set.of("year", "month", "day", "hour");

    private final CallBinder call;

    PureCallBinder(CallBinder call) {
        this.call = call;
    }

    Operand bound(Function function) throws ExpressionFault {
        return switch (function) {
            case LOWER, UPPER, TRIM, LTRIM, RTRIM, CONCAT, SHA256 -> texts(function, Simple.STRING);
            case LENGTH -> texts(function, Simple.INT);
            case STARTSWITH, ENDSWITH, CONTAINS -> texts(function, Simple.BOOLEAN);
            case SUBSTRING -> substring();
            case LEFT, RIGHT -> typed(function, List.of(text(0), number(1)), Simple.STRING);
            case REPLACE ->
                typed(
                        function,
                        List.of(
                                text(0),
                                call.constantArgument(1, Simple.STRING),
                                call.constantArgument(2, Simple.STRING)),
                        Simple.STRING);
            case YEAR, MONTH, DAY -> typed(function, List.of(temporal(0)), Simple.INT);
            case DATE_TRUNC -> dateTrunc();
        };
    }

    private Operand texts(Function function, ValueType result) throws ExpressionFault {
        return typed(function, call.arguments(Simple.STRING), result);
    }

    private Operand substring() throws ExpressionFault {
        Expression length = call.count() == 3 ? number(2) : new Literal(Optional.of(Integer.MAX_VALUE), Simple.INT);
        return typed(Function.SUBSTRING, List.of(text(0), number(1), length), Simple.STRING);
    }

    private Operand dateTrunc() throws ExpressionFault {
        Literal unit = call.constantArgument(0, Simple.STRING);
        Optional<String> known = unit.value()
                .map(text -> ((String) text).toLowerCase(Locale.ROOT))
                .filter(UNITS::contains);
        if (known.isEmpty()) {
            throw call.fault("takes 'year', 'month', 'day' or 'hour' first.");
        }
        Expression timestamp = temporal(1);
        if (timestamp.type() == Simple.DATE) {
            throw call.fault("takes a timestamp, not a date.");
        }
        Literal canonical = new Literal(known.map(text -> text), Simple.STRING);
        return typed(Function.DATE_TRUNC, List.of(canonical, timestamp), timestamp.type());
    }

    private Expression temporal(int index) throws ExpressionFault {
        Operand argument = call.known(index);
        if (argument.isNull()) {
            return call.argument(index, Simple.TIMESTAMP);
        }
        ValueType type = argument.known().type();
        if (type == Simple.DATE || type == Simple.TIMESTAMP || type == Simple.TIMESTAMP_NTZ) {
            return argument.known();
        }
        throw call.fault("takes a date or a timestamp, not " + Typing.name(type) + ".");
    }

    private Expression text(int index) throws ExpressionFault {
        return call.argument(index, Simple.STRING);
    }

    private Expression number(int index) throws ExpressionFault {
        return call.argument(index, Simple.INT);
    }

    private Operand typed(Function function, List<Expression> arguments, ValueType result) {
        return call.operand(new Call(function, arguments, result));
    }
}
