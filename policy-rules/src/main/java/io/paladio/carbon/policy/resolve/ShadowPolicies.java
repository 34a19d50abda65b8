package io.paladio.carbon.policy.resolve;

import io.paladio.carbon.index.TableAnswer;
import io.paladio.carbon.policy.Principal;
import io.paladio.carbon.policy.ShadowEffect;
import io.paladio.carbon.policy.document.PolicyDocument;
import io.paladio.carbon.policy.document.PolicyDocument.ColumnMaskBody;
import io.paladio.carbon.policy.document.PolicyDocument.Mode;
import io.paladio.carbon.policy.document.PolicyDocument.RowFilterBody;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * What a table's shadow policies would do to a principal, each by itself (S20). Beside {@link PolicyResolver}, which knows nothing
 * of them: no fault here is anybody's refusal. Stateless and thread-safe.
 */
public final class ShadowPolicies {
    private static final String ROW_FILTER = "row_filter";

    private ShadowPolicies() {}

    /** The effects of those that are valid now, match the table, and bind the principal, in order of their ids. */
    public static List<ShadowEffect> effects(TableAnswer answer, Principal principal, ReadSchema schema, Instant now) {
        List<PolicyDocument> candidates = LivePolicies.inShadow(answer, now);
        if (candidates.isEmpty()) {
            return List.of();
        }
        ColumnSelection selection = new ColumnSelection(schema, answer.columnTags());
        PolicyBinder binder =
                new PolicyBinder(selection, new AliasScope(selection, principal, new UsedLookups(LookupReader.NONE)));
        return candidates.stream()
                .filter(binder::bearsOnTable)
                .filter(document -> binds(document, principal))
                .map(document -> effect(document, binder))
                .toList();
    }

    /** A permissive filter takes rows away from those whom it is not for (S2). */
    private static boolean binds(PolicyDocument document, Principal principal) {
        return Reach.of(document, principal) == Reach.APPLIES
                || document.body() instanceof RowFilterBody filter && filter.mode() == Mode.PERMISSIVE;
    }

    private static ShadowEffect effect(PolicyDocument document, PolicyBinder binder) {
        String kind = document.body() instanceof ColumnMaskBody mask ? mask.kind() : ROW_FILTER;
        try {
            return new ShadowEffect(document.reference(), kind, columns(document, binder), Optional.empty());
        } catch (Unbindable fault) {
            return new ShadowEffect(document.reference(), kind, List.of(), Optional.of(fault.reason()));
        }
    }

    private static List<String> columns(PolicyDocument document, PolicyBinder binder) throws Unbindable {
        if (document.body() instanceof RowFilterBody filter) {
            new RowFilters().add(filter.mode(), binder.conditions(document, filter), document.reference());
            return List.of();
        }
        if (!(document.body() instanceof ColumnMaskBody body)) {
            throw new Unbindable("this release does not know its type");
        }
        List<BoundMask> masks = binder.masks(document, body);
        if (MaskMeet.firstInapplicable(masks).isPresent()) {
            throw new Unbindable("its mask can't be applied to a nested field");
        }
        return masks.stream().map(mask -> mask.column().path()).toList();
    }
}
