package io.paladio.carbon.spark.catalyst;

import java.util.Collection;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.apache.spark.sql.catalyst.analysis.Star;
import org.apache.spark.sql.catalyst.analysis.UnresolvedAttribute;
import org.apache.spark.sql.catalyst.analysis.UnresolvedStarExceptOrReplace;
import org.apache.spark.sql.catalyst.analysis.UnresolvedStarWithColumns;
import org.apache.spark.sql.catalyst.analysis.UnresolvedSubqueryColumnAliases;
import org.apache.spark.sql.catalyst.expressions.Alias;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.NamedExpression;
import org.apache.spark.sql.catalyst.expressions.SubqueryExpression;
import org.apache.spark.sql.catalyst.plans.logical.Aggregate;
import org.apache.spark.sql.catalyst.plans.logical.CTERelationDef;
import org.apache.spark.sql.catalyst.plans.logical.CTERelationRef;
import org.apache.spark.sql.catalyst.plans.logical.Generate;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.Project;
import org.apache.spark.sql.catalyst.plans.logical.WithCTE;

/**
 * What {@link WrittenOut} counts, before anything is resolved: by the names of columns, since a type that has doubled often enough
 * holds up the rule that resolves it. Where names don't tell, the largest column that may be meant. Used by one thread, once.
 */
public final class NamedGrowth {
    /** Under it stands the largest column whose name is not known. */
    private static final String NAMELESS = "";

    private static final long MOST = 1L << 40;

    private final Map<Long, Map<String, Long>> commonTables = new HashMap<>();
    /** A sub-query is looked at once as a part of its plan, and once for each expression that holds it. */
    private final Map<LogicalPlan, Map<String, Long>> known = new IdentityHashMap<>();

    private long column;

    private NamedGrowth() {}

    /** How many expressions are added to the column that grows most. */
    public static long column(LogicalPlan plan) {
        NamedGrowth growth = new NamedGrowth();
        growth.given(plan);
        return growth.column;
    }

    /** The columns that a node gives out, with their sizes. */
    private Map<String, Long> given(LogicalPlan node) {
        Map<String, Long> given = known.get(node);
        if (given == null) {
            given = counted(node);
            known.put(node, given);
        }
        return given;
    }

    private Map<String, Long> counted(LogicalPlan node) {
        if (node instanceof WithCTE common) {
            for (CTERelationDef definition : ScalaInterop.list(common.cteDefs())) {
                commonTables.put(definition.id(), given(definition.child()));
            }
            return given(common.plan());
        }
        if (node instanceof CTERelationRef reference) {
            return commonTables.getOrDefault(reference.cteId(), Map.of());
        }
        Map<String, Long> below = new HashMap<>();
        PlanTree.below(node).forEach(plan -> given(plan).forEach((name, size) -> below.merge(name, size, Math::max)));
        if (node instanceof UnresolvedSubqueryColumnAliases renamed) {
            ScalaInterop.list(renamed.outputColumnNames()).forEach(name -> put(below, name, largest(below)));
        }
        return selected(node, below);
    }

    private Map<String, Long> selected(LogicalPlan node, Map<String, Long> below) {
        Map<String, Long> given =
                node instanceof Project || node instanceof Aggregate ? new HashMap<>() : new HashMap<>(below);
        Map<String, Long> scope = new HashMap<>(below);
        for (Expression expression : ScalaInterop.list(node.expressions())) {
            if (expression instanceof Star star) {
                below.forEach((name, size) -> given.merge(name, size, Math::max));
                replaced(star, scope).forEach(given::put);
                continue;
            }
            long size = size(expression, scope);
            column = Math.max(column, size - nodes(expression));
            String name = name(expression).orElse(NAMELESS);
            given.merge(name, size, (known, now) -> name.isEmpty() ? Math.max(known, now) : now);
            scope.putIfAbsent(name, size);
        }
        if (node instanceof Generate generate) {
            long size = size((Expression) generate.generator(), scope);
            ScalaInterop.list(generate.generatorOutput()).forEach(output -> put(given, output.name(), size));
        }
        return given;
    }

    /** Columns that a star gives out otherwise than it takes them. */
    private Map<String, Long> replaced(Star star, Map<String, Long> scope) {
        Map<String, Long> replaced = new HashMap<>();
        if (star instanceof UnresolvedStarWithColumns columns) {
            List<Expression> values = ScalaInterop.list(columns.exprs());
            List<String> names = ScalaInterop.list(columns.colNames());
            for (int place = 0; place < Math.min(values.size(), names.size()); place++) {
                put(replaced, names.get(place), counted(values.get(place), scope));
            }
        } else if (star instanceof UnresolvedStarExceptOrReplace columns) {
            ScalaInterop.optional(columns.replacements()).stream()
                    .flatMap(values -> ScalaInterop.<NamedExpression>list(values).stream())
                    .forEach(value -> put(replaced, value.name(), counted((Expression) value, scope)));
        } else {
            put(replaced, NAMELESS, largest(scope));
        }
        return replaced;
    }

    private long counted(Expression expression, Map<String, Long> scope) {
        long size = size(expression, scope);
        column = Math.max(column, size - nodes(expression));
        return size;
    }

    private long size(Expression expression, Map<String, Long> scope) {
        if (expression instanceof Star) {
            return scope.values().stream().reduce(1L, (sum, size) -> Math.min(MOST, sum + size));
        }
        if (expression instanceof Attribute attribute) {
            return named(attribute, scope);
        }
        long size = expression instanceof SubqueryExpression query ? largest(given(query.plan())) : 1;
        for (Expression part : ScalaInterop.list(expression.children())) {
            size = Math.min(MOST, size + size(part, scope));
        }
        return size;
    }

    /** A name of several parts may be that of a field of any of them. */
    private static long named(Attribute attribute, Map<String, Long> scope) {
        Collection<String> parts = attribute instanceof UnresolvedAttribute unresolved
                ? ScalaInterop.list(unresolved.nameParts())
                : List.of(attribute.name());
        return parts.stream()
                .map(part -> part.toLowerCase(Locale.ROOT))
                .filter(scope::containsKey)
                .mapToLong(scope::get)
                .max()
                .orElseGet(() -> scope.getOrDefault(NAMELESS, 1L));
    }

    private static Optional<String> name(Expression expression) {
        if (expression instanceof UnresolvedAttribute attribute) {
            List<String> parts = ScalaInterop.list(attribute.nameParts());
            return Optional.of(parts.get(parts.size() - 1).toLowerCase(Locale.ROOT));
        }
        return expression instanceof Alias || expression instanceof Attribute
                ? Optional.of(((NamedExpression) expression).name().toLowerCase(Locale.ROOT))
                : Optional.empty();
    }

    private static void put(Map<String, Long> columns, String name, long size) {
        columns.put(name.toLowerCase(Locale.ROOT), size);
    }

    private static long largest(Map<String, Long> columns) {
        return columns.values().stream().mapToLong(Long::longValue).max().orElse(1);
    }

    private static long nodes(Expression expression) {
        return 1
                + ScalaInterop.list(expression.children()).stream()
                        .mapToLong(NamedGrowth::nodes)
                        .sum();
    }
}
