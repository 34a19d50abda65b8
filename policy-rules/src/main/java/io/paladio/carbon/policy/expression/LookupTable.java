package io.paladio.carbon.policy.expression;

import io.paladio.carbon.policy.expression.Expression.Literal;
import java.util.List;
import java.util.Map;

/** One state of one lookup table. */
public interface LookupTable {
    /** Its columns that expressions can read, by name. */
    Map<String, ValueType> columns();

    /**
     * The different values, NULL included, that a column has in the rows where other columns have these values.
     *
     * @param where values by column, of the columns' own types, none NULL
     * @throws LookupFault if there are more rows than may be read
     */
    List<Literal> values(String column, Map<String, Literal> where) throws LookupFault;
}
