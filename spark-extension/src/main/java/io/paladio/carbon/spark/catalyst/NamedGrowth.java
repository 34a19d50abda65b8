package io.paladio.carbon.spark.catalyst;

import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.LongStream;
import org.apache.spark.sql.catalyst.analysis.Star;
import org.apache.spark.sql.catalyst.analysis.UnresolvedAttribute;
import org.apache.spark.sql.catalyst.analysis.UnresolvedFunction;
import org.apache.spark.sql.catalyst.analysis.UnresolvedStarExceptOrReplace;
import org.apache.spark.sql.catalyst.analysis.UnresolvedStarWithColumns;
import org.apache.spark.sql.catalyst.analysis.UnresolvedSubqueryColumnAliases;
import org.apache.spark.sql.catalyst.expressions.Alias;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.CreateMap;
import org.apache.spark.sql.catalyst.expressions.CreateNamedStruct;
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
 * How wide a plan's types and rows become, before anything is resolved: a type that has doubled often enough, or a star of stars,
 * holds up the very rule that resolves it. By the names of columns: one that nothing of the plan defines counts for one. Used by one
 * thread, once.
 */
public final class NamedGrowth {
    private static final long MOST = 1L << 40;
    /** Under it stands the widest column without a name of its own. */
    private static final String NAMELESS = "";
    /** What puts types of its arguments beside each other; whatever else there is gives out a type that one of them has. */
    private static final Set<String> BUILDERS =
            Set.of("struct", "named_struct", "map", "map_from_arrays", "arrays_zip", "map_from_entries");

    /**
     * What a node gives out.
     *
     * @param types how many fields each named column has
     * @param width how many columns there are
     */
    private record Columns(Map<String, Long> types, long width) {
        static final Columns ONE = new Columns(Map.of(), 1);

        long widestType() {
            return types.values().stream().mapToLong(Long::longValue).max().orElse(1);
        }
    }

    private final Map<Long, Columns> commonTables = new HashMap<>();
    /** A sub-query is looked at once as a part of its plan, and once for each expression that holds it. */
    private final Map<LogicalPlan, Columns> known = new IdentityHashMap<>();

    private long fields = 1;
    private long columns = 1;

    private NamedGrowth() {}

    /** Of a plan that may not be resolved. */
    public static NamedGrowth of(LogicalPlan plan) {
        NamedGrowth growth = new NamedGrowth();
        growth.given(plan);
        return growth;
    }

    /** How many fields the type of a column may have. */
    public long fields() {
        return fields;
    }

    /** How many columns a part of the plan may have. */
    public long columns() {
        return columns;
    }

    private Columns given(LogicalPlan node) {
        Columns given = known.get(node);
        if (given == null) {
            given = looked(node);
            columns = Math.max(columns, given.width());
            known.put(node, given);
        }
        return given;
    }

    private Columns looked(LogicalPlan node) {
        if (node instanceof WithCTE common) {
            for (CTERelationDef definition : ScalaInterop.list(common.cteDefs())) {
                commonTables.put(definition.id(), given(definition.child()));
            }
            return given(common.plan());
        }
        if (node instanceof CTERelationRef reference) {
            return commonTables.getOrDefault(reference.cteId(), Columns.ONE);
        }
        Columns below = below(node);
        return node instanceof Project || node instanceof Aggregate ? selected(node, below) : passed(node, below);
    }

    private Columns below(LogicalPlan node) {
        Map<String, Long> types = new HashMap<>();
        long width = 0;
        for (LogicalPlan plan : PlanTree.below(node)) {
            Columns given = given(plan);
            given.types().forEach((name, size) -> types.merge(name, size, Math::max));
            width = Math.min(MOST, width + given.width());
        }
        return new Columns(types, Math.max(1, width));
    }

