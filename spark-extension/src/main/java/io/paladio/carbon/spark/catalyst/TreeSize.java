package io.paladio.carbon.spark.catalyst;

import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.PlanExpression;
import org.apache.spark.sql.catalyst.expressions.RuntimeReplaceable;
import org.apache.spark.sql.catalyst.expressions.UpdateFields;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;

/**
 * How large plans and expressions are where a part that several others hold is counted in each of them, as every rule of Spark goes
 * through them and, where it changes the part, writes it out. Counted by looking at each part once. Used by one thread, once.
 */
public final class TreeSize {
    private static final long MOST = 1L << 40;

    private final Map<Object, Long> known = new IdentityHashMap<>();

    private TreeSize() {}

    /** Whether the plan is at most so large, however often its parts stand in it. Looks at no more parts than that. */
    public static boolean isWithin(LogicalPlan plan, int most) {
        return left(plan, most) >= 0;
    }

    /** How many parts of so many the plan leaves; below zero where they are not enough. */
    private static int left(LogicalPlan node, int parts) {
        int left = parts - 1;
        for (Expression expression : ScalaInterop.list(node.expressions())) {
            left = left < 0 ? left : left(expression, left);
        }
        if (left >= 0) {
            for (LogicalPlan part : PlanTree.parts(node)) {
                left = left < 0 ? left : left(part, left);
            }
        }
        return left;
    }

    private static int left(Expression expression, int parts) {
        int left = parts - 1;
        if (left < 0) {
            return left;
        }
        for (Expression part : parts(expression)) {
            left = left < 0 ? left : left(part, left);
        }
        return left >= 0 && expression instanceof PlanExpression<?> query && query.plan() instanceof LogicalPlan plan
                ? left(plan, left)
                : left;
    }

    /** How many parts the expression is written out to. */
    static long written(Expression expression) {
        return new TreeSize().of(expression);
    }

    /** By how many parts the expression is larger than what there is of it. */
    public static long repeated(Expression expression) {
        TreeSize size = new TreeSize();
        return size.of(expression) - size.known.size();
    }

    /** As {@link #repeated(Expression)}, of the expression of the plan for which that is most. */
    public static long repeatedInExpressions(LogicalPlan plan) {
        long most = 0;
        Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());
        List<LogicalPlan> left = new ArrayList<>(List.of(plan));
        while (!left.isEmpty()) {
            LogicalPlan node = left.remove(left.size() - 1);
            if (seen.add(node)) {
                for (Expression expression : ScalaInterop.list(node.expressions())) {
                    if (expression.children().nonEmpty() && seen.add(expression)) {
                        most = Math.max(most, repeated(expression));
                    }
                }
                left.addAll(PlanTree.parts(node));
            }
        }
        return most;
    }

    /** By how many parts the plan is larger than what there is of it. */
    public static long repeated(LogicalPlan plan) {
        TreeSize size = new TreeSize();
        return size.of(plan) - size.known.size();
    }

    private long of(LogicalPlan node) {
        Long counted = known.get(node);
        if (counted != null) {
            return counted;
        }
        long sum = 1;
        for (Expression expression : ScalaInterop.list(node.expressions())) {
            sum += of(expression);
        }
        for (LogicalPlan part : PlanTree.parts(node)) {
            sum = Math.min(MOST, sum + of(part));
        }
        known.put(node, sum);
        return sum;
    }

    private long of(Expression expression) {
        Long counted = known.get(expression);
        if (counted != null) {
            return counted;
        }
        long sum = 1;
        for (Expression part : parts(expression)) {
            sum = Math.min(MOST, sum + of(part));
        }
        if (expression instanceof PlanExpression<?> query && query.plan() instanceof LogicalPlan plan) {
            sum = Math.min(MOST, sum + of(plan));
        }
        known.put(expression, sum);
        return sum;
    }

    /** What stands for the expression once it is written out. */
    private static List<Expression> parts(Expression expression) {
        if (expression.resolved() && expression instanceof RuntimeReplaceable replaced) {
            return List.of(replaced.replacement());
        }
        if (expression.resolved() && expression instanceof UpdateFields changed) {
            // Each field that stays is taken out of the whole once.
            List<Expression> parts = new ArrayList<>(ScalaInterop.list(expression.children()));
            int fields = Math.max(1, changed.dataType().fields().length);
            parts.addAll(Collections.nCopies(fields, changed.structExpr()));
            return parts;
        }
        return ScalaInterop.list(expression.children());
    }
}
