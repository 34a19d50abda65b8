package io.paladio.carbon.policy.expression;

/**
 * A string or a quoted name as written in an expression.
 *
 * @param value without quotes and escapes
 * @param end the position behind the closing quote
 */
record QuotedText(String value, int end) {

    /**
     * A string: {@code ''} is a quote. A backslash means what it means in Spark SQL, and only where that is no surprise:
     * {@code \\} and {@code \'} are the second character, {@code \%} and {@code \_} stay as they are for LIKE.
     */
    static QuotedText string(String sql, int begin) throws ExpressionFault {
        StringBuilder value = new StringBuilder();
        int index = begin + 1;
        while (index < sql.length()) {
            char character = checked(sql, index);
            if (character == '\'' && !sql.startsWith("''", index)) {
                return new QuotedText(value.toString(), index + 1);
            }
            if (character == '\\') {
                value.append(escaped(sql, index));
            } else {
                value.append(character);
            }
            index += character == '\\' || character == '\'' ? 2 : 1;
        }
        throw new ExpressionFault(begin, "The string is not closed. Write ' behind it.");
    }

    /** A name in back-ticks; two of them are one. */
    static QuotedText name(String sql, int begin) throws ExpressionFault {
        StringBuilder value = new StringBuilder();
        int index = begin + 1;
        while (index < sql.length()) {
            char character = checked(sql, index);
            if (character == '`' && !sql.startsWith("``", index)) {
                return closedName(value.toString(), begin, index);
            }
            value.append(character);
            index += character == '`' ? 2 : 1;
        }
        throw new ExpressionFault(begin, "The quoted name is not closed. Write ` behind it.");
    }

    private static QuotedText closedName(String name, int begin, int index) throws ExpressionFault {
        if (name.isEmpty()) {
            throw new ExpressionFault(begin, "A quoted name can't be empty.");
        }
        return new QuotedText(name, index + 1);
    }

    private static String escaped(String sql, int index) throws ExpressionFault {
        char next = index + 1 < sql.length() ? sql.charAt(index + 1) : ' ';
        return switch (next) {
            case '\\', '\'' -> String.valueOf(next);
            case '%', '_' -> "\\" + next;
            default ->
                throw new ExpressionFault(
                        index, "Only \\\\, \\', \\% and \\_ may follow a backslash. Write the character itself.");
        };
    }

    private static char checked(String sql, int index) throws ExpressionFault {
        char character = sql.charAt(index);
        boolean alone = Character.isHighSurrogate(character)
                ? index + 1 == sql.length() || !Character.isLowSurrogate(sql.charAt(index + 1))
                : Character.isLowSurrogate(character) && !Character.isHighSurrogate(sql.charAt(index - 1));
        if (alone) {
            throw new ExpressionFault(index, "Half a character stands here. Write the whole one.");
        }
        return character;
    }
}
