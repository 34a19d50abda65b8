package io.paladio.carbon.index.file;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonStreamContext;
import com.fasterxml.jackson.core.JsonToken;
import io.paladio.carbon.policy.Securable;
import io.paladio.carbon.policy.document.PolicyCandidate;
import io.paladio.carbon.policy.document.PolicyDocumentReader;
import java.io.IOException;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

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
    private static final String NOT_A_NAME = "";
    private static final JsonFactory JSON = new JsonFactory();

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
        try (JsonParser parser = JSON.createParser(text)) {
            Set<String> places = places(parser);
            return places.size() == 1 ? place(places.iterator().next()) : Optional.empty();
        } catch (IOException illegible) {
            return Optional.empty();
        }
    }

    /** Where a text says that a policy hangs: up to its first wildcard. */
    private static Optional<Securable> place(String text) {
        try {
            return Optional.of(Securable.parse(text));
        } catch (IllegalArgumentException illegible) {
            int dot = text.lastIndexOf('.', text.indexOf('*'));
            return dot < 0 ? Optional.empty() : place(text.substring(0, dot));
        }
    }

    /** All that stands at {@code $.attach.securable}: the fault may be that it stands there twice. */
    private static Set<String> places(JsonParser parser) throws IOException {
        Set<String> places = new HashSet<>();
        for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
            JsonStreamContext at = parser.getParsingContext();
            boolean value = token.isScalarValue() && "securable".equals(at.getCurrentName());
            JsonStreamContext above = at.getParent();
            if (value && above != null && "attach".equals(above.getCurrentName()) && isTop(above)) {
                places.add(token == JsonToken.VALUE_STRING ? parser.getText() : NOT_A_NAME);
            }
        }
        return places;
    }

    private static boolean isTop(JsonStreamContext object) {
        return object.getParent() != null && object.getParent().inRoot();
    }
}
