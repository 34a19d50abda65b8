package io.paladio.carbon.policy.expression;

import java.util.List;
import java.util.Optional;

/**
 * A typed, bound, deterministic expression that can't throw: the meaning of {@code spark-sql-restricted/1} (S8).
 *
 * <p>Closed: a reader implements {@link Visitor}, so that a new form breaks every reader at compile time. Context functions
 * are folded to literals and column names to field-ids before an Expression exists. Both sides of a comparison and all
 * branches of a choice have the same type: the typing step inserts explicit widening ({@link Cast}) where it allows any.
 */
public sealed interface Expression {

    /** The type of the result. */
    ValueType type();

    /** Calls the visitor's method for this form. */
    <R> R accept(Visitor<R> visitor);

    /** A column of the row, raw. */
    record ColumnReference(int fieldId, String name, ValueType type) implements Expression {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.column(this);
        }
    }

    /**
     * A constant. Java values: Boolean, Integer, Long, Float, Double, BigDecimal, String, byte[] (BINARY), Integer days (DATE),
     * Long microseconds (TIMESTAMP, TIMESTAMP_NTZ). Empty means NULL.
     */
    record Literal(Optional<Object> value, ValueType type) implements Expression {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.literal(this);
        }
    }

    /** Lossless widening between numeric types, date to timestamp_ntz. Never fails, never rounds. */
    record Cast(Expression child, ValueType type) implements Expression {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.cast(this);
        }
    }

    /** The comparisons of SQL; {@link #NULL_SAFE_EQUAL} is {@code <=>}. */
    enum Comparator {
        EQUAL,
        NOT_EQUAL,
        LESS,
        LESS_OR_EQUAL,
        GREATER,
        GREATER_OR_EQUAL,
        NULL_SAFE_EQUAL
    }

    /** A comparison of two values of one type. Strings compare by their UTF-8 bytes. */
    record Comparison(Comparator comparator, Expression left, Expression right) implements Expression {
        @Override
        public ValueType type() {
            return ValueType.Simple.BOOLEAN;
        }

        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.comparison(this);
        }
    }

    /** Three-valued conjunction; two or more operands. */
    record And(List<Expression> operands) implements Expression {
        public And {
            operands = List.copyOf(operands);
        }

        @Override
        public ValueType type() {
            return ValueType.Simple.BOOLEAN;
        }

        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.and(this);
        }
    }

    /** Three-valued disjunction; two or more operands. */
    record Or(List<Expression> operands) implements Expression {
        public Or {
            operands = List.copyOf(operands);
        }

        @Override
        public ValueType type() {
            return ValueType.Simple.BOOLEAN;
        }

        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.or(this);
        }
    }

    /** Three-valued negation. */
    record Not(Expression operand) implements Expression {
        @Override
        public ValueType type() {
            return ValueType.Simple.BOOLEAN;
        }

        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.not(this);
        }
    }

    /** {@code IS NULL}; its negation is a {@link Not} around it. */
    record IsNull(Expression operand) implements Expression {
        @Override
        public ValueType type() {
            return ValueType.Simple.BOOLEAN;
        }

        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.isNull(this);
        }
    }

    /** {@code IN (literal, …)} with SQL's NULL rules. */
    record In(Expression operand, List<Literal> values) implements Expression {
        public In {
            values = List.copyOf(values);
        }

        @Override
        public ValueType type() {
            return ValueType.Simple.BOOLEAN;
        }

        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.in(this);
        }
    }

    /** {@code LIKE} with a constant pattern; the escape character is the backslash. */
    record Like(Expression operand, String pattern) implements Expression {
        @Override
        public ValueType type() {
            return ValueType.Simple.BOOLEAN;
        }

        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.like(this);
        }
    }

    /** One branch of a {@link Case}. */
    record When(Expression condition, Expression result) {}

    /** Searched CASE; IF is one with a single branch. Without {@code otherwise}: NULL. */
    record Case(List<When> branches, Optional<Expression> otherwise) implements Expression {
        public Case {
            branches = List.copyOf(branches);
        }

        @Override
        public ValueType type() {
            return branches.get(0).result().type();
        }

        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.choose(this);
        }
    }

    /** The first operand that is not NULL. */
    record Coalesce(List<Expression> operands) implements Expression {
        public Coalesce {
            operands = List.copyOf(operands);
        }

        @Override
        public ValueType type() {
            return operands.get(0).type();
        }

        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.coalesce(this);
        }
    }

    /** The functions {@code try_add}, {@code try_subtract}, {@code try_multiply}, {@code try_divide}, {@code try_mod}: NULL where SQL would fail. */
    enum Operator {
        TRY_ADD,
        TRY_SUBTRACT,
        TRY_MULTIPLY,
        TRY_DIVIDE,
        TRY_MOD
    }

    /** Arithmetic that can't fail, on two operands of one numeric type. */
    record Arithmetic(Operator operator, Expression left, Expression right, ValueType type) implements Expression {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.arithmetic(this);
        }
    }

    /** A call of one of the published pure functions. */
    record Call(Function function, List<Expression> arguments, ValueType type) implements Expression {
        public Call {
            arguments = List.copyOf(arguments);
        }

        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.call(this);
        }
    }

    /** Reads an expression, one method a form. */
    interface Visitor<R> {
        R column(ColumnReference column);

        R literal(Literal literal);

        R cast(Cast cast);

        R comparison(Comparison comparison);

        R and(And and);

        R or(Or or);

        R not(Not not);

        R isNull(IsNull isNull);

        R in(In in);

        R like(Like like);

        R choose(Case choice);

        R coalesce(Coalesce coalesce);

        R arithmetic(Arithmetic arithmetic);

        R call(Call call);
    }
}
