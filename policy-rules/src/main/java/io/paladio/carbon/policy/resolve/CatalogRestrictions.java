package io.paladio.carbon.policy.resolve;

import io.paladio.carbon.policy.Column;
import io.paladio.carbon.policy.ColumnType;
import io.paladio.carbon.policy.TableSchema;
import io.paladio.carbon.policy.expression.Expression;
import io.paladio.carbon.policy.expression.Expression.ColumnReference;
import io.paladio.carbon.policy.expression.Expression.Literal;
import io.paladio.carbon.policy.mask.MaskSupport;
import io.paladio.carbon.policy.restriction.ColumnAction;
import io.paladio.carbon.policy.restriction.ReadRestrictions;
import io.paladio.carbon.policy.restriction.RequiredFilter;
import io.paladio.carbon.policy.restriction.RestrictionContent;
import io.paladio.carbon.policy.restriction.RestrictionFault;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What a catalog restricts of a table, bound to the columns that are read by field-id (S23). Its parts join those of Index's
 * policies: the filter as one more that must hold, each action as one more mask. Immutable.
 */
final class CatalogRestrictions {
    private final ReadRestrictions sent;
    private final TableSchema current;
    private final List<ColumnPath> read;

    CatalogRestrictions(ReadSchema schema) {
        this.sent = schema.restrictions();
        this.current = schema.current();
        this.read = sent.isNone() ? List.of() : ColumnPath.allOf(schema.read());
    }

    /** The masks and the condition; none where nothing was sent. */
    record Bound(List<BoundMask> masks, Optional<Expression> condition) {}

    /** Refuses what can't be applied in full. */
    Bound bound() throws Unbindable {
        if (sent.isNone()) {
            return new Bound(List.of(), Optional.empty());
        }
        try {
            RestrictionContent content = RestrictionContent.of(sent);
            requireApart(content.actions(), ColumnPath.allOf(current));
            requireApart(content.actions(), read);
            List<BoundMask> masks = new ArrayList<>();
            for (ColumnAction action : content.actions()) {
                mask(action).ifPresent(masks::add);
            }
            return new Bound(List.copyOf(masks), condition(content.filter()));
        } catch (RestrictionFault fault) {
            throw new Unbindable(fault.reason());
        }
    }

    /** A condition that always holds is none. */
    private Optional<Expression> condition(Optional<RequiredFilter> filter) throws RestrictionFault {
        if (filter.isEmpty()) {
            return Optional.empty();
        }
        Expression condition = filter.get().over(this::field);
        boolean always = condition instanceof Literal literal
                && literal.value().filter(Boolean.TRUE::equals).isPresent();
        return always ? Optional.empty() : Optional.of(condition);
    }

    /** An action on a column that is not read has nothing to do. */
    private Optional<BoundMask> mask(ColumnAction action) throws RestrictionFault {
        Optional<ColumnPath> column = withId(read, action.fieldId());
        if (column.isEmpty()) {
            return Optional.empty();
        }
        if (column.get().isInKey()) {
            throw new RestrictionFault("they act on field " + action.fieldId() + ", which is or lies in a map's key");
        }
        if (!MaskSupport.applies(action.mask(), column.get().column())) {
            throw new RestrictionFault(
                    action.mask().kind() + " does not apply to the type of field " + action.fieldId());
        }
        return Optional.of(new BoundMask(column.get(), action.mask(), Optional.empty(), sent.reference()));
    }

    /** The standard does not say what an action on a column and one on a field within it are together. */
    private static void requireApart(List<ColumnAction> actions, List<ColumnPath> columns) throws RestrictionFault {
        List<Integer> acted = actions.stream().map(ColumnAction::fieldId).toList();
        for (ColumnPath path : columns) {
            List<Integer> onTheWay = path.way().stream()
                    .map(Column::fieldId)
                    .filter(acted::contains)
                    .toList();
            if (onTheWay.size() > 1) {
                throw new RestrictionFault("they act on field " + onTheWay.get(0) + " and on a field within it");
            }
        }
    }

    private ColumnReference field(int fieldId) throws RestrictionFault {
        ColumnPath path = withId(read, fieldId)
                .orElseThrow(() ->
                        new RestrictionFault("the schema that is read lacks field " + fieldId + " of their filter"));
        boolean reachable = path.way().subList(0, path.way().size() - 1).stream()
                .allMatch(outer -> outer.type() instanceof ColumnType.Struct);
        return Optional.of(path)
                .filter(found -> reachable)
                .flatMap(AliasScope::reference)
                .orElseThrow(() -> new RestrictionFault(
                        "their filter reads field " + fieldId + ", which this engine can't compare"));
    }

    private static Optional<ColumnPath> withId(List<ColumnPath> columns, int fieldId) {
        return columns.stream()
                .filter(path -> path.column().fieldId() == fieldId)
                .findFirst();
    }
}
