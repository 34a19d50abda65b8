package io.paladio.carbon.policy.document;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Optional;

/**
 * Reads one policy document; what does not validate comes back with the JSON path of its fault, and takes its table with it.
 * Stateless and thread-safe.
 */
public final class PolicyDocumentReader {
    private static final String UNREADABLE = "unreadable";

    private PolicyDocumentReader() {}

    /** Reads a document's text; never throws for what the text holds. */
    public static PolicyCandidate read(String json) {
        try {
            return read(JsonText.parse(json));
        } catch (DocumentFault fault) {
            return new PolicyCandidate.Invalid(UNREADABLE, fault.path(), fault.problem());
        }
    }

    private static PolicyCandidate read(JsonNode json) {
        try {
            return new PolicyCandidate.Valid(new DocumentParser(json).document());
        } catch (DocumentFault fault) {
            return new PolicyCandidate.Invalid(id(json), fault.path(), fault.problem());
        }
    }

    /** All that is the matter with a document, where reading it stops at the first; none where it is valid. */
    public static List<PolicyCandidate.Invalid> faults(String json) {
        try {
            JsonNode read = JsonText.parse(json);
            String id = id(read);
            return FaultSearch.of(read).stream()
                    .map(fault -> new PolicyCandidate.Invalid(id, fault.path(), fault.problem()))
                    .toList();
        } catch (DocumentFault fault) {
            return List.of(new PolicyCandidate.Invalid(UNREADABLE, fault.path(), fault.problem()));
        }
    }

    /** The names that a document takes from Index; none where it can't be read. */
    public static Mentions mentions(String json) {
        try {
            return MentionSearch.of(JsonText.parse(json));
        } catch (DocumentFault unreadable) {
            return Mentions.NONE;
        }
    }

    /** Runs every test that a document carries, where reading it would stop at the first that fails. */
    public static TestReport test(String json) {
        try {
            DocumentParser.Parsed parsed = new DocumentParser(JsonText.parse(json)).parsed();
            TestRun run = new TestRun(parsed.document());
            String id = parsed.document().reference().id();
            List<PolicyCandidate.Invalid> faults = parsed.tests().stream()
                    .flatMap(test -> fault(run, test, id).stream())
                    .toList();
            return new TestReport(parsed.tests().size(), faults);
        } catch (DocumentFault fault) {
            return new TestReport(0, List.of(new PolicyCandidate.Invalid(UNREADABLE, fault.path(), fault.problem())));
        }
    }

    private static Optional<PolicyCandidate.Invalid> fault(TestRun run, PolicyTest test, String id) {
        try {
            run.requireHolds(test);
            return Optional.empty();
        } catch (DocumentFault fault) {
            return Optional.of(new PolicyCandidate.Invalid(id, fault.path(), fault.problem()));
        }
    }

    private static String id(JsonNode json) {
        try {
            return JsonFields.name(json.path("id"), "$.id");
        } catch (DocumentFault illegible) {
            return UNREADABLE;
        }
    }
}
