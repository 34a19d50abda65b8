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
        return bind(ParsedExpression.parse(sql), scope, expected);
    }

    /**
     * Binds, types and folds what was parsed before.
     *
     * @throws ExpressionFault if it names something unknown, or has another type
     */
    public static Expression bind(ParsedExpression parsed, BindingScope scope, ValueType expected)
            throws ExpressionFault {
        Operand root = parsed.syntax().accept(new SyntaxBinder(scope));
        return ConstantFolding.fold(Typing.as(root, expected));
    }
}
