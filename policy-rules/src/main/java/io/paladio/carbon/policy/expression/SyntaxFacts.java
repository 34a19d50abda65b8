package io.paladio.carbon.policy.expression;

import io.paladio.carbon.policy.Securable;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** What an expression names, and how large it becomes when its short forms are written out. Used once, by one thread. */
final class SyntaxFacts implements Syntax.Visitor<Long> {
    private static final long LARGEST = 10_000;

    private final Set<String> names = new LinkedHashSet<>();
    private final Set<Securable> lookups = new LinkedHashSet<>();
    private final Set<String> texts = new LinkedHashSet<>();
    private final Set<String> groups = new LinkedHashSet<>();
    private final Set<String> attributes = new LinkedHashSet<>();
    private int lookupCount;

    private SyntaxFacts() {}

    static SyntaxFacts of(Syntax syntax) throws ExpressionFault {
        SyntaxFacts facts = new SyntaxFacts();
        facts.bounded(syntax, syntax.accept(facts));
        return facts;
    }

    Set<String> names() {
        return Set.copyOf(names);
    }

    Set<Securable> lookups() {
        return Set.copyOf(lookups);
    }

    Set<String> texts() {
        return Set.copyOf(texts);
    }

    Set<String> groups() {
        return Set.copyOf(groups);
    }

    Set<String> attributes() {
        return Set.copyOf(attributes);
    }

    @Override
    public Long name(Syntax.Name name) {
        names.add(name.text());
        return 1L;
    }

    @Override
    public Long constant(Syntax.Constant constant) {
        constant.literal()
                .value()
                .filter(String.class::isInstance)
                .map(String.class::cast)
                .ifPresent(texts::add);
        return 1L;
    }

    @Override
    public Long nothing(Syntax.Null nothing) {
        return 1L;
    }

    @Override
    public Long comparison(Syntax.Comparison comparison) throws ExpressionFault {
        return sum(comparison, List.of(comparison.left(), comparison.right()));
    }

    @Override
    public Long and(Syntax.And and) throws ExpressionFault {
        return sum(and, and.operands());
    }

    @Override
    public Long or(Syntax.Or or) throws ExpressionFault {
        return sum(or, or.operands());
    }

    @Override
    public Long not(Syntax.Not not) throws ExpressionFault {
        return sum(not, List.of(not.operand()));
    }

    @Override
    public Long isNull(Syntax.IsNull isNull) throws ExpressionFault {
        return sum(isNull, List.of(isNull.operand()));
    }

    /** The values of a list are constants: they make an expression long, never deep or slow. */
    @Override
    public Long in(Syntax.In in) throws ExpressionFault {
        sum(in, in.values());
        return sum(in, List.of(in.operand()));
    }

    @Override
    public Long between(Syntax.Between between) throws ExpressionFault {
        Syntax operand = between.operand();
        return sum(between, List.of(operand, operand, between.low(), between.high()));
    }

    @Override
    public Long like(Syntax.Like like) throws ExpressionFault {
        return sum(like, List.of(like.operand(), like.pattern()));
    }

    @Override
    public Long choose(Syntax.Case choice) throws ExpressionFault {
        long subject = choice.subject().isPresent() ? choice.subject().get().accept(this) : 0;
        long size = choice.otherwise().isPresent() ? choice.otherwise().get().accept(this) : 0;
        for (Syntax.Branch branch : choice.branches()) {
            size += subject + sum(choice, List.of(branch.when(), branch.then()));
        }
        return bounded(choice, size);
    }

    @Override
    public Long call(Syntax.Call call) throws ExpressionFault {
        note("is_member", groups, call);
        note("session_attribute", attributes, call);
        return sum(call, call.arguments());
    }

    @Override
    public Long lookup(Syntax.Lookup lookup) throws ExpressionFault {
        if (++lookupCount > 1) {
            throw new ExpressionFault(
                    lookup.position(), "An expression has at most one lookup. Write one policy for each.");
        }
        lookups.add(lookup.table());
        List<Syntax> parts = new ArrayList<>(List.of(lookup.column()));
        lookup.operand().ifPresent(parts::add);
        for (Syntax.Equality equality : lookup.where()) {
            parts.add(equality.left());
            parts.add(equality.right());
        }
        return sum(lookup, parts);
    }

    /** What a context function is asked for. */
    private static void note(String function, Set<String> asked, Syntax.Call call) {
        if (call.function().equalsIgnoreCase(function)) {
            call.arguments().stream()
                    .filter(Syntax.Constant.class::isInstance)
                    .flatMap(argument -> ((Syntax.Constant) argument).literal().value().stream())
                    .forEach(value -> asked.add(String.valueOf(value)));
        }
    }

    private long sum(Syntax parent, List<Syntax> children) throws ExpressionFault {
        long size = 1;
        for (Syntax child : children) {
            size += child.accept(this);
        }
        return bounded(parent, size);
    }

    private long bounded(Syntax syntax, long size) throws ExpressionFault {
        if (size > LARGEST) {
            throw new ExpressionFault(
                    syntax.position(), "Written out, the expression has more than " + LARGEST + " parts. Split it.");
        }
        return size;
    }
}
