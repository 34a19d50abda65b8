package io.paladio.carbon.policy.restriction;

import com.fasterxml.jackson.databind.JsonNode;
import io.paladio.carbon.policy.expression.Expression;
import io.paladio.carbon.policy.expression.Expression.Arithmetic;
import io.paladio.carbon.policy.expression.Expression.Call;
import io.paladio.carbon.policy.expression.Expression.Case;
import io.paladio.carbon.policy.expression.Expression.Literal;
import io.paladio.carbon.policy.expression.Expression.Operator;
import io.paladio.carbon.policy.expression.Expression.When;
import io.paladio.carbon.policy.expression.Function;
import io.paladio.carbon.policy.expression.ValueType;
import io.paladio.carbon.policy.expression.ValueType.Simple;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Those of the specification's own functions that expressions compute exactly: {@code identity}, {@code year}, {@code month},
 * {@code day} of a date, {@code truncate} of text and {@code if_else}. Every other one, and every function of another catalog,
 * is refused. Stateless but for the fields that it finds.
 */
final class IcebergFunctions {
    private static final String WHAT = "a function call of their filter";
    private static final Set<ValueType> DATED = Set.of(Simple.DATE, Simple.TIMESTAMP, Simple.TIMESTAMP_NTZ);
    private static final int EPOCH_YEAR = 1970;
    private static final int MONTHS = 12;

    private final ValueReader values;

    IcebergFunctions(ValueReader values) {
        this.values = values;
    }

    Expression call(JsonNode json) throws RestrictionFault {
        RestrictionJson.exactly(json, WHAT, "type", "function", "arguments");
        if (!json.path("arguments").isArray()) {
            throw new RestrictionFault(WHAT + " has arguments that are no list");
        }
        List<JsonNode> arguments = new ArrayList<>();
        json.path("arguments").forEach(arguments::add);
        return switch (name(json.path("function")) + "/" + arguments.size()) {
            case "identity/1" -> values.typed(arguments.get(0));
            case "year/1" -> years(dated(arguments.get(0)));
            case "month/1" -> months(dated(arguments.get(0)));
            case "day/1" -> day(values.typed(arguments.get(0)));
            case "truncate/2" -> truncated(arguments.get(0), values.typed(arguments.get(1)));
            case "if_else/3" -> chosen(arguments);
            default -> throw unknown();
        };
    }

    /** A function without a catalog is one of the table's own catalog. */
    private static String name(JsonNode reference) throws RestrictionFault {
        JsonNode identifier = reference.path("identifier");
        boolean own = reference.isObject()
                && reference.size() == 2
                && reference.path("catalog").asText("").equals("iceberg_functions")
                && identifier.isArray()
                && identifier.size() == 1
                && identifier.path(0).isTextual();
        if (!own) {
            throw unknown();
        }
        return identifier.path(0).textValue();
    }

    private Expression dated(JsonNode argument) throws RestrictionFault {
        Expression value = values.typed(argument);
        if (!DATED.contains(value.type())) {
            throw unknown();
        }
        return value;
    }

    /** Years since 1970, not the year. */
    private static Expression years(Expression value) {
        return computed(Operator.TRY_SUBTRACT, new Call(Function.YEAR, List.of(value), Simple.INT), EPOCH_YEAR);
    }

    private static Expression months(Expression value) {
        Expression whole = computed(Operator.TRY_MULTIPLY, years(value), MONTHS);
        Expression month = computed(Operator.TRY_SUBTRACT, new Call(Function.MONTH, List.of(value), Simple.INT), 1);
        return new Arithmetic(Operator.TRY_ADD, whole, month, Simple.INT);
    }

    private static Expression day(Expression value) throws RestrictionFault {
        if (value.type() != Simple.DATE) {
            throw unknown();
        }
        return value;
    }

    private Expression truncated(JsonNode width, Expression text) throws RestrictionFault {
        Literal characters = values.constant(width, Simple.INT);
        boolean positive = characters.value().filter(value -> (int) value > 0).isPresent();
        if (text.type() != Simple.STRING || !positive) {
            throw unknown();
        }
        return new Call(Function.LEFT, List.of(text, characters), Simple.STRING);
    }

    private Expression chosen(List<JsonNode> arguments) throws RestrictionFault {
        Expression condition = new PredicateReader(values).read(arguments.get(0));
        ValueReader.Pair results = values.aligned(arguments.get(1), arguments.get(2));
        return new Case(List.of(new When(condition, results.left())), Optional.of(results.right()));
    }

    private static Expression computed(Operator operator, Expression value, int number) {
        return new Arithmetic(operator, value, new Literal(Optional.of(number), Simple.INT), Simple.INT);
    }

    private static RestrictionFault unknown() {
        return new RestrictionFault(WHAT + " is not one that this engine can compute");
    }
}
