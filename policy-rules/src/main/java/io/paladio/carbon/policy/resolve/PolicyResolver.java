package io.paladio.carbon.policy.resolve;

import io.paladio.carbon.index.Access;
import io.paladio.carbon.index.TableAnswer;
import io.paladio.carbon.policy.Decision;
import io.paladio.carbon.policy.Principal;
import io.paladio.carbon.policy.TableSchema;
import io.paladio.carbon.policy.document.PolicyCandidate;
import io.paladio.carbon.policy.document.PolicyDocument;
import java.time.Instant;
import java.util.Optional;

/**
 * Turns what Index holds about a table into a decision for one principal and one schema.
 *
 * <p>Grants come first (S1); then everything that makes the table unservable to anybody; then the policies in force, each bound
 * to field-ids, combined by {@link RowFilters} and {@link MaskMeet}. Stateless and thread-safe.
 */
public final class PolicyResolver {
    private PolicyResolver() {}

    /** The decision on a table read as it is; never null, and never a restriction weaker than one of the policies that apply. */
    public static Decision decide(TableAnswer answer, Principal principal, TableSchema schema, Instant now) {
        return decide(answer, principal, ReadSchema.asIs(schema), now);
    }

    /** As below, where no lookup can be read. */
    public static Decision decide(TableAnswer answer, Principal principal, ReadSchema schema, Instant now) {
        return decide(answer, principal, schema, now, LookupReader.NONE);
    }

    /** The decision on a table of which an older schema is read: policies of today, bound by field-id (S15). */
    public static Decision decide(
            TableAnswer answer, Principal principal, ReadSchema schema, Instant now, LookupReader lookups) {
        if (answer.access() == Access.DENIED) {
            return new Decision.Denied(answer.table(), principal.name());
        }
        Optional<PolicyCandidate.Invalid> invalid = LivePolicies.firstInvalid(answer);
        if (invalid.isPresent()) {
            String reason = "its document is not valid at " + invalid.get().path();
            return new Decision.Unenforceable(
                    answer.table(), principal.name(), invalid.get().id(), reason);
        }
        Optional<PolicyDocument> astray = LivePolicies.firstAstray(answer);
        if (astray.isPresent()) {
            String id = astray.get().reference().id();
            return new Decision.Unenforceable(
                    answer.table(), principal.name(), id, "it is handed out for this table and attached elsewhere");
        }
        return new TableDecision(answer, principal, schema, lookups).under(LivePolicies.of(answer, now));
    }
}
