package io.paladio.carbon.policy.expression;

import io.paladio.carbon.policy.Securable;
import io.paladio.carbon.policy.expression.Expression.Literal;
import io.paladio.carbon.policy.expression.Token.Kind;
import io.paladio.carbon.policy.expression.ValueType.Simple;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Reads what conditions compare: constants, names, calls, CASE, parentheses, lookups. Used once, by one thread. */
final class OperandParser {
    private final TokenStream tokens;
    private final Parser conditions;

    OperandParser(TokenStream tokens, Parser conditions) {
        this.tokens = tokens;
        this.conditions = conditions;
    }

    Syntax operand() throws ExpressionFault {
        Token token = tokens.peek();
        return switch (token.kind()) {
            case STRING ->
                new Syntax.Constant(token.position(), literal(tokens.take().text(), Simple.STRING));
            case NUMBER -> new Syntax.Constant(token.position(), NumberLiteral.of(tokens.take(), false));
            case SYMBOL -> symbol();
            case WORD -> word();
            case QUOTED_NAME -> name();
            case END -> throw tokens.fault("A value is expected here.");
        };
    }

    /** The rest of a list behind its opening parenthesis: one or more expressions. */
    List<Syntax> list() throws ExpressionFault {
        List<Syntax> values = new ArrayList<>();
        do {
            values.add(conditions.expression());
        } while (tokens.takeSymbol(","));
        tokens.expectSymbol(")");
        return List.copyOf(values);
    }

    /** The rest of {@code (SELECT … FROM lookup('table') [WHERE a = b [AND …]])} behind its opening parenthesis. */
    Syntax lookup(int position, Optional<Syntax> operand) throws ExpressionFault {
        tokens.expectWord("SELECT");
        Syntax column = operand();
        tokens.expectWord("FROM");
        tokens.expectWord("lookup");
        tokens.expectSymbol("(");
        Securable table = lookupTable(tokens.expectString("The lookup's table"));
        tokens.expectSymbol(")");
        List<Syntax.Equality> where = tokens.takeWord("WHERE") ? equalities() : List.of();
        tokens.expectSymbol(")");
        return new Syntax.Lookup(position, table, column, operand, where);
    }

    private List<Syntax.Equality> equalities() throws ExpressionFault {
        List<Syntax.Equality> equalities = new ArrayList<>();
        do {
            Syntax left = operand();
            tokens.expectSymbol("=");
            equalities.add(new Syntax.Equality(left, operand()));
        } while (tokens.takeWord("AND"));
        return List.copyOf(equalities);
    }

    private static Securable lookupTable(Token name) throws ExpressionFault {
        try {
            Securable table = Securable.parse(name.text());
            if (table.path().size() == 3) {
                return table;
            }
        } catch (IllegalArgumentException noPath) {
            throw noTable(name);
        }
        throw noTable(name);
    }

    private static ExpressionFault noTable(Token name) {
        return new ExpressionFault(name.position(), "A lookup names one table: lookup('catalog.schema.table').");
    }

    private Syntax symbol() throws ExpressionFault {
        int position = tokens.position();
        if (tokens.takeSymbol("(")) {
            if (tokens.peek().isWord("SELECT")) {
                throw tokens.fault("A query may only stand behind IN or EXISTS, and read FROM lookup('…').");
            }
            Syntax inner = conditions.expression();
            tokens.expectSymbol(")");
            return inner;
        }
        if (tokens.takeSymbol("-") && tokens.peek().kind() == Kind.NUMBER) {
            return new Syntax.Constant(position, NumberLiteral.of(tokens.take(), true));
        }
        throw new ExpressionFault(position, "A value is expected here. For arithmetic write try_add and its kin.");
    }

    private Syntax word() throws ExpressionFault {
        Token word = tokens.peek();
        String keyword = word.text().toUpperCase(Locale.ROOT);
        if (tokens.peekNext().kind() == Kind.STRING) {
            return typedString(keyword);
        }
        return switch (keyword) {
            case "TRUE", "FALSE" -> bool(tokens.take());
            case "NULL" -> new Syntax.Null(tokens.take().position());
            case "CASE" -> choice();
            case "EXISTS" -> exists();
            default -> word.isName() ? nameOrCall() : unexpected();
        };
    }

    private Syntax unexpected() throws ExpressionFault {
        throw tokens.fault(
                "A value is expected here, or this word is not part of the language. A column of this name stands in `…`.");
    }

    private Syntax typedString(String keyword) throws ExpressionFault {
        int position = tokens.take().position();
        Token text = tokens.take();
        return new Syntax.Constant(
                position,
                switch (keyword) {
                    case "DATE" -> TemporalLiteral.date(text);
                    case "TIMESTAMP" -> TemporalLiteral.timestamp(text);
                    case "TIMESTAMP_NTZ" -> TemporalLiteral.timestampWithoutZone(text);
                    case "X" -> binary(text);
                    default ->
                        throw new ExpressionFault(
                                position, "Before a string only DATE, TIMESTAMP, TIMESTAMP_NTZ or X may stand.");
                });
    }

    private static Literal binary(Token text) throws ExpressionFault {
        try {
            return literal(HexFormat.of().parseHex(text.text()), Simple.BINARY);
        } catch (IllegalArgumentException notHexadecimal) {
            throw new ExpressionFault(text.position(), "Bytes are written as X'0aff', two hexadecimal digits each.");
        }
    }

    private static Syntax bool(Token word) {
        return new Syntax.Constant(word.position(), literal(word.isWord("TRUE"), Simple.BOOLEAN));
    }

    private Syntax nameOrCall() throws ExpressionFault {
        return tokens.peekNext().isSymbol("(") ? call() : name();
    }

    private Syntax name() throws ExpressionFault {
        Token first = tokens.take();
        StringBuilder path = new StringBuilder(first.text());
        while (tokens.takeSymbol(".")) {
            if (tokens.peek().kind() != Kind.QUOTED_NAME && tokens.peek().kind() != Kind.WORD) {
                throw tokens.fault("A field's name is expected behind the dot.");
            }
            path.append('.').append(tokens.take().text());
        }
        return new Syntax.Name(first.position(), path.toString());
    }

    private Syntax call() throws ExpressionFault {
        Token name = tokens.take();
        tokens.expectSymbol("(");
        List<Syntax> arguments = tokens.takeSymbol(")") ? List.of() : list();
        return FunctionList.checked(new Syntax.Call(name.position(), name.text().toLowerCase(Locale.ROOT), arguments));
    }

    private Syntax exists() throws ExpressionFault {
        int position = tokens.take().position();
        tokens.expectSymbol("(");
        return lookup(position, Optional.empty());
    }

    private Syntax choice() throws ExpressionFault {
        int position = tokens.take().position();
        Optional<Syntax> subject =
                tokens.peek().isWord("WHEN") ? Optional.empty() : Optional.of(conditions.expression());
        List<Syntax.Branch> branches = new ArrayList<>();
        do {
            branches.add(branch());
        } while (tokens.peek().isWord("WHEN"));
        Optional<Syntax> otherwise = tokens.takeWord("ELSE") ? Optional.of(conditions.expression()) : Optional.empty();
        tokens.expectWord("END");
        return new Syntax.Case(position, subject, List.copyOf(branches), otherwise);
    }

    private Syntax.Branch branch() throws ExpressionFault {
        tokens.expectWord("WHEN");
        Syntax when = conditions.expression();
        tokens.expectWord("THEN");
        return new Syntax.Branch(when, conditions.expression());
    }

    private static Literal literal(Object value, ValueType type) {
        return new Literal(Optional.of(value), type);
    }
}
