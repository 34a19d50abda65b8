package io.paladio.carbon.policy.restriction;

import com.fasterxml.jackson.databind.JsonNode;
import io.paladio.carbon.policy.expression.Expression;
import io.paladio.carbon.policy.expression.Expression.Literal;
import io.paladio.carbon.policy.expression.ValueType;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads the value expressions of the Iceberg expressions specification: constants, fields by their ids, and those of its own
 * functions that expressions can compute. Stateless but for the fields that it finds.
 */
final class ValueReader {
    private static final String WHAT = "a value of their filter";

    /** Each level repeats what is below it a few times, to tell NULL and NaN apart. */
    private static final int DEEPEST_CALL = 3;

    private final RequiredFilter.Fields fields;
    private final int calls;

    ValueReader(RequiredFilter.Fields fields) {
        this(fields, 0);
    }

    private ValueReader(RequiredFilter.Fields fields, int calls) {
        this.fields = fields;
        this.calls = calls;
    }

    /** Two values of one type. */
    record Pair(Expression left, Expression right) {}

    /** A value that has a type by itself: anything but a constant without one. */
    Expression typed(JsonNode json) throws RestrictionFault {
        if (isUntyped(json)) {
            throw new RestrictionFault("a constant of their filter has no type and stands beside nothing that has one");
        }
        return switch (RestrictionJson.type(json)) {
            case "literal" -> typedConstant(json);
            case "reference" -> reference(json);
            case "apply" -> new IcebergFunctions(withinCall()).call(json);
            default -> throw new RestrictionFault(WHAT + " is not known");
        };
    }

    /** Both sides of a comparison, widened to one type where that loses nothing. */
    Pair aligned(JsonNode left, JsonNode right) throws RestrictionFault {
        if (isUntyped(left)) {
            Expression known = typed(right);
            return new Pair(constant(left, known.type()), known);
        }
        Expression known = typed(left);
        if (isUntyped(right)) {
            return new Pair(known, constant(right, known.type()));
        }
        Expression other = typed(right);
        ValueType common = Promotion.common(known.type(), other.type());
        return new Pair(Promotion.to(known, common), Promotion.to(other, common));
    }

    /** A constant of exactly this type. */
    Literal constant(JsonNode json, ValueType type) throws RestrictionFault {
        if (isUntyped(json)) {
            return SingleValue.of(json.isObject() ? untypedValue(json) : json, type);
        }
        if (typed(json) instanceof Literal literal) {
            return literal(literal, type);
        }
        throw new RestrictionFault("their filter has a value that is computed where a constant is due");
    }

    /** A set of constants of exactly this type. */
    List<Literal> constants(JsonNode json, ValueType type) throws RestrictionFault {
        List<Literal> constants = new ArrayList<>();
        if (json.isArray()) {
            for (JsonNode element : json) {
                constants.add(constant(element, type));
            }
            return constants;
        }
        RestrictionJson.exactly(json, "a set of constants of their filter", "type", "values", "data-type");
        if (!RestrictionJson.type(json).equals("literals")
                || !json.path("values").isArray()) {
            throw new RestrictionFault("a set of constants of their filter is not known");
        }
        ValueType declared = TypeNames.of(json.path("data-type"));
        for (JsonNode value : json.path("values")) {
            constants.add(literal(SingleValue.of(value, declared), type));
        }
        return constants;
    }

    private static Literal literal(Literal literal, ValueType type) throws RestrictionFault {
        if (Promotion.common(literal.type(), type).equals(type)
                && Promotion.to(literal, type) instanceof Literal promoted) {
            return promoted;
        }
        throw new RestrictionFault("a constant of their filter has another type than what it is compared with");
    }

    private static boolean isUntyped(JsonNode json) {
        boolean bare = json.isValueNode();
        return bare || RestrictionJson.type(json).equals("literal") && !json.has("data-type");
    }

    private static JsonNode untypedValue(JsonNode json) throws RestrictionFault {
        return RestrictionJson.exactly(json, "a constant of their filter", "type", "value")
                .path("value");
    }

    private static Literal typedConstant(JsonNode json) throws RestrictionFault {
        RestrictionJson.exactly(json, "a constant of their filter", "type", "value", "data-type");
        return SingleValue.of(json.path("value"), TypeNames.of(json.path("data-type")));
    }

    private ValueReader withinCall() throws RestrictionFault {
        if (calls == DEEPEST_CALL) {
            throw new RestrictionFault("the function calls of their filter are nested deeper than " + DEEPEST_CALL);
        }
        return new ValueReader(fields, calls + 1);
    }

    private Expression reference(JsonNode json) throws RestrictionFault {
        if (json.has("name") || json.has("term")) {
            throw new RestrictionFault(WHAT + " names a column where its field-id is due");
        }
        RestrictionJson.exactly(json, WHAT, "type", "id");
        return fields.field(RestrictionJson.fieldId(json, "id", WHAT));
    }
}
