package io.paladio.carbon.policy.resolve;

import io.paladio.carbon.policy.Principal;
import io.paladio.carbon.policy.document.PolicyDocument;

/** Whether a policy speaks of a principal: {@code to} minus {@code except} (S1, S19). */
enum Reach {
    APPLIES,
    /** It would apply but for its {@code except}. */
    EXEMPT,
    ELSEWHERE;

    static Reach of(PolicyDocument document, Principal principal) {
        if (!document.to().speaksOf(principal)) {
            return ELSEWHERE;
        }
        return document.except().speaksOf(principal) ? EXEMPT : APPLIES;
    }
}
