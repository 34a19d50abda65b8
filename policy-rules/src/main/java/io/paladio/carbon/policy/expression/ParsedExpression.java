package io.paladio.carbon.policy.expression;

import io.paladio.carbon.policy.Securable;
import java.util.Set;

/**
 * An expression that is part of the language, its names and types still unbound: what a document can be checked for before any
 * table is known. Immutable.
 */
public final class ParsedExpression {
    private final Syntax syntax;
    private final SyntaxFacts facts;

    private ParsedExpression(Syntax syntax, SyntaxFacts facts) {
        this.syntax = syntax;
        this.facts = facts;
    }

    /**
     * Parses a text.
     *
     * @throws ExpressionFault if it is outside the language: form, function, depth, length, or what it would grow to
     */
    public static ParsedExpression parse(String sql) throws ExpressionFault {
        Syntax syntax = Parser.parse(sql);
        return new ParsedExpression(syntax, SyntaxFacts.of(syntax));
    }

    /** Names of columns and aliases as written; nested fields as dotted paths. */
    public Set<String> names() {
        return facts.names();
    }

    /** Tables that it looks up. */
    public Set<Securable> lookups() {
        return facts.lookups();
    }

    /** The texts among its constants. */
    public Set<String> texts() {
        return facts.texts();
    }

    /** The groups that it asks for. */
    public Set<String> groups() {
        return facts.groups();
    }

    /** The attributes that it asks for. */
    public Set<String> attributes() {
        return facts.attributes();
    }

    Syntax syntax() {
        return syntax;
    }
}