    /** A node that gives out what it takes, maybe more: under its own names, where it has any. */
    private Columns passed(LogicalPlan node, Columns below) {
        ScalaInterop.list(node.expressions()).forEach(expression -> type(expression, below));
        Map<String, Long> types = new HashMap<>(below.types());
        if (node instanceof UnresolvedSubqueryColumnAliases renamed) {
            ScalaInterop.list(renamed.outputColumnNames()).forEach(name -> put(types, name, below.widestType()));
        }
        if (node instanceof Generate generate) {
            long rows = type((Expression) generate.generator(), below);
            ScalaInterop.list(generate.generatorOutput()).forEach(output -> put(types, output.name(), rows));
        }
        return new Columns(types, below.width());
    }

    private Columns selected(LogicalPlan node, Columns below) {
        Map<String, Long> types = new HashMap<>();
        Columns scope = new Columns(new HashMap<>(below.types()), below.width());
        long width = 0;
        for (Expression expression : ScalaInterop.list(node.expressions())) {
            if (expression instanceof Star star) {
                below.types().forEach((name, size) -> types.merge(name, size, Math::max));
                replaced(star, scope).forEach(types::put);
                width = Math.min(MOST, width + below.width());
            } else {
                long type = type(expression, scope);
                String name = name(expression).orElse(NAMELESS);
                types.merge(name, type, Math::max);
                scope.types().putIfAbsent(name, type);
                width++;
            }
        }
        return new Columns(types, Math.max(1, width));
    }

    /** Columns that a star gives out otherwise than it takes them. */
    private Map<String, Long> replaced(Star star, Columns scope) {
        Map<String, Long> replaced = new HashMap<>();
        if (star instanceof UnresolvedStarWithColumns added) {
            List<Expression> values = ScalaInterop.list(added.exprs());
            List<String> names = ScalaInterop.list(added.colNames());
            for (int place = 0; place < Math.min(values.size(), names.size()); place++) {
                put(replaced, names.get(place), type(values.get(place), scope));
            }
        } else if (star instanceof UnresolvedStarExceptOrReplace changed) {
            ScalaInterop.optional(changed.replacements()).stream()
                    .flatMap(values -> ScalaInterop.<NamedExpression>list(values).stream())
                    .forEach(value -> put(replaced, value.name(), type((Expression) value, scope)));
        }
        return replaced;
    }

    private long type(Expression expression, Columns scope) {
        long type = fieldsOf(expression, scope);
        fields = Math.max(fields, type);
        return type;
    }

    private long fieldsOf(Expression expression, Columns scope) {
        if (expression instanceof Star) {
            return Math.min(
                    MOST,
                    scope.types().values().stream().mapToLong(Long::longValue).sum() + scope.width());
        }
        if (expression instanceof Attribute attribute) {
            return named(attribute, scope.types());
        }
        LongStream parts = ScalaInterop.list(expression.children()).stream().mapToLong(part -> type(part, scope));
        if (builds(expression)) {
            return Math.min(MOST, 1 + parts.sum());
        }
        long query = expression instanceof SubqueryExpression held
                ? given(held.plan()).widestType()
                : 1;
        return Math.max(query, parts.max().orElse(1));
    }

    private static boolean builds(Expression expression) {
        if (expression instanceof UnresolvedFunction function) {
            List<String> name = ScalaInterop.list(function.nameParts());
            return BUILDERS.contains(name.get(name.size() - 1).toLowerCase(Locale.ROOT));
        }
        return expression instanceof CreateNamedStruct || expression instanceof CreateMap;
    }

    /** A name of several parts may be that of a field of any of them. */
    private static long named(Attribute attribute, Map<String, Long> types) {
        List<String> parts = attribute instanceof UnresolvedAttribute unresolved
                ? ScalaInterop.list(unresolved.nameParts())
                : List.of(attribute.name());
        return parts.stream()
                .map(part -> part.toLowerCase(Locale.ROOT))
                .filter(types::containsKey)
                .mapToLong(types::get)
                .max()
                .orElseGet(() -> types.getOrDefault(NAMELESS, 1L));
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
}
