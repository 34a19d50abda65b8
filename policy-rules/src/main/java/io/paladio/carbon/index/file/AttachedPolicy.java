package io.paladio.carbon.index.file;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.paladio.carbon.policy.Securable;
import io.paladio.carbon.policy.document.PolicyCandidate;
import io.paladio.carbon.policy.document.PolicyDocumentReader;
import java.util.Optional;

/**
 * A policy file and what it hangs on. A file at fault hangs where it says, with all that lies within; where it does not say so
 * legibly, on everything (fail closed).
 *
 * @param securable where it hangs; empty means everywhere
 * @param candidate the policy, or its fault
 * @param text the file's text, which tells one version from another
 */
record AttachedPolicy(Optional<Securable> securable, PolicyCandidate candidate, String text) {
    private static final String UNREADABLE = "unreadable";
    private static final ObjectMapper LENIENT = new ObjectMapper();

    static AttachedPolicy of(String name, Optional<String> text) {
        if (text.isEmpty()) {
            return new AttachedPolicy(
                    Optional.empty(), new PolicyCandidate.Invalid(name, "$", "The file can't be read as text."), "");
        }
        PolicyCandidate candidate = named(PolicyDocumentReader.read(text.get()), name);
        Optional<Securable> securable = candidate instanceof PolicyCandidate.Valid valid
                ? Optional.of(valid.document().attachment().securable())
                : legibleSecurable(text.get());
        return new AttachedPolicy(securable, candidate, text.get());
    }

    /** The same file, at fault for an id that another file has too: it can't be told which of them is meant. */
    AttachedPolicy asDuplicate() {
        PolicyCandidate.Invalid fault =
                new PolicyCandidate.Invalid(id(), "$.id", "Another file has this id; give each policy its own.");
        return new AttachedPolicy(securable, fault, text);
    }

    String id() {
        return candidate instanceof PolicyCandidate.Valid valid
                ? valid.document().reference().id()
                : ((PolicyCandidate.Invalid) candidate).id();
    }

    /** A document without a legible id goes by its file's name. */
    private static PolicyCandidate named(PolicyCandidate candidate, String name) {
        return candidate instanceof PolicyCandidate.Invalid fault && fault.id().equals(UNREADABLE)
                ? new PolicyCandidate.Invalid(name, fault.path(), fault.problem())
                : candidate;
    }

    private static Optional<Securable> legibleSecurable(String text) {
        try {
            JsonNode securable = LENIENT.readTree(text).path("attach").path("securable");
            return securable.isTextual() ? Optional.of(Securable.parse(securable.textValue())) : Optional.empty();
        } catch (JsonProcessingException | IllegalArgumentException illegible) {
            return Optional.empty();
        }
    }
}
