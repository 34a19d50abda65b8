package io.paladio.carbon.policy.expression;

import io.paladio.carbon.policy.expression.Expression.Comparator;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Reads the conditions of the language: OR, AND, NOT and the predicates. What they compare is {@link OperandParser}'s. Nesting
 * is bounded, so that no text can exhaust the stack. Used once, by one thread.
 */
final class Parser {
    private static final int DEEPEST = 100;
    private static final Map<String, Comparator> COMPARATORS = Map.of(
            "=", Comparator.EQUAL,
            "<>", Comparator.NOT_EQUAL,
            "!=", Comparator.NOT_EQUAL,
            "<", Comparator.LESS,
            "<=", Comparator.LESS_OR_EQUAL,
            ">", Comparator.GREATER,
            ">=", Comparator.GREATER_OR_EQUAL,
            "<=>", Comparator.NULL_SAFE_EQUAL);

    private final TokenStream tokens;
    private final OperandParser operands;
    private int depth;

    private Parser(TokenStream tokens) {
        this.tokens = tokens;
        this.operands = new OperandParser(tokens, this);
    }

    static Syntax parse(String sql) throws ExpressionFault {
        TokenStream tokens = new TokenStream(Lexer.tokens(sql));
        Syntax syntax = new Parser(tokens).expression();
        if (tokens.peek().kind() != Token.Kind.END) {
            throw tokens.fault("Nothing more is expected here. Put parentheses around what belongs together.");
        }
        return syntax;
    }

    Syntax expression() throws ExpressionFault {
        enter();
        int position = tokens.position();
        List<Syntax> operands = new ArrayList<>();
        do {
            operands.add(conjunction());
        } while (tokens.takeWord("OR"));
        depth--;
        return operands.size() == 1 ? operands.get(0) : new Syntax.Or(position, List.copyOf(operands));
    }

    private Syntax conjunction() throws ExpressionFault {
        int position = tokens.position();
        List<Syntax> operands = new ArrayList<>();
        do {
            operands.add(negation());
        } while (tokens.takeWord("AND"));
        return operands.size() == 1 ? operands.get(0) : new Syntax.And(position, List.copyOf(operands));
    }

    private Syntax negation() throws ExpressionFault {
        int position = tokens.position();
        if (!tokens.takeWord("NOT")) {
            return predicate();
        }
        enter();
        Syntax operand = negation();
        depth--;
        return new Syntax.Not(position, operand);
    }

    private Syntax predicate() throws ExpressionFault {
        Syntax left = operands.operand();
        int position = tokens.position();
        if (tokens.takeWord("IS")) {
            return nullTest(position, left);
        }
        boolean negated = tokens.takeWord("NOT");
        Optional<Syntax> test = membership(position, left);
        if (test.isPresent()) {
            return negated ? new Syntax.Not(position, test.get()) : test.get();
        }
        if (negated) {
            throw tokens.fault("IN, BETWEEN or LIKE is expected behind NOT.");
        }
        return comparison(position, left);
    }

    private Syntax comparison(int position, Syntax left) throws ExpressionFault {
        Optional<Comparator> comparator = Optional.of(tokens.peek())
                .filter(token -> token.kind() == Token.Kind.SYMBOL)
                .map(token -> COMPARATORS.get(token.text()));
        if (comparator.isEmpty()) {
            return left;
        }
        tokens.take();
        return new Syntax.Comparison(position, comparator.get(), left, operands.operand());
    }

    private Syntax nullTest(int position, Syntax operand) throws ExpressionFault {
        boolean negated = tokens.takeWord("NOT");
        if (!tokens.takeWord("NULL")) {
            throw tokens.fault("Only IS NULL and IS NOT NULL are part of the language. Write <=> for the other tests.");
        }
        Syntax test = new Syntax.IsNull(position, operand);
        return negated ? new Syntax.Not(position, test) : test;
    }

    private Optional<Syntax> membership(int position, Syntax left) throws ExpressionFault {
        if (tokens.takeWord("IN")) {
            return Optional.of(in(position, left));
        }
        if (tokens.takeWord("BETWEEN")) {
            Syntax low = operands.operand();
            tokens.expectWord("AND");
            return Optional.of(new Syntax.Between(position, left, low, operands.operand()));
        }
        return tokens.takeWord("LIKE")
                ? Optional.of(new Syntax.Like(position, left, operands.operand()))
                : Optional.empty();
    }

    private Syntax in(int position, Syntax left) throws ExpressionFault {
        tokens.expectSymbol("(");
        if (tokens.peek().isWord("SELECT")) {
            return operands.lookup(position, Optional.of(left));
        }
        return new Syntax.In(position, left, operands.list());
    }

    private void enter() throws ExpressionFault {
        if (++depth > DEEPEST) {
            throw tokens.fault("The expression is nested deeper than " + DEEPEST + ". Write it flatter.");
        }
    }
}
