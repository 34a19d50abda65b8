package io.paladio.carbon.policy.resolve;

import io.paladio.carbon.index.TableAnswer;
import io.paladio.carbon.policy.Principal;
import io.paladio.carbon.policy.ShadowEffect;
import io.paladio.carbon.policy.ShadowPolicy;
import io.paladio.carbon.policy.document.PolicyDocument;
import io.paladio.carbon.policy.document.PolicyDocument.ColumnMaskBody;
import io.paladio.carbon.policy.document.PolicyDocument.Mode;
import io.paladio.carbon.policy.document.PolicyDocument.RowFilterBody;
import io.paladio.carbon.policy.expression.Expression;
import io.paladio.carbon.policy.expression.Expression.Literal;
import io.paladio.carbon.policy.expression.ValueType;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What a table's shadow policies would do to a principal, each by itself beside the live ones (S20). Beside {@link PolicyResolver},
 * which knows nothing of them: no fault here is anybody's refusal. Immutable.
 */
public final class ShadowPolicies {
    private static final String ROW_FILTER = "row_filter";
    /** An engine asks each of them about each row that a statement reads. */
    static final int MOST_COUNTED = 100;

    private static final Expression EVERY_ROW = new Literal(Optional.of(true), ValueType.Simple.BOOLEAN);

    private final Principal principal;
    private final PolicyBinder binder;
    private final boolean letIn;

    private ShadowPolicies(Principal principal, PolicyBinder binder, List<PolicyDocument> live) {
        this.principal = principal;
        this.binder = binder;
        this.letIn = live.stream()
                .filter(binder::bearsOnTable)
                .anyMatch(document -> isPermissive(document) && applies(document));
    }

    /** Those that are valid now, match the table, and bind the principal, in order of their ids. */
    public static List<ShadowPolicy> of(TableAnswer answer, Principal principal, ReadSchema schema, Instant now) {
        List<PolicyDocument> candidates = LivePolicies.inShadow(answer, now);
        if (candidates.isEmpty()) {
            return List.of();
        }
        ColumnSelection selection = new ColumnSelection(schema, answer.columnTags());
        PolicyBinder binder =
                new PolicyBinder(selection, new AliasScope(selection, principal, new UsedLookups(LookupReader.NONE)));
        return new ShadowPolicies(principal, binder, LivePolicies.of(answer, now)).among(candidates);
    }

    private List<ShadowPolicy> among(List<PolicyDocument> candidates) {
        return bounded(candidates.stream()
                .filter(binder::bearsOnTable)
                .filter(this::binds)
                .map(this::shadow)
                .toList());
    }

    /** The same, and of the filters after the first ones no row can be counted. */
    private static List<ShadowPolicy> bounded(List<ShadowPolicy> policies) {
        List<ShadowPolicy> bounded = new ArrayList<>();
        int counted = 0;
        for (ShadowPolicy policy : policies) {
            boolean counts = policy.keeps().isPresent();
            boolean tooMany = counts && counted == MOST_COUNTED;
            bounded.add(
                    tooMany
                            ? policy.failing("more than " + MOST_COUNTED + " filters are in shadow for the principal")
                            : policy);
            counted += counts && !tooMany ? 1 : 0;
        }
        return List.copyOf(bounded);
    }

    /** A permissive filter takes rows away from those whom it is not for (S2). */
    private boolean binds(PolicyDocument document) {
        return applies(document) || isPermissive(document);
    }

    private boolean applies(PolicyDocument document) {
        return Reach.of(document, principal) == Reach.APPLIES;
    }

    private static boolean isPermissive(PolicyDocument document) {
        return document.body() instanceof RowFilterBody filter && filter.mode() == Mode.PERMISSIVE;
    }

    private ShadowPolicy shadow(PolicyDocument document) {
        String kind = document.body() instanceof ColumnMaskBody mask ? mask.kind() : ROW_FILTER;
        ShadowEffect nothing = new ShadowEffect(document.reference(), kind, List.of(), Optional.empty());
        try {
            return document.body() instanceof RowFilterBody filter
                    ? new ShadowPolicy(nothing, Optional.of(keeps(document, filter)))
                    : new ShadowPolicy(
                            new ShadowEffect(document.reference(), kind, columns(document), Optional.empty()),
                            Optional.empty());
        } catch (Unbindable fault) {
            return new ShadowPolicy(nothing.failing(fault.reason()), Optional.empty());
        }
    }

    /** One more permissive filter lets more rows in where another binds the principal, and is the only way in where none does. */
    private Expression keeps(PolicyDocument document, RowFilterBody filter) throws Unbindable {
        RowFilters alone = new RowFilters();
        alone.add(filter.mode(), binder.conditions(document, filter), document.reference());
        if (isPermissive(document) && letIn) {
            return EVERY_ROW;
        }
        return applies(document) ? alone.combined().orElseThrow().condition() : RowFilters.NO_ROW;
    }

    private List<String> columns(PolicyDocument document) throws Unbindable {
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
