package io.paladio.carbon.policy.expression;

/** The published list of pure functions (S8). Dates and timestamps are UTC; positions count characters (code points) from 1. */
public enum Function {
    LOWER,
    UPPER,
    TRIM,
    LTRIM,
    RTRIM,
    /** Number of code points. */
    LENGTH,
    /** Two or more strings; NULL if one is NULL. */
    CONCAT,
    /** {@code substring(text, start, length)} as Spark defines it. */
    SUBSTRING,
    LEFT,
    RIGHT,
    /** {@code replace(text, search, replacement)}; the last two constant. */
    REPLACE,
    STARTSWITH,
    ENDSWITH,
    CONTAINS,
    YEAR,
    MONTH,
    DAY,
    /** {@code date_trunc('year' | 'month' | 'day' | 'hour', timestamp)}. */
    DATE_TRUNC,
    /** Lower-case hexadecimal SHA-256 of a string's UTF-8 bytes. */
    SHA256
}
