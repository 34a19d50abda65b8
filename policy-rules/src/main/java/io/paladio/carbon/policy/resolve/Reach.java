package io.paladio.carbon.policy.resolve;

import io.paladio.carbon.policy.Principal;
import io.paladio.carbon.policy.document.PolicyDocument;
import io.paladio.carbon.policy.document.PolicyDocument.Audience;
import java.util.Collections;

/** Whether a policy speaks of a principal: {@code to} minus {@code except} (S1, S19). */
enum Reach {
    APPLIES,
    /** It would apply but for its {@code except}. */
    EXEMPT,
    ELSEWHERE;

    static Reach of(PolicyDocument document, Principal principal) {
        if (!speaksOf(document.to(), principal)) {
            return ELSEWHERE;
        }
        return speaksOf(document.except(), principal) ? EXEMPT : APPLIES;
    }

    private static boolean speaksOf(Audience audience, Principal principal) {
        return audience.everyone()
                || audience.principals().contains(principal.name())
                || !Collections.disjoint(audience.groups(), principal.groups());
    }
}
