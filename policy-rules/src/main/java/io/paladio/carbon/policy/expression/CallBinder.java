package io.paladio.carbon.policy.expression;

import io.paladio.carbon.policy.Principal;
import io.paladio.carbon.policy.expression.Expression.Arithmetic;
import io.paladio.carbon.policy.expression.Expression.Coalesce;
import io.paladio.carbon.policy.expression.Expression.Literal;
import io.paladio.carbon.policy.expression.Expression.Operator;
import io.paladio.carbon.policy.expression.ValueType.Simple;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Binds one call: context functions to what they answer, all others to typed forms. Used once, by one thread. */
final class CallBinder {
    private static final int SHA_BITS = 256;

    private final Principal principal;
    private final Syntax.Call call;
    private final List<Operand> arguments;

    CallBinder(Principal principal, Syntax.Call call, List<Operand> arguments) {
        this.principal = principal;
        this.call = call;
        this.arguments = arguments;
    }

    Operand bound() throws ExpressionFault {
        return switch (call.function()) {
            case "current_principal" -> constant(Optional.of(principal.name()), Simple.STRING);
            case "is_member" ->
                constant(Optional.of(principal.groups().contains(FunctionList.constantText(call))), Simple.BOOLEAN);
            case "session_attribute" ->
                constant(
                        Optional.ofNullable(principal.attributes().get(FunctionList.constantText(call))),
                        Simple.STRING);
            case "if" ->
                SyntaxBinder.chosen(
                        call.position(), List.of(argument(0, Simple.BOOLEAN)), arguments.subList(1, arguments.size()));
            case "coalesce" -> coalesce();
            case "try_add", "try_subtract", "try_multiply", "try_mod" -> arithmetic();
            case "try_divide" -> division();
            case "sha2" -> sha2();
            default ->
                new PureCallBinder(this).bound(Function.valueOf(call.function().toUpperCase(Locale.ROOT)));
        };
    }

    private Operand coalesce() throws ExpressionFault {
        if (arguments.stream().allMatch(Operand::isNull)) {
            return Operand.nothing(call.position());
        }
        return operand(new Coalesce(Typing.unified(call.position(), arguments)));
    }

    private Operand arithmetic() throws ExpressionFault {
        if (arguments.stream().allMatch(Operand::isNull)) {
            return Operand.nothing(call.position());
        }
        List<Expression> sides = Typing.unified(call.position(), arguments);
        Operator operator = Operator.valueOf(call.function().toUpperCase(Locale.ROOT));
        return operand(new Arithmetic(
                operator,
                sides.get(0),
                sides.get(1),
                result(operator, sides.get(0).type())));
    }

    private ValueType result(Operator operator, ValueType type) throws ExpressionFault {
        if (!(type instanceof ValueType.Decimal decimal)) {
            if (Typing.isIntegral(type) || Typing.isFloating(type)) {
                return type;
            }
            throw fault("computes with numbers, not with " + Typing.name(type) + ".");
        }
        ValueType.Decimal result = result(operator, decimal);
        if (result.precision() > NumberLiteral.LARGEST_PRECISION) {
            throw fault("would need more than 38 digits here. Use columns of fewer digits.");
        }
        return result;
    }

    /** Exact results only, as SQL has them where nothing is rounded. */
    private static ValueType.Decimal result(Operator operator, ValueType.Decimal type) {
        return switch (operator) {
            case TRY_ADD, TRY_SUBTRACT -> new ValueType.Decimal(type.precision() + 1, type.scale());
            case TRY_MULTIPLY -> new ValueType.Decimal(2 * type.precision() + 1, 2 * type.scale());
            case TRY_MOD, TRY_DIVIDE -> type;
        };
    }

    private Operand division() throws ExpressionFault {
        Expression left = argument(0, Simple.DOUBLE);
        Expression right = argument(1, Simple.DOUBLE);
        return operand(new Arithmetic(Operator.TRY_DIVIDE, left, right, Simple.DOUBLE));
    }

    private Operand sha2() throws ExpressionFault {
        if (!constantArgument(1, Simple.INT).value().equals(Optional.of(SHA_BITS))) {
            throw fault("is supported with 256 bits only: sha2(text, 256).");
        }
        return operand(new Expression.Call(Function.SHA256, List.of(argument(0, Simple.STRING)), Simple.STRING));
    }

    int count() {
        return arguments.size();
    }

    Expression argument(int index, ValueType type) throws ExpressionFault {
        return Typing.as(arguments.get(index), type);
    }

    /** All arguments as one type. */
    List<Expression> arguments(ValueType type) throws ExpressionFault {
        List<Expression> typed = new ArrayList<>();
        for (Operand argument : arguments) {
            typed.add(Typing.as(argument, type));
        }
        return typed;
    }

    Literal constantArgument(int index, ValueType type) throws ExpressionFault {
        if (ConstantFolding.fold(argument(index, type)) instanceof Literal literal) {
            return literal;
        }
        throw fault("takes a constant as argument " + (index + 1) + ".");
    }

    Operand known(int index) {
        return arguments.get(index);
    }

    Operand operand(Expression expression) {
        return Operand.of(call.position(), expression);
    }

    ExpressionFault fault(String problem) {
        return new ExpressionFault(call.position(), call.function() + " " + problem);
    }

    private Operand constant(Optional<Object> value, ValueType type) {
        return operand(new Literal(value, type));
    }
}
