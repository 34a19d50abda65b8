package io.paladio.carbon.differential;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.spark.sql.catalyst.expressions.And;
import org.apache.spark.sql.catalyst.expressions.ExprId;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.plans.logical.CTERelationDef;
import org.apache.spark.sql.catalyst.plans.logical.CTERelationRef;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.trees.TreeNode;
import org.apache.spark.sql.connector.catalog.CatalogPlugin;
import org.apache.spark.sql.connector.catalog.Table;
import org.apache.spark.sql.connector.read.Scan;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.Metadata;
import scala.Option;
import scala.Product;
import scala.jdk.javaapi.CollectionConverters;

/**
 * A plan as text, node for node and expression for expression with all their arguments. Numbers that Spark gives out anew for each
 * plan are told by the place where they come first; the parts of an AND stand in the order of their texts. A table is told by its class and name, its scan by its class and description, a
 * catalog by its name alone. Used by one thread.
 */
final class PlanText {
    private static final Pattern NUMBERED = Pattern.compile("(#|_gen_alias_|_common_expr_)\\d+");

    private final Map<Object, Integer> numbers = new HashMap<>();

    private PlanText() {}

    /** One line a node. */
    static List<String> of(LogicalPlan plan) {
        return new PlanText().told(plan, 0).lines().toList();
    }

    private String told(Object part, int depth) {
        if (part instanceof LogicalPlan plan) {
            return "\n" + "  ".repeat(depth) + node(plan, depth + 1);
        }
        if (part instanceof TreeNode<?> node) {
            return node(node, depth);
        }
        if (part instanceof ExprId id) {
            return "#" + number(id.id());
        }
        return described(part).orElseGet(() -> many(part, depth));
    }

    private int number(Object given) {
        return numbers.computeIfAbsent(given, none -> numbers.size());
    }

    private String node(TreeNode<?> node, int depth) {
        return node instanceof And and ? conjuncts(and, depth) : each(node, depth);
    }

    /** Spark keeps some conditions in sets, whose order hangs on the numbers: a text without them tells another. */
    private String conjuncts(And and, int depth) {
        return parts(and)
                .sorted(Comparator.comparing(part -> unnumbered(part)))
                .map(part -> told(part, depth))
                .collect(Collectors.joining(", ", "all of (", ")"));
    }

    private static Stream<Expression> parts(Expression condition) {
        return condition instanceof And and
                ? Stream.concat(parts(and.left()), parts(and.right()))
                : Stream.of(condition);
    }

    private static String unnumbered(Expression part) {
        return NUMBERED.matcher(new PlanText().told(part, 0)).replaceAll("$1");
    }

    private String each(TreeNode<?> node, int depth) {
        List<Object> parts = new ArrayList<>(
                CollectionConverters.asJava(node.productIterator().toSeq()));
        parts.addAll(CollectionConverters.asJava(node.otherCopyArgs()));
        boolean common = node instanceof CTERelationDef || node instanceof CTERelationRef;
        return node.getClass().getName()
                + parts.stream()
                        .map(part -> common && part instanceof Long id ? "cte" + number(part) : told(part, depth))
                        .collect(Collectors.joining(", ", "(", ")"));
    }

    private static Optional<String> described(Object part) {
        if (part instanceof DataType type) {
            return Optional.of(type.json());
        }
        if (part instanceof Metadata metadata) {
            return Optional.of(metadata.json());
        }
        if (part instanceof CatalogPlugin catalog) {
            return Optional.of("catalog " + catalog.name());
        }
        if (part instanceof Table table) {
            return Optional.of(table.getClass().getName() + " " + table.name());
        }
        return part instanceof Scan scan
                ? Optional.of(scan.getClass().getName() + " " + scan.description())
                : Optional.empty();
    }

    private String many(Object part, int depth) {
        if (part instanceof Option<?> option) {
            return option.isEmpty() ? "none" : "some " + told(option.get(), depth);
        }
        if (part instanceof scala.collection.Map<?, ?> map) {
            return CollectionConverters.asJava(map).entrySet().stream()
                    .map(entry -> told(entry.getKey(), depth) + "=" + told(entry.getValue(), depth))
                    .sorted()
                    .toList()
                    .toString();
        }
        if (part instanceof scala.collection.Iterable<?> parts) {
            return all(CollectionConverters.asJavaCollection(parts).stream().toList(), depth);
        }
        if (part instanceof Object[] parts) {
            return all(Arrays.asList(parts), depth);
        }
        if (part instanceof byte[] bytes) {
            return Arrays.toString(bytes);
        }
        return part instanceof Product product
                ? part.getClass().getName()
                        + all(
                                CollectionConverters.asJava(
                                        product.productIterator().toSeq()),
                                depth)
                : plain(String.valueOf(part));
    }

    private String all(List<?> parts, int depth) {
        return parts.stream().map(part -> told(part, depth)).toList().toString();
    }

    private String plain(String text) {
        return NUMBERED.matcher(text).replaceAll(found -> found.group(1) + number(found.group()));
    }
}
