package io.paladio.carbon.spark.catalyst;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.spark.sql.catalyst.expressions.Alias;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.CreateNamedStruct;
import org.apache.spark.sql.catalyst.expressions.ExprId;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.ExtractValue;
import org.apache.spark.sql.catalyst.expressions.GetStructField;
import org.apache.spark.sql.catalyst.expressions.OuterReference;

/**
 * By how much an expression grows where the names in it are replaced that Spark replaces however often they stand there, since what they
 * stand for costs nothing to work out: constants, names, and values taken out of others. Follows Spark's CollapseProject. Used by one thread, for
 * one plan.
 */
final class CheapNames {
    private static final long MOST = 1L << 40;

    private final Map<ExprId, Long> sizes = new HashMap<>();
    private final Map<ExprId, CreateNamedStruct> structs = new HashMap<>();
    private final Set<ExprId> constants = new HashSet<>();

    /** Remembers what a name stands for. */
    void name(Alias alias) {
        Expression value = alias.child();
        boolean isConstant = isConstant(value);
        if (isConstant) {
            constants.add(alias.exprId());
        }
        if (value instanceof CreateNamedStruct struct) {
            structs.put(alias.exprId(), struct);
        }
        if (isConstant || isCheap(value) || value instanceof CreateNamedStruct) {
            sizes.put(alias.exprId(), size(value));
        }
    }

    /** To how many parts the expression is written out. */
    long size(Expression expression) {
        if (expression instanceof Attribute name) {
            return name.resolved() && !structs.containsKey(name.exprId()) ? sizes.getOrDefault(name.exprId(), 1L) : 1;
        }
        if (expression instanceof GetStructField field
                && field.child() instanceof Attribute name
                && takesCheap(field, name)) {
            return 1 + sizes.getOrDefault(name.exprId(), 1L);
        }
        long size = 1;
        for (Expression part : ScalaInterop.list(expression.children())) {
            size = Math.min(MOST, size + size(part));
        }
        return size;
    }

    private boolean takesCheap(GetStructField field, Attribute name) {
        if (!name.resolved() || !structs.containsKey(name.exprId())) {
            return false;
        }
        List<Expression> values = ScalaInterop.list(structs.get(name.exprId()).valExprs());
        return field.ordinal() < values.size() && isCheap(values.get(field.ordinal()));
    }

    private boolean isCheap(Expression expression) {
        return expression instanceof Attribute
                || expression instanceof OuterReference
                || isConstant(expression)
                || (expression instanceof Alias || expression instanceof ExtractValue)
                        && ScalaInterop.list(expression.children()).stream().allMatch(this::isCheap);
    }

    private boolean isConstant(Expression expression) {
        if (expression instanceof Attribute name) {
            return name.resolved() && constants.contains(name.exprId());
        }
        List<Expression> parts = ScalaInterop.list(expression.children());
        return parts.isEmpty()
                ? expression.foldable()
                : expression.deterministic() && parts.stream().allMatch(this::isConstant);
    }
}
