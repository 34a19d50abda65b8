package io.paladio.carbon.policy.resolve;

import io.paladio.carbon.index.TableAnswer;
import io.paladio.carbon.policy.PolicyReference;
import io.paladio.carbon.policy.document.PolicyCandidate;
import io.paladio.carbon.policy.document.PolicyDocument;
import io.paladio.carbon.policy.document.PolicyDocument.Attachment;
import io.paladio.carbon.policy.document.PolicyDocument.Enforcement;
import io.paladio.carbon.policy.document.PolicyDocument.Validity;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Which of a table's policies are in force for anybody: enforced, valid now, attached here, its tags matching. */
final class LivePolicies {
    private static final Comparator<PolicyReference> BY_ID = Comparator.comparing(PolicyReference::id)
            .thenComparing(PolicyReference::version)
            .thenComparing(PolicyReference::etag);

    private LivePolicies() {}

    /** In order of their ids, so that the same policies always combine to the same decision. */
    static List<PolicyDocument> of(TableAnswer answer, Instant now) {
        return matching(answer, now, Enforcement.ENFORCE);
    }

    /** Those that would be in force if they were enforced. */
    static List<PolicyDocument> inShadow(TableAnswer answer, Instant now) {
        return matching(answer, now, Enforcement.SHADOW);
    }

    private static List<PolicyDocument> matching(TableAnswer answer, Instant now, Enforcement enforcement) {
        return documents(answer).stream()
                .filter(document -> document.enforcement() == enforcement)
                .filter(document -> isWithin(document.valid(), now))
                .filter(document -> isAttachedTo(document.attachment(), answer))
                .filter(document -> TagMatch.all(document.when(), answer.tags()))
                .sorted(Comparator.comparing(PolicyDocument::reference, BY_ID))
                .distinct()
                .toList();
    }

    /** A document that did not validate: it can't be told whom it was to bind, so it binds everybody. */
    static Optional<PolicyCandidate.Invalid> firstInvalid(TableAnswer answer) {
        return answer.policies().stream()
                .filter(PolicyCandidate.Invalid.class::isInstance)
                .map(PolicyCandidate.Invalid.class::cast)
                .min(Comparator.comparing(PolicyCandidate.Invalid::id).thenComparing(PolicyCandidate.Invalid::path));
    }

    /** A policy handed out for this table that hangs elsewhere: whoever answered calls the table by another name. */
    static Optional<PolicyDocument> firstAstray(TableAnswer answer) {
        return documents(answer).stream()
                .filter(document -> document.enforcement() == Enforcement.ENFORCE)
                .filter(document -> !document.attachment().securable().contains(answer.table()))
                .min(Comparator.comparing(PolicyDocument::reference, BY_ID));
    }

    private static List<PolicyDocument> documents(TableAnswer answer) {
        return answer.policies().stream()
                .filter(PolicyCandidate.Valid.class::isInstance)
                .map(candidate -> ((PolicyCandidate.Valid) candidate).document())
                .toList();
    }

    static boolean isAttachedTo(Attachment attachment, TableAnswer answer) {
        return attachment.securable().equals(answer.table())
                || (attachment.inherit() && attachment.securable().contains(answer.table()));
    }

    static boolean isWithin(Validity validity, Instant now) {
        return validity.from().map(from -> !now.isBefore(from)).orElse(true)
                && validity.until().map(now::isBefore).orElse(true);
    }
}
