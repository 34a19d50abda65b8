package io.paladio.carbon.policy.expression;

import io.paladio.carbon.policy.Securable;
import io.paladio.carbon.policy.expression.Expression.Comparator;
import java.util.List;
import java.util.Optional;

/** An expression as written: parsed, with no name or type known yet. Closed, as {@link Expression} is. */
sealed interface Syntax {
    /** Where the form begins or its operator stands. */
    int position();

    <R> R accept(Visitor<R> visitor) throws ExpressionFault;

    /** A name; with dots, the path of a nested field. */
    record Name(int position, String text) implements Syntax {
        @Override
        public <R> R accept(Visitor<R> visitor) throws ExpressionFault {
            return visitor.name(this);
        }
    }

    /** A constant with a type. */
    record Constant(int position, Expression.Literal literal) implements Syntax {
        @Override
        public <R> R accept(Visitor<R> visitor) throws ExpressionFault {
            return visitor.constant(this);
        }
    }

    /** NULL, whose type comes from what stands beside it. */
    record Null(int position) implements Syntax {
        @Override
        public <R> R accept(Visitor<R> visitor) throws ExpressionFault {
            return visitor.nothing(this);
        }
    }

    record Comparison(int position, Comparator comparator, Syntax left, Syntax right) implements Syntax {
        @Override
        public <R> R accept(Visitor<R> visitor) throws ExpressionFault {
            return visitor.comparison(this);
        }
    }

    record And(int position, List<Syntax> operands) implements Syntax {
        @Override
        public <R> R accept(Visitor<R> visitor) throws ExpressionFault {
            return visitor.and(this);
        }
    }

    record Or(int position, List<Syntax> operands) implements Syntax {
        @Override
        public <R> R accept(Visitor<R> visitor) throws ExpressionFault {
            return visitor.or(this);
        }
    }

    record Not(int position, Syntax operand) implements Syntax {
        @Override
        public <R> R accept(Visitor<R> visitor) throws ExpressionFault {
            return visitor.not(this);
        }
    }

    record IsNull(int position, Syntax operand) implements Syntax {
        @Override
        public <R> R accept(Visitor<R> visitor) throws ExpressionFault {
            return visitor.isNull(this);
        }
    }

    record In(int position, Syntax operand, List<Syntax> values) implements Syntax {
        @Override
        public <R> R accept(Visitor<R> visitor) throws ExpressionFault {
            return visitor.in(this);
        }
    }

    record Between(int position, Syntax operand, Syntax low, Syntax high) implements Syntax {
        @Override
        public <R> R accept(Visitor<R> visitor) throws ExpressionFault {
            return visitor.between(this);
        }
    }

    record Like(int position, Syntax operand, Syntax pattern) implements Syntax {
        @Override
        public <R> R accept(Visitor<R> visitor) throws ExpressionFault {
            return visitor.like(this);
        }
    }

    /** WHEN and THEN of a CASE. */
    record Branch(Syntax when, Syntax then) {}

    /** CASE; with a subject, each WHEN is compared to it. */
    record Case(int position, Optional<Syntax> subject, List<Branch> branches, Optional<Syntax> otherwise)
            implements Syntax {
        @Override
        public <R> R accept(Visitor<R> visitor) throws ExpressionFault {
            return visitor.choose(this);
        }
    }

    /** A call of a function by its name in lower case. */
    record Call(int position, String function, List<Syntax> arguments) implements Syntax {
        @Override
        public <R> R accept(Visitor<R> visitor) throws ExpressionFault {
            return visitor.call(this);
        }
    }

    /** {@code a = b} within a lookup. */
    record Equality(Syntax left, Syntax right) {}

    /** {@code operand IN (SELECT column FROM lookup('…') WHERE …)}; without an operand EXISTS. */
    record Lookup(int position, Securable table, Syntax column, Optional<Syntax> operand, List<Equality> where)
            implements Syntax {
        @Override
        public <R> R accept(Visitor<R> visitor) throws ExpressionFault {
            return visitor.lookup(this);
        }
    }

    /** Reads syntax, one method a form. */
    interface Visitor<R> {
        R name(Name name) throws ExpressionFault;

        R constant(Constant constant) throws ExpressionFault;

        R nothing(Null nothing) throws ExpressionFault;

        R comparison(Comparison comparison) throws ExpressionFault;

        R and(And and) throws ExpressionFault;

        R or(Or or) throws ExpressionFault;

        R not(Not not) throws ExpressionFault;

        R isNull(IsNull isNull) throws ExpressionFault;

        R in(In in) throws ExpressionFault;

        R between(Between between) throws ExpressionFault;

        R like(Like like) throws ExpressionFault;

        R choose(Case choice) throws ExpressionFault;

        R call(Call call) throws ExpressionFault;

        R lookup(Lookup lookup) throws ExpressionFault;
    }
}
