package io.paladio.carbon.policy.restriction;

import com.fasterxml.jackson.databind.JsonNode;
import io.paladio.carbon.policy.expression.ValueType;
import io.paladio.carbon.policy.expression.ValueType.Decimal;
import io.paladio.carbon.policy.expression.ValueType.Simple;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Iceberg's names of the types that expressions compute with. */
final class TypeNames {
    private static final Map<String, ValueType> NAMES = Map.of(
            "boolean", Simple.BOOLEAN,
            "int", Simple.INT,
            "long", Simple.LONG,
            "float", Simple.FLOAT,
            "double", Simple.DOUBLE,
            "date", Simple.DATE,
            "timestamp", Simple.TIMESTAMP_NTZ,
            "timestamptz", Simple.TIMESTAMP,
            "string", Simple.STRING,
            "binary", Simple.BINARY);
    private static final Pattern DECIMAL = Pattern.compile("decimal\\(\\s*(\\d{1,2})\\s*,\\s*(\\d{1,2})\\s*\\)");
    private static final int LARGEST_PRECISION = 38;

    private TypeNames() {}

    static ValueType of(JsonNode name) throws RestrictionFault {
        String text = name.asText("");
        ValueType simple = NAMES.get(text);
        if (name.isTextual() && simple != null) {
            return simple;
        }
        Matcher decimal = DECIMAL.matcher(text);
        if (name.isTextual() && decimal.matches()) {
            int precision = Integer.parseInt(decimal.group(1));
            int scale = Integer.parseInt(decimal.group(2));
            if (precision >= 1 && precision <= LARGEST_PRECISION && scale <= precision) {
                return new Decimal(precision, scale);
            }
        }
        throw new RestrictionFault("a constant of their filter has a type that this engine can't compare");
    }
}
