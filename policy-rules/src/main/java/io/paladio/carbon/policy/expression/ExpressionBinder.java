package io.paladio.carbon.policy.expression;

/** From the text of a policy to an expression over one table's columns and one principal. Stateless and thread-safe. */
public final class ExpressionBinder {
    private ExpressionBinder() {}

    /**
     * Parses, binds, types and folds.
     *
     * @param expected the exact type that the result must have
     * @throws ExpressionFault if the text is outside the language, names something unknown, or has another type
     */
    public static Expression bind(String sql, BindingScope scope, ValueType expected) throws ExpressionFault {
        throw new ExpressionFault(0, "Expressions are not supported yet.");
    }
}
