package io.paladio.carbon.spark.catalyst;

import io.paladio.carbon.policy.Column;
import io.paladio.carbon.policy.ColumnMask;
import io.paladio.carbon.policy.ColumnType;
import io.paladio.carbon.policy.EffectivePolicy;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.spark.sql.catalyst.expressions.ArrayTransform;
import org.apache.spark.sql.catalyst.expressions.CreateNamedStruct;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.GetStructField;
import org.apache.spark.sql.catalyst.expressions.If;
import org.apache.spark.sql.catalyst.expressions.IsNull;
import org.apache.spark.sql.catalyst.expressions.KnownNotNull;
import org.apache.spark.sql.catalyst.expressions.KnownNullable;
import org.apache.spark.sql.catalyst.expressions.LambdaFunction;
import org.apache.spark.sql.catalyst.expressions.NamedExpression;
import org.apache.spark.sql.catalyst.expressions.NamedLambdaVariable;
import org.apache.spark.sql.catalyst.expressions.TransformValues;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.MapType;

/**
 * Puts a policy's masks where their columns lie: a column whole, or, for a mask on a field within, the column rebuilt around
 * the masked field. A mask on a column replaces all that is below it (S5). Immutable.
 */
final class NestedMasks {
    private final Map<Integer, ColumnMask> byFieldId;
    private final MaskCompiler compiler;
    private final FieldBinding fields;

    NestedMasks(EffectivePolicy policy, MaskCompiler compiler, FieldBinding fields) {
        this.byFieldId = policy.masks().stream()
                .collect(Collectors.toUnmodifiableMap(mask -> mask.column().fieldId(), Function.identity()));
        this.compiler = compiler;
        this.fields = fields;
    }

    /** Whether some mask touches the column or something within. */
    boolean touch(Column column) {
        return byFieldId.containsKey(column.fieldId())
                || within(column.type()).stream().anyMatch(this::touch);
    }

    /** What the principal gets for the column: a mask that is never NULL makes no column required that was optional (S7). */
    Expression apply(Column column, Expression raw) {
        Expression seen = seen(column, raw);
        return raw.nullable() && !seen.nullable() ? new KnownNullable(seen) : seen;
    }

    private Expression seen(Column column, Expression raw) {
        ColumnMask mask = byFieldId.get(column.fieldId());
        if (mask != null) {
            return compiler.compile(mask, raw, fields);
        }
        return touch(column) ? rebuilt(column.type(), raw) : raw;
    }

    private Expression rebuilt(ColumnType type, Expression raw) {
        if (type instanceof ColumnType.Struct struct) {
            return struct(struct, raw);
        }
        if (type instanceof ColumnType.ListOf list && raw.dataType() instanceof ArrayType array) {
            NamedLambdaVariable element = variable("element", array.elementType(), array.containsNull());
            return new ArrayTransform(raw, lambda(apply(list.element(), element), List.of(element)));
        }
        if (type instanceof ColumnType.MapOf map && raw.dataType() instanceof MapType entries) {
            NamedLambdaVariable key = variable("key", entries.keyType(), false);
            NamedLambdaVariable value = variable("value", entries.valueType(), entries.valueContainsNull());
            return new TransformValues(raw, lambda(apply(map.value(), value), List.of(key, value)));
        }
        throw new IllegalStateException("a flat column has nothing within");
    }

    private Expression struct(ColumnType.Struct struct, Expression raw) {
        Expression present = new KnownNotNull(raw);
        List<Expression> namesAndValues = new ArrayList<>();
        for (int ordinal = 0; ordinal < struct.fields().size(); ordinal++) {
            Column field = struct.fields().get(ordinal);
            namesAndValues.add(CatalystLiterals.of(field.name()));
            namesAndValues.add(apply(field, new GetStructField(present, ordinal, scala.Option.apply(field.name()))));
        }
        Expression built = new CreateNamedStruct(ScalaInterop.seq(namesAndValues));
        return raw.nullable() ? new If(new IsNull(raw), CatalystLiterals.nothing(built.dataType()), built) : built;
    }

    private static LambdaFunction lambda(Expression body, List<NamedExpression> arguments) {
        return new LambdaFunction(body, ScalaInterop.seq(arguments), false);
    }

    private static NamedLambdaVariable variable(String name, DataType type, boolean nullable) {
        return new NamedLambdaVariable(
                name, type, nullable, NamedExpression.newExprId(), new java.util.concurrent.atomic.AtomicReference<>());
    }

    private static List<Column> within(ColumnType type) {
        if (type instanceof ColumnType.Struct struct) {
            return struct.fields();
        }
        if (type instanceof ColumnType.ListOf list) {
            return List.of(list.element());
        }
        return type instanceof ColumnType.MapOf map ? List.of(map.value()) : List.of();
    }
}
