package io.paladio.carbon.policy.restriction;

import com.fasterxml.jackson.databind.JsonNode;
import io.paladio.carbon.policy.expression.Expression;
import io.paladio.carbon.policy.expression.Expression.And;
import io.paladio.carbon.policy.expression.Expression.Comparator;
import io.paladio.carbon.policy.expression.Expression.Literal;
import io.paladio.carbon.policy.expression.Expression.Not;
import io.paladio.carbon.policy.expression.Expression.Or;
import io.paladio.carbon.policy.expression.ValueType.Simple;
import java.util.List;
import java.util.Optional;

/**
 * Reads the predicates of the Iceberg expressions specification, strictly. Names in place of field-ids, the specification's
 * superseded forms, are refused: read restrictions must not hold them. Stateless but for the fields that it finds.
 */
final class PredicateReader {
    private static final String WHAT = "a predicate of their filter";

    private final ValueReader values;

    PredicateReader(ValueReader values) {
        this.values = values;
    }

    Expression read(JsonNode json) throws RestrictionFault {
        if (json.isBoolean()) {
            return constant(json.booleanValue());
        }
        String type = RestrictionJson.type(json);
        return switch (type) {
            case "true", "false" -> constantObject(json, type);
            case "and", "or" -> joined(json, type);
            case "not" ->
                new Not(read(
                        RestrictionJson.exactly(json, WHAT, "type", "child").path("child")));
            case "is-null", "not-null", "is-nan", "not-nan" -> test(json, type);
            case "eq", "not-eq", "lt", "lt-eq", "gt", "gt-eq" -> comparison(json, type);
            case "starts-with", "not-starts-with" -> prefix(json, type);
            case "in", "not-in" -> membership(json, type);
            default -> throw new RestrictionFault(WHAT + " is not known");
        };
    }

    private static Expression constantObject(JsonNode json, String type) throws RestrictionFault {
        RestrictionJson.exactly(json, WHAT, "type");
        return constant(type.equals("true"));
    }

    private Expression joined(JsonNode json, String type) throws RestrictionFault {
        RestrictionJson.exactly(json, WHAT, "type", "left", "right");
        List<Expression> sides = List.of(read(json.path("left")), read(json.path("right")));
        return type.equals("and") ? new And(sides) : new Or(sides);
    }

    private Expression test(JsonNode json, String type) throws RestrictionFault {
        withoutNames(json, "type", "child");
        Expression operand = values.typed(json.path("child"));
        Expression holds = type.endsWith("null") ? TwoValued.isNull(operand) : TwoValued.isNan(operand);
        return type.startsWith("not-") ? new Not(holds) : holds;
    }

    private Expression comparison(JsonNode json, String type) throws RestrictionFault {
        withoutNames(json, "type", "left", "right");
        ValueReader.Pair sides = values.aligned(json.path("left"), json.path("right"));
        return switch (type) {
            case "eq" -> TwoValued.equal(sides);
            case "not-eq" -> new Not(TwoValued.equal(sides));
            case "lt" -> TwoValued.ordered(Comparator.LESS, sides);
            case "lt-eq" -> TwoValued.orderedOrEqual(Comparator.LESS_OR_EQUAL, sides);
            case "gt" -> TwoValued.ordered(Comparator.GREATER, sides);
            default -> TwoValued.orderedOrEqual(Comparator.GREATER_OR_EQUAL, sides);
        };
    }

    private Expression prefix(JsonNode json, String type) throws RestrictionFault {
        withoutNames(json, "type", "left", "right");
        Expression text = values.typed(json.path("left"));
        if (text.type() != Simple.STRING) {
            throw new RestrictionFault(WHAT + " looks for a prefix in something that is no text");
        }
        Literal prefix = values.constant(json.path("right"), Simple.STRING);
        Expression holds = TwoValued.startsWith(text, prefix);
        return type.startsWith("not-") ? new Not(holds) : holds;
    }

    private Expression membership(JsonNode json, String type) throws RestrictionFault {
        withoutNames(json, "type", "child", "values");
        Expression operand = values.typed(json.path("child"));
        List<Literal> constants = values.constants(json.path("values"), operand.type());
        Expression holds = constants.isEmpty()
                ? constant(false)
                : TwoValued.ofPresent(List.of(operand), new Expression.In(operand, constants));
        return type.startsWith("not-") ? new Not(holds) : holds;
    }

    private static void withoutNames(JsonNode json, String... fields) throws RestrictionFault {
        if (json.has("term")) {
            throw new RestrictionFault(WHAT + " names a column where its field-id is due");
        }
        RestrictionJson.exactly(json, WHAT, fields);
    }

    private static Literal constant(boolean value) {
        return new Literal(Optional.of(value), Simple.BOOLEAN);
    }
}
