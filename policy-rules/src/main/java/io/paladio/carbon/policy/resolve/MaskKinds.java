package io.paladio.carbon.policy.resolve;

import io.paladio.carbon.policy.Column;
import io.paladio.carbon.policy.Mask;
import io.paladio.carbon.policy.document.PolicyDocument.ColumnMaskBody;
import io.paladio.carbon.policy.expression.BindingScope;
import io.paladio.carbon.policy.expression.Expression.ColumnReference;
import io.paladio.carbon.policy.mask.MaskSupport;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Collectors;

/** From the kind that a policy names to the mask on one column: that this release knows it, and that it fits the type (S6, S7). */
final class MaskKinds {
    private static final String HMAC = "hmac-sha-256";
    private static final String EXPRESSION = "expression";
    private static final String DENY = "deny";
    private static final String KIND = "$.mask.kind";
    private static final String COMPUTED = "$.mask.expression.sql";

    private MaskKinds() {}

    static Mask mask(ColumnMaskBody body, ColumnPath column, BindingScope scope) throws Unbindable {
        Optional<Mask.Standard> standard = Mask.Standard.named(body.kind());
        if (standard.isPresent()) {
            requireFit(standard.get(), column.column());
            return standard.get();
        }
        return switch (body.kind()) {
            case DENY -> new Mask.Deny();
            case EXPRESSION -> computed(body, column, scope);
            case HMAC -> keyed(body, column.column());
            default -> throw new Unbindable("this release does not know its kind of mask");
        };
    }

    /** Whether there is such a key is seen where the key is used: keys come and go without the policy. */
    private static Mask keyed(ColumnMaskBody body, Column column) throws Unbindable {
        String key = body.key().orElseThrow(() -> new Unbindable("it names no key"));
        if (!MaskSupport.appliesHash(column)) {
            throw inapplicable(HMAC, column);
        }
        return new Mask.HmacSha256(key);
    }

    /** NULL on a required column becomes the fixed value in the end (S5), so that one must exist. */
    private static void requireFit(Mask.Standard kind, Column column) throws Unbindable {
        boolean becomesFixed = kind == Mask.Standard.REPLACE_WITH_NULL && column.required();
        if (!MaskSupport.applies(becomesFixed ? Mask.Standard.MASK_TO_FIXED_VALUE : kind, column)) {
            throw inapplicable(kind.kind(), column);
        }
    }

    private static Unbindable inapplicable(String kind, Column column) {
        String others = Arrays.stream(Mask.Standard.values())
                .filter(other -> MaskSupport.applies(other, column))
                .map(Mask.Standard::kind)
                .collect(Collectors.joining(", "));
        return new Unbindable(
                kind + " does not apply to the type of column " + column.name() + " (what does: "
                        + (others.isEmpty() ? DENY : others + ", " + DENY) + ")",
                KIND);
    }

    private static Mask computed(ColumnMaskBody body, ColumnPath column, BindingScope scope) throws Unbindable {
        String sql = body.sql().orElseThrow(() -> new Unbindable("it has no expression"));
        ColumnReference masked = AliasScope.reference(column)
                .orElseThrow(() ->
                        new Unbindable("an expression can't mask a column of the type of " + column.path(), KIND));
        return new Mask.Computed(PolicyBinder.bind(sql, COMPUTED, AliasScope.withValue(scope, masked), masked.type()));
    }
}
