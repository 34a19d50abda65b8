package io.paladio.carbon.policy.resolve;

import io.paladio.carbon.policy.Principal;
import io.paladio.carbon.policy.document.PolicyDocument;
import io.paladio.carbon.policy.document.PolicyDocument.ColumnSelector;
import io.paladio.carbon.policy.expression.BindingScope;
import io.paladio.carbon.policy.expression.Expression.ColumnReference;
import io.paladio.carbon.policy.expression.ValueType;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What the names in a policy's expressions stand for on one table: the policy's aliases first, then the table's own columns.
 * An alias hides a column of the same name even where it stands for nothing. Immutable.
 */
final class AliasScope {
    /** The name of the masked column in a mask's expression. */
    private static final String VALUE = "value";

    private final ColumnSelection selection;
    private final Principal principal;
    private final UsedLookups lookups;
    private final Map<String, ColumnReference> namesOfTable;

    /** One column of a selector that may pick many. */
    record Chosen(String alias, ColumnPath column) {}

    AliasScope(ColumnSelection selection, Principal principal, UsedLookups lookups) {
        this.selection = selection;
        this.principal = principal;
        this.lookups = lookups;
        this.namesOfTable = namesOfTable(selection);
    }

    /** The scope of a policy whose aliases each stand for one column at most. */
    BindingScope of(PolicyDocument document) throws Unbindable {
        return scope(document, Optional.empty());
    }

    /** The scope of a policy with one of its aliases standing for this column. */
    BindingScope of(PolicyDocument document, Chosen chosen) throws Unbindable {
        return scope(document, Optional.of(chosen));
    }

    /** The scope of a mask's expression, where the masked column is {@code value} too. */
    static BindingScope withValue(BindingScope scope, ColumnReference masked) {
        Map<String, ColumnReference> columns = new HashMap<>(scope.columns());
        columns.put(VALUE, masked);
        return new BindingScope(columns, scope.absent(), scope.principal(), scope.lookups());
    }

    /** A column as expressions see it; empty for a type that they don't reach. */
    static Optional<ColumnReference> reference(ColumnPath path) {
        return ValueType.of(path.column().type())
                .map(type -> new ColumnReference(path.column().fieldId(), path.path(), type));
    }

    private BindingScope scope(PolicyDocument document, Optional<Chosen> chosen) throws Unbindable {
        Map<String, ColumnReference> columns = new HashMap<>(namesOfTable);
        Set<String> absent = new HashSet<>();
        document.columns().forEach(selector -> columns.keySet().removeIf(selector.alias()::equalsIgnoreCase));
        for (ColumnSelector selector : document.columns()) {
            Optional<ColumnPath> column =
                    chosen.filter(one -> one.alias().equals(selector.alias())).map(Chosen::column);
            if (column.isEmpty()) {
                column = single(selector);
            }
            column.ifPresentOrElse(
                    path -> reference(path).ifPresent(known -> columns.put(selector.alias(), known)),
                    () -> absent.add(selector.alias()));
        }
        return new BindingScope(columns, absent, principal, lookups.of(document));
    }

    private static Map<String, ColumnReference> namesOfTable(ColumnSelection selection) {
        Map<String, ColumnReference> columns = new HashMap<>();
        for (ColumnPath path : selection.topLevel()) {
            selection.asRead(path).flatMap(AliasScope::reference).ifPresent(known -> columns.put(path.path(), known));
        }
        return columns;
    }

    private Optional<ColumnPath> single(ColumnSelector selector) throws Unbindable {
        List<ColumnPath> selected = selection.inCurrent(selector);
        if (selected.size() > 1) {
            throw new Unbindable(
                    "more than one column matches its " + selector.alias(), selector.path() + ".cardinality");
        }
        return selected.isEmpty() ? Optional.empty() : Optional.of(asRead(selected.get(0), selector));
    }

    /** The same field in the schema that is read; a field within another can't be read by an expression in this release. */
    ColumnPath asRead(ColumnPath path, ColumnSelector selector) throws Unbindable {
        if (path.isNested()) {
            throw new Unbindable(
                    "it reads the nested field " + path.path() + ", which this release can't do", selector.path());
        }
        return selection
                .asRead(path)
                .orElseThrow(() ->
                        new Unbindable("the schema that is read lacks its column " + path.path(), selector.path()));
    }
}
