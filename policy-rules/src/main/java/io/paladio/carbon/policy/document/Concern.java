package io.paladio.carbon.policy.document;

import com.fasterxml.jackson.databind.JsonNode;
import io.paladio.carbon.policy.Principal;
import io.paladio.carbon.policy.document.PolicyDocument.Audience;
import io.paladio.carbon.policy.document.PolicyDocument.Enforcement;
import io.paladio.carbon.policy.document.PolicyDocument.Mode;

/**
 * Whom a document at fault stops: those whom it was to bind, where all that says so can be read by itself, else everybody.
 *
 * <p>A field that is not known may have named more people, a test may tell that somebody was forgotten, and a permissive filter
 * binds whom it does not name: none of these leaves anybody out.
 */
public record Concern(Audience to, Audience except) {
    /** Whoever reads the table. */
    public static final Concern EVERYBODY =
            new Concern(new Audience(true, Audience.NOBODY.groups(), Audience.NOBODY.principals()), Audience.NOBODY);

    /** A policy in shadow stops nobody (S20). */
    public static final Concern NOBODY = new Concern(Audience.NOBODY, Audience.NOBODY);

    /** Whether the principal's statements are stopped. */
    public boolean speaksOf(Principal principal) {
        return to.speaksOf(principal) && !except.speaksOf(principal);
    }

    static Concern of(JsonNode json) {
        try {
            return read(json);
        } catch (DocumentFault illegible) {
            return EVERYBODY;
        }
    }

    private static Concern read(JsonNode json) throws DocumentFault {
        JsonFields fields = JsonFields.of(json, "$", DocumentParser.known(json));
        DocumentParser.requireFormat(fields);
        DocumentParser.requireType(fields);
        boolean permissive = !DocumentParser.masks(json) && BodyParser.mode(fields) == Mode.PERMISSIVE;
        if (permissive || fields.has("tests")) {
            return EVERYBODY;
        }
        return DocumentParser.enforcement(fields) == Enforcement.SHADOW
                ? NOBODY
                : new Concern(AudienceParser.to(fields), DocumentParser.except(fields));
    }
}
