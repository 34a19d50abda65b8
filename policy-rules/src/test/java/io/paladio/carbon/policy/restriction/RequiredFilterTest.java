package io.paladio.carbon.policy.restriction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.fasterxml.jackson.databind.JsonNode;
import io.paladio.carbon.policy.expression.Expression;
import io.paladio.carbon.policy.expression.Expression.ColumnReference;
import io.paladio.carbon.policy.expression.Interpreter;
import io.paladio.carbon.policy.expression.ValueType;
import io.paladio.carbon.policy.expression.ValueType.Simple;
import io.paladio.carbon.policy.restriction.Vectors.Vector;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** S23: what the filters of the standard mean, row by row. */
class RequiredFilterTest {
    private static final Map<Integer, ValueType> COLUMNS = Map.ofEntries(
            Map.entry(1, Simple.LONG),
            Map.entry(2, Simple.STRING),
            Map.entry(3, Simple.INT),
            Map.entry(4, Simple.DOUBLE),
            Map.entry(5, Simple.FLOAT),
            Map.entry(6, new ValueType.Decimal(9, 2)),
            Map.entry(7, Simple.DATE),
            Map.entry(8, Simple.TIMESTAMP_NTZ),
            Map.entry(9, Simple.TIMESTAMP),
            Map.entry(10, Simple.BOOLEAN),
            Map.entry(11, Simple.BINARY),
            Map.entry(15, Simple.STRING),
            Map.entry(17, Simple.INT),
            Map.entry(18, Simple.DOUBLE));
    private static final List<Integer> NOT_COMPARED = List.of(12, 13, 16);

    static List<Vector> meanings() {
        return Vectors.of("filters.json").stream()
                .filter(vector -> !vector.json().has("refused"))
                .toList();
    }

    static List<Vector> refusals() {
        return Vectors.of("filters.json").stream()
                .filter(vector -> vector.json().has("refused"))
                .toList();
    }

    @ParameterizedTest
    @MethodSource("meanings")
    void S23_a_filter_is_true_or_false_for_every_row(Vector vector) throws Exception {
        Expression filter = bound(vector.at("filter").toString());
        Expression negation = bound("{\"type\":\"not\",\"child\":" + vector.at("filter") + "}");

        assertThat(vector.at("shown").size() + vector.at("hidden").size()).isPositive();
        for (JsonNode row : vector.at("shown")) {
            assertThat(Interpreter.evaluate(filter, values(row))).as("%s", row).contains(true);
            assertThat(Interpreter.evaluate(negation, values(row)))
                    .as("not %s", row)
                    .contains(false);
        }
        for (JsonNode row : vector.at("hidden")) {
            assertThat(Interpreter.evaluate(filter, values(row))).as("%s", row).contains(false);
            assertThat(Interpreter.evaluate(negation, values(row)))
                    .as("not %s", row)
                    .contains(true);
        }
    }

    @ParameterizedTest
    @MethodSource("refusals")
    void S23_what_is_not_known_or_does_not_fit_is_refused_and_not_told(Vector vector) {
        Throwable fault = catchThrowable(() -> bound(vector.at("filter").toString()));

        assertThat(fault).isInstanceOf(RestrictionFault.class);
        assertThat(((RestrictionFault) fault).reason())
                .contains(vector.at("refused").asText())
                .doesNotContain("SECRET");
    }

    @Test
    void S23_calls_within_calls_are_bounded() throws Exception {
        String field = "{\"type\":\"reference\",\"id\":2}";
        assertThat(bound(isNull(called(called(called(field)))))).isNotNull();
        assertThat(catchThrowable(() -> bound(isNull(called(called(called(called(field))))))))
                .isInstanceOf(RestrictionFault.class)
                .hasMessageContaining("deeper than 3");
    }

    @Test
    void S23_a_filter_of_too_many_levels_is_refused() throws Exception {
        assertThat(bound("{\"type\":\"not\",\"child\":".repeat(150) + "true" + "}".repeat(150)))
                .isNotNull();
        assertThat(catchThrowable(() -> bound("{\"type\":\"not\",\"child\":".repeat(250) + "true" + "}".repeat(250))))
                .isInstanceOf(RestrictionFault.class)
                .hasMessageContaining("levels");
    }

    private static String called(String argument) {
        return "{\"type\":\"apply\",\"function\":{\"catalog\":\"iceberg_functions\",\"identifier\":[\"identity\"]},"
                + "\"arguments\":[" + argument + "]}";
    }

    private static String isNull(String value) {
        return "{\"type\":\"is-null\",\"child\":" + value + "}";
    }

    private static Expression bound(String filter) throws RestrictionFault {
        ReadRestrictions sent = ReadRestrictions.of("{\"required-row-filter\":" + filter + "}");
        return RestrictionContent.of(sent).filter().orElseThrow().over(RequiredFilterTest::field);
    }

    private static ColumnReference field(int id) throws RestrictionFault {
        ValueType type = COLUMNS.get(id);
        if (NOT_COMPARED.contains(id)) {
            throw new RestrictionFault("their filter reads field " + id + ", which this engine can't compare");
        }
        if (type == null) {
            throw new RestrictionFault("the schema that is read lacks field " + id + " of their filter");
        }
        return new ColumnReference(id, "c" + id, type);
    }

    private static Map<Integer, Optional<Object>> values(JsonNode row) {
        Map<Integer, Optional<Object>> values = new HashMap<>();
        COLUMNS.forEach((id, type) -> {
            JsonNode value = row.path(Integer.toString(id));
            values.put(id, value.isMissingNode() ? Optional.empty() : Optional.of(value(value, type)));
        });
        return values;
    }

    private static Object value(JsonNode json, ValueType type) {
        if (type instanceof ValueType.Decimal) {
            return new BigDecimal(json.textValue());
        }
        return switch ((Simple) type) {
            case BOOLEAN -> json.booleanValue();
            case INT -> json.intValue();
            case LONG -> json.longValue();
            case FLOAT -> json.isTextual() ? Float.valueOf(json.textValue()) : Float.valueOf(json.floatValue());
            case DOUBLE -> json.isTextual() ? Double.valueOf(json.textValue()) : Double.valueOf(json.doubleValue());
            case STRING -> json.textValue();
            case BINARY -> HexFormat.of().parseHex(json.textValue());
            case DATE -> (int) LocalDate.parse(json.textValue()).toEpochDay();
            case TIMESTAMP, TIMESTAMP_NTZ ->
                ChronoUnit.MICROS.between(
                        LocalDateTime.ofEpochSecond(0, 0, ZoneOffset.UTC), LocalDateTime.parse(json.textValue()));
        };
    }
}
