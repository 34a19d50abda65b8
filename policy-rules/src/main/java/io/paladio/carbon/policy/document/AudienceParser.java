package io.paladio.carbon.policy.document;

import io.paladio.carbon.policy.document.JsonFields.Truthful;
import io.paladio.carbon.policy.document.PolicyDocument.Audience;
import java.util.Set;

/** Reads whom a policy speaks of. */
final class AudienceParser {
    private static final Set<String> FIELDS = Set.of("everyone", "groups", "principals");

    private AudienceParser() {}

    /** Somebody, or everybody. */
    static Audience to(JsonFields document) throws DocumentFault {
        Audience to = audience(document.object("to", FIELDS));
        if (!to.everyone() && to.groups().isEmpty() && to.principals().isEmpty()) {
            throw new DocumentFault(
                    "$.to", "The policy speaks of nobody. Write \"everyone\": true, groups or principals.");
        }
        if (to.everyone() && !(to.groups().isEmpty() && to.principals().isEmpty())) {
            throw new DocumentFault(
                    "$.to", "Everyone has groups and principals in it. Write either everyone or the others.");
        }
        return to;
    }

    /** Anybody but everybody: a policy that nobody is under is no policy. */
    static Audience except(JsonFields document) throws DocumentFault {
        Audience except = audience(document.object("except", FIELDS));
        if (except.everyone()) {
            throw new DocumentFault(
                    "$.except.everyone",
                    "The policy would bind nobody. Write \"enforcement\": \"shadow\", or remove it.");
        }
        return except;
    }

    private static Audience audience(JsonFields fields) throws DocumentFault {
        return new Audience(
                fields.flagOr("everyone", Truthful.NO), fields.namesOrNone("groups"), fields.namesOrNone("principals"));
    }
}
