package io.paladio.carbon.policy.resolve;

import io.paladio.carbon.index.TableAnswer;
import io.paladio.carbon.policy.ColumnMask;
import io.paladio.carbon.policy.Decision;
import io.paladio.carbon.policy.EffectivePolicy;
import io.paladio.carbon.policy.PolicyReference;
import io.paladio.carbon.policy.Principal;
import io.paladio.carbon.policy.RowFilter;
import io.paladio.carbon.policy.document.PolicyDocument;
import io.paladio.carbon.policy.document.PolicyDocument.ColumnMaskBody;
import io.paladio.carbon.policy.document.PolicyDocument.Mode;
import io.paladio.carbon.policy.document.PolicyDocument.RowFilterBody;
import io.paladio.carbon.policy.expression.Expression;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** One decision while it is made: policy by policy, then all together. Used once; not thread-safe. */
final class TableDecision {
    private final TableAnswer answer;
    private final Principal principal;
    private final ReadSchema schema;
    private final UsedLookups lookups;
    private final PolicyBinder binder;
    private final RowFilters filters = new RowFilters();
    private final List<BoundMask> masks = new ArrayList<>();
    private final List<PolicyReference> exemptions = new ArrayList<>();

    TableDecision(TableAnswer answer, Principal principal, ReadSchema schema, LookupReader reader) {
        this.answer = answer;
        this.principal = principal;
        this.schema = schema;
        this.lookups = new UsedLookups(reader);
        ColumnSelection selection = new ColumnSelection(schema, answer.columnTags());
        this.binder = new PolicyBinder(selection, new AliasScope(selection, principal, lookups));
    }

    Decision under(List<PolicyDocument> live) {
        List<PolicyDocument> bearing =
                live.stream().filter(binder::bearsOnTable).toList();
        for (PolicyDocument document : bearing) {
            try {
                consider(document);
            } catch (Unbindable fault) {
                return unenforceable(document.reference(), fault.reason());
            }
        }
        try {
            restrict(new CatalogRestrictions(schema).bound());
        } catch (Unbindable fault) {
            return unenforceable(schema.restrictions().reference(), fault.reason());
        }
        Optional<BoundMask> inapplicable = MaskMeet.firstInapplicable(masks);
        if (inapplicable.isPresent()) {
            String field = inapplicable.get().column().path();
            return unenforceable(
                    inapplicable.get().policy(),
                    "its mask can't be applied to the nested field " + field + ", at $.mask.kind");
        }
        return decided(
                lookups.within(EffectiveEtag.of(answer, live, principal, schema)),
                !bearing.isEmpty() || !schema.restrictions().isNone());
    }

    private void consider(PolicyDocument document) throws Unbindable {
        Reach reach = Reach.of(document, principal);
        if (reach == Reach.APPLIES) {
            apply(document);
            return;
        }
        if (reach == Reach.EXEMPT) {
            exemptions.add(document.reference());
        }
        if (document.body() instanceof RowFilterBody filter && filter.mode() == Mode.PERMISSIVE) {
            filters.addPermissiveForOthers(document.reference());
        }
    }

    private void apply(PolicyDocument document) throws Unbindable {
        if (document.body() instanceof RowFilterBody filter) {
            filters.add(filter.mode(), binder.conditions(document, filter), document.reference());
        } else if (document.body() instanceof ColumnMaskBody mask) {
            masks.addAll(binder.masks(document, mask));
        } else {
            throw new Unbindable("this release does not know its type");
        }
    }

    /** What the catalog restricts binds whomever it was sent for, without exception (S23). */
    private void restrict(CatalogRestrictions.Bound restrictions) throws Unbindable {
        masks.addAll(restrictions.masks());
        if (restrictions.condition().isPresent()) {
            List<Expression> condition = List.of(restrictions.condition().get());
            filters.add(Mode.RESTRICTIVE, condition, schema.restrictions().reference());
        }
    }

    private Decision decided(String etag, boolean policyBearing) {
        Optional<RowFilter> rowFilter = filters.combined();
        List<ColumnMask> columnMasks = MaskMeet.byColumn(masks);
        if (rowFilter.isEmpty() && columnMasks.isEmpty()) {
            return new Decision.Unrestricted(principal, answer.table(), etag, policyBearing, exemptions);
        }
        return new Decision.Restricted(
                new EffectivePolicy(principal, answer.table(), etag, rowFilter, columnMasks, exemptions));
    }

    private Decision unenforceable(PolicyReference policy, String reason) {
        return new Decision.Unenforceable(answer.table(), principal.name(), policy.id(), reason);
    }
}
