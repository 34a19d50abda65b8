package io.paladio.carbon.policy.expression;

import io.paladio.carbon.policy.expression.Expression.Comparator;
import io.paladio.carbon.policy.expression.Expression.Literal;
import io.paladio.carbon.policy.expression.Expression.When;
import io.paladio.carbon.policy.expression.ValueType.Simple;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Gives every part of a parsed expression its meaning: names their columns, operands one type. Used by one thread. */
final class SyntaxBinder implements Syntax.Visitor<Operand> {
    private final BindingScope scope;

    SyntaxBinder(BindingScope scope) {
        this.scope = scope;
    }

    @Override
    public Operand name(Syntax.Name name) throws ExpressionFault {
        return scope.resolve(name.position(), name.text());
    }

    @Override
    public Operand constant(Syntax.Constant constant) {
        return Operand.of(constant.position(), constant.literal());
    }

    @Override
    public Operand nothing(Syntax.Null nothing) {
        return Operand.nothing(nothing.position());
    }

    @Override
    public Operand comparison(Syntax.Comparison comparison) throws ExpressionFault {
        return Operand.of(
                comparison.position(),
                compared(
                        comparison.comparator(),
                        comparison.left().accept(this),
                        comparison.right().accept(this)));
    }

    private static Expression compared(Comparator comparator, Operand left, Operand right) throws ExpressionFault {
        List<Expression> sides = Typing.unified(right.position(), List.of(left, right));
        return new Expression.Comparison(comparator, sides.get(0), sides.get(1));
    }

    @Override
    public Operand and(Syntax.And and) throws ExpressionFault {
        return Operand.of(and.position(), new Expression.And(conditions(and.operands())));
    }

    @Override
    public Operand or(Syntax.Or or) throws ExpressionFault {
        return Operand.of(or.position(), new Expression.Or(conditions(or.operands())));
    }

    @Override
    public Operand not(Syntax.Not not) throws ExpressionFault {
        return Operand.of(not.position(), new Expression.Not(condition(not.operand())));
    }

    @Override
    public Operand isNull(Syntax.IsNull isNull) throws ExpressionFault {
        Operand operand = isNull.operand().accept(this);
        Expression tested = operand.isNull() ? Typing.as(operand, Simple.BOOLEAN) : operand.known();
        return Operand.of(isNull.position(), new Expression.IsNull(tested));
    }

    @Override
    public Operand in(Syntax.In in) throws ExpressionFault {
        List<Operand> operands = new ArrayList<>();
        operands.add(in.operand().accept(this));
        for (Syntax value : in.values()) {
            operands.add(value.accept(this));
        }
        List<Expression> typed = Typing.unified(in.position(), operands);
        List<Literal> values = new ArrayList<>();
        for (int i = 1; i < typed.size(); i++) {
            values.add(constant(operands.get(i).position(), typed.get(i)));
        }
        return Operand.of(in.position(), new Expression.In(typed.get(0), values));
    }

    private static Literal constant(int position, Expression expression) throws ExpressionFault {
        if (ConstantFolding.fold(expression) instanceof Literal literal) {
            return literal;
        }
        throw new ExpressionFault(
                position, "Only constants may stand in the list of IN. Write a = b OR a = c instead.");
    }

    @Override
    public Operand between(Syntax.Between between) throws ExpressionFault {
        Operand operand = between.operand().accept(this);
        Operand low = between.low().accept(this);
        Operand high = between.high().accept(this);
        return Operand.of(
                between.position(),
                new Expression.And(List.of(
                        compared(Comparator.GREATER_OR_EQUAL, operand, low),
                        compared(Comparator.LESS_OR_EQUAL, operand, high))));
    }

    @Override
    public Operand like(Syntax.Like like) throws ExpressionFault {
        Expression operand = Typing.as(like.operand().accept(this), Simple.STRING);
        Expression pattern = ConstantFolding.fold(Typing.as(like.pattern().accept(this), Simple.STRING));
        if (!(pattern instanceof Literal literal)) {
            throw new ExpressionFault(
                    like.pattern().position(), "The pattern of LIKE must be constant. Write contains(a, b) instead.");
        }
        if (literal.value().isEmpty()) {
            return Operand.of(like.position(), new Literal(Optional.empty(), Simple.BOOLEAN));
        }
        String text = (String) literal.value().get();
        if (!LikePattern.isValid(text)) {
            throw new ExpressionFault(
                    like.pattern().position(),
                    "In a pattern of LIKE a backslash stands only before %, _ or another backslash.");
        }
        return Operand.of(like.position(), new Expression.Like(operand, text));
    }

    @Override
    public Operand choose(Syntax.Case choice) throws ExpressionFault {
        Optional<Operand> subject = choice.subject().isPresent()
                ? Optional.of(choice.subject().get().accept(this))
                : Optional.empty();
        List<Expression> conditions = new ArrayList<>();
        List<Operand> results = new ArrayList<>();
        for (Syntax.Branch branch : choice.branches()) {
            conditions.add(
                    subject.isPresent()
                            ? compared(
                                    Comparator.EQUAL,
                                    subject.get(),
                                    branch.when().accept(this))
                            : condition(branch.when()));
            results.add(branch.then().accept(this));
        }
        results.add(
                choice.otherwise().isPresent()
                        ? choice.otherwise().get().accept(this)
                        : Operand.nothing(choice.position()));
        return chosen(choice.position(), conditions, results);
    }

    /** A choice; the last result is that of no condition. A choice among NULLs is NULL. */
    static Operand chosen(int position, List<Expression> conditions, List<Operand> results) throws ExpressionFault {
        if (results.stream().allMatch(Operand::isNull)) {
            return Operand.nothing(position);
        }
        List<Expression> typed = Typing.unified(position, results);
        List<When> branches = new ArrayList<>();
        for (int i = 0; i < conditions.size(); i++) {
            branches.add(new When(conditions.get(i), typed.get(i)));
        }
        return Operand.of(position, new Expression.Case(branches, Optional.of(typed.get(conditions.size()))));
    }

    @Override
    public Operand call(Syntax.Call call) throws ExpressionFault {
        List<Operand> arguments = new ArrayList<>();
        for (Syntax argument : call.arguments()) {
            arguments.add(argument.accept(this));
        }
        return new CallBinder(scope.principal(), call, List.copyOf(arguments)).bound();
    }

    @Override
    public Operand lookup(Syntax.Lookup lookup) throws ExpressionFault {
        try {
            LookupTable table = scope.lookups().table(lookup.table());
            return Operand.of(lookup.position(), new LookupBinder(lookup, this, table).bound());
        } catch (LookupFault fault) {
            throw ExpressionFault.of(lookup.position(), fault);
        }
    }

    private Expression condition(Syntax syntax) throws ExpressionFault {
        return Typing.as(syntax.accept(this), Simple.BOOLEAN);
    }

    private List<Expression> conditions(List<Syntax> syntaxes) throws ExpressionFault {
        List<Expression> conditions = new ArrayList<>();
        for (Syntax syntax : syntaxes) {
            conditions.add(condition(syntax));
        }
        return conditions;
    }
}
