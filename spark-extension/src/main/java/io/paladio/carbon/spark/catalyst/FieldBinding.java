package io.paladio.carbon.spark.catalyst;

import io.paladio.carbon.catalog.SparkRefusal;
import io.paladio.carbon.error.CarbonCondition;
import io.paladio.carbon.policy.Column;
import io.paladio.carbon.policy.ColumnType;
import io.paladio.carbon.policy.EffectivePolicy;
import io.paladio.carbon.policy.TableSchema;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.spark.sql.catalyst.expressions.AttributeReference;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.GetStructField;
import org.apache.spark.sql.types.DataType;

/**
 * Which expression of a relation stands for which field-id: policies are bound by field-id and nothing else (S10), so that a
 * renamed column keeps its policy and a re-created one does not inherit it. Immutable.
 */
public final class FieldBinding {
    private final EffectivePolicy policy;
    private final Map<Integer, Expression> byFieldId;

    private FieldBinding(EffectivePolicy policy, Map<Integer, Expression> byFieldId) {
        this.policy = policy;
        this.byFieldId = Map.copyOf(byFieldId);
    }

    /** Binds the columns of a schema, and the fields of its structs, to the attributes of the same place. */
    static FieldBinding of(EffectivePolicy policy, TableSchema schema, List<AttributeReference> attributes) {
        if (schema.columns().size() != attributes.size()) {
            throw unenforceable(policy, "the table's columns changed while it was read");
        }
        Map<Integer, Expression> byFieldId = new HashMap<>();
        for (int place = 0; place < attributes.size(); place++) {
            Column column = schema.columns().get(place);
            if (!column.name().equals(attributes.get(place).name())) {
                throw unenforceable(policy, "the table's columns changed while it was read");
            }
            bind(byFieldId, column, attributes.get(place));
        }
        return new FieldBinding(policy, byFieldId);
    }

    private static void bind(Map<Integer, Expression> byFieldId, Column column, Expression expression) {
        byFieldId.put(column.fieldId(), expression);
        if (column.type() instanceof ColumnType.Struct struct) {
            for (int ordinal = 0; ordinal < struct.fields().size(); ordinal++) {
                Column field = struct.fields().get(ordinal);
                bind(byFieldId, field, new GetStructField(expression, ordinal, scala.Option.apply(field.name())));
            }
        }
    }

    /** This binding, with another expression for one field: the element at hand of a list or map. */
    FieldBinding with(int fieldId, Expression expression) {
        Map<Integer, Expression> changed = new HashMap<>(byFieldId);
        changed.put(fieldId, expression);
        return new FieldBinding(policy, changed);
    }

    /** The raw value of a field; refuses where the relation lacks the field or has another type for it. */
    Expression require(int fieldId, DataType type) {
        Expression expression = find(fieldId)
                .orElseThrow(() -> unenforceable(policy, "a column that it needs is not in the schema that is read"));
        if (!expression.dataType().equals(type)) {
            throw unenforceable(policy, "a column that it needs has another type than the policy was checked against");
        }
        return expression;
    }

    Optional<Expression> find(int fieldId) {
        return Optional.ofNullable(byFieldId.get(fieldId));
    }

    static SparkRefusal unenforceable(EffectivePolicy policy, String reason) {
        return SparkRefusal.of(CarbonCondition.POLICY_UNENFORCEABLE
                .refusal()
                .policy(PolicyIds.of(policy))
                .object(policy.table().toString())
                .principal(policy.principal().name())
                .reason(reason)
                .build());
    }
}
