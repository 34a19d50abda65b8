package io.paladio.carbon.differential;

import java.math.BigDecimal;
import java.math.MathContext;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.catalyst.expressions.GenericRowWithSchema;

/**
 * Rows as texts, floating numbers to ten digits: their last ones depend on the order in which they were added, which no plan
 * promises. Everything else is exact.
 */
final class RoundedText {
    private static final MathContext DIGITS = new MathContext(10);

    private RoundedText() {}

    static String of(Row row) {
        Object[] values = new Object[row.length()];
        for (int i = 0; i < values.length; i++) {
            Object value = row.get(i);
            values[i] = value instanceof Double number && Double.isFinite(number)
                    ? BigDecimal.valueOf(number).round(DIGITS).doubleValue()
                    : value;
        }
        return RowText.of(new GenericRowWithSchema(values, row.schema()));
    }
}
