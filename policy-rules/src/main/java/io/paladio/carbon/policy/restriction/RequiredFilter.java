package io.paladio.carbon.policy.restriction;

import com.fasterxml.jackson.databind.JsonNode;
import io.paladio.carbon.policy.expression.ConstantFolding;
import io.paladio.carbon.policy.expression.Expression;
import io.paladio.carbon.policy.expression.Expression.ColumnReference;

/** A row filter as it was sent: a predicate over field-ids. Immutable. */
public final class RequiredFilter {
    private final JsonNode predicate;

    RequiredFilter(JsonNode predicate) {
        this.predicate = predicate;
    }

    /** Finds the columns that a filter is about. */
    @FunctionalInterface
    public interface Fields {
        /** The column with this field-id. */
        ColumnReference field(int fieldId) throws RestrictionFault;
    }

    /**
     * The predicate over a table's columns. It is true or false for every row, never NULL, as the standard has it.
     *
     * @throws RestrictionFault if it holds anything that can't be evaluated exactly as the standard says
     */
    public Expression over(Fields fields) throws RestrictionFault {
        return ConstantFolding.fold(new PredicateReader(new ValueReader(fields)).read(predicate));
    }
}
