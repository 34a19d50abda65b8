package io.paladio.carbon.policy.resolve;

import io.paladio.carbon.policy.document.PolicyDocument;
import io.paladio.carbon.policy.document.PolicyDocument.Body;
import io.paladio.carbon.policy.document.PolicyDocument.Cardinality;
import io.paladio.carbon.policy.document.PolicyDocument.ColumnMaskBody;
import io.paladio.carbon.policy.document.PolicyDocument.ColumnSelector;
import io.paladio.carbon.policy.document.PolicyDocument.RowFilterBody;
import io.paladio.carbon.policy.expression.BindingScope;
import io.paladio.carbon.policy.expression.Expression;
import io.paladio.carbon.policy.expression.ExpressionBinder;
import io.paladio.carbon.policy.expression.ExpressionFault;
import io.paladio.carbon.policy.expression.ValueType;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** From one policy document to conditions and masks on the columns of one table, by field-id (S10). Immutable. */
final class PolicyBinder {
    private static final String FILTER = "$.expression.sql";
    private static final String RELEASE = "$.unless.sql";

    private final ColumnSelection selection;
    private final AliasScope scopes;

    PolicyBinder(ColumnSelection selection, AliasScope scopes) {
        this.selection = selection;
        this.scopes = scopes;
    }

    /**
     * Whether the policy has anything to say about this table: a mask of a tag that no column carries has not. A policy that
     * can't be bound has; so has a filter on a column that the table has now and the schema that is read lacks.
     */
    boolean bearsOnTable(PolicyDocument document) {
        Optional<ColumnSelector> spread = spread(document);
        try {
            return spread.isEmpty()
                    || !selection.inRead(spread.get()).isEmpty()
                    || document.body() instanceof RowFilterBody
                            && !selection.inCurrent(spread.get()).isEmpty();
        } catch (Unbindable fault) {
            return true;
        }
    }

    /** The conditions of a row filter, one for each column that its {@code each} alias picks. */
    List<Expression> conditions(PolicyDocument document, RowFilterBody filter) throws Unbindable {
        Optional<ColumnSelector> spread = spread(document);
        if (spread.isEmpty()) {
            return List.of(bind(filter.sql(), FILTER, scopes.of(document), ValueType.Simple.BOOLEAN));
        }
        for (ColumnPath column : selection.inCurrent(spread.get())) {
            scopes.asRead(column, spread.get());
        }
        List<Expression> conditions = new ArrayList<>();
        for (ColumnPath column : selection.inRead(spread.get())) {
            AliasScope.Chosen chosen = new AliasScope.Chosen(spread.get().alias(), scopes.asRead(column, spread.get()));
            conditions.add(bind(filter.sql(), FILTER, scopes.of(document, chosen), ValueType.Simple.BOOLEAN));
        }
        return conditions;
    }

    /** The masks of a column mask, one for each column that its {@code on} alias picks. */
    List<BoundMask> masks(PolicyDocument document, ColumnMaskBody body) throws Unbindable {
        ColumnSelector on = spread(document).orElseThrow(() -> new Unbindable("it does not say which column it masks"));
        List<BoundMask> masks = new ArrayList<>();
        for (ColumnPath column : selection.inRead(on)) {
            BindingScope scope = scopes.of(document, new AliasScope.Chosen(on.alias(), column));
            Optional<Expression> unless = Optional.empty();
            if (body.unless().isPresent()) {
                unless = Release.unlessNever(bind(body.unless().get(), RELEASE, scope, ValueType.Simple.BOOLEAN));
            }
            masks.add(new BoundMask(column, MaskKinds.mask(body, column, scope), unless, document.reference()));
        }
        return masks;
    }

    /**
     * Binds an expression; its fault is not told, since it may quote more than the caller knew.
     *
     * @param path where it stands in the document
     */
    static Expression bind(String sql, String path, BindingScope scope, ValueType expected) throws Unbindable {
        try {
            return ExpressionBinder.bind(sql, scope, expected);
        } catch (ExpressionFault fault) {
            throw new Unbindable(fault.lookupReason()
                    .orElse("its expression at " + path + " does not fit the table at character " + fault.position()));
        }
    }

    /** The selector that may pick many columns: the masked one, or the first {@code each} of a row filter. */
    private static Optional<ColumnSelector> spread(PolicyDocument document) {
        Body body = document.body();
        return document.columns().stream()
                .filter(selector -> body instanceof ColumnMaskBody mask
                        ? selector.alias().equals(mask.on())
                        : selector.cardinality() == Cardinality.EACH)
                .findFirst();
    }
}
