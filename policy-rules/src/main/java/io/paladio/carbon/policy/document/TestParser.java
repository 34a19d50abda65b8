package io.paladio.carbon.policy.document;

import com.fasterxml.jackson.databind.JsonNode;
import io.paladio.carbon.policy.Principal;
import io.paladio.carbon.policy.document.PolicyDocument.Body;
import io.paladio.carbon.policy.document.PolicyDocument.RowFilterBody;
import io.paladio.carbon.policy.document.PolicyTest.Outcome;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Reads the tests that a policy carries: who asks, what the row holds, what is expected. Immutable. */
final class TestParser {
    private static final Set<String> FIELDS = Set.of("as", "row", "expect");
    private static final Set<String> WHO = Set.of("principal", "groups", "attributes");

    private final List<Outcome> outcomes;

    private TestParser(List<Outcome> outcomes) {
        this.outcomes = outcomes;
    }

    /** A filter hides or shows a row; a mask masks or releases a value, or makes a certain one of it. */
    static TestParser of(Body body) {
        return body instanceof RowFilterBody ? ofFilter() : ofMask();
    }

    static TestParser ofFilter() {
        return new TestParser(List.of(Outcome.HIDDEN, Outcome.VISIBLE));
    }

    static TestParser ofMask() {
        return new TestParser(List.of(Outcome.MASKED, Outcome.RAW));
    }

    List<PolicyTest> tests(JsonFields document) throws DocumentFault {
        List<PolicyTest> tests = new ArrayList<>();
        List<JsonNode> elements = document.has("tests") ? document.elements("tests") : List.of();
        for (int i = 0; i < elements.size(); i++) {
            tests.add(test(elements.get(i), document.path("tests", i)));
        }
        return List.copyOf(tests);
    }

    PolicyTest test(JsonNode element, String path) throws DocumentFault {
        JsonFields test = JsonFields.of(element, path, FIELDS);
        return new PolicyTest(path, who(test.object("as", WHO)), scalars(test, "row"), expected(test));
    }

    private PolicyTest.Expected expected(JsonFields test) throws DocumentFault {
        if (outcomes.contains(Outcome.MASKED) && test.any("expect").isObject()) {
            JsonFields expected = test.object("expect", Set.of("value"));
            return new PolicyTest.Seen(scalar(expected.any("value"), expected.path("value")));
        }
        String word = test.word("expect", outcomes.stream().map(Outcome::word).toList());
        return outcomes.stream()
                .filter(outcome -> outcome.word().equals(word))
                .findFirst()
                .orElseThrow();
    }

    private static Principal who(JsonFields who) throws DocumentFault {
        Map<String, String> attributes = new HashMap<>();
        if (who.has("attributes")) {
            scalars(who, "attributes").forEach((key, value) -> {
                if (!value.isNull()) {
                    attributes.put(key, value.asText());
                }
            });
        }
        return new Principal(who.name("principal"), who.namesOrNone("groups"), attributes);
    }

    private static Map<String, JsonNode> scalars(JsonFields parent, String field) throws DocumentFault {
        JsonNode values = parent.any(field);
        if (!values.isObject()) {
            throw new DocumentFault(parent.path(field), "An object { … } is expected here.");
        }
        Map<String, JsonNode> scalars = new LinkedHashMap<>();
        for (Map.Entry<String, JsonNode> value : values.properties()) {
            scalars.put(value.getKey(), scalar(value.getValue(), JsonPath.field(parent.path(field), value.getKey())));
        }
        return scalars;
    }

    private static JsonNode scalar(JsonNode value, String path) throws DocumentFault {
        if (value.isContainerNode()) {
            throw new DocumentFault(path, "A string, a number, true, false or null is expected here.");
        }
        if (value.isNumber() && !TestValues.isBounded(value)) {
            throw new DocumentFault(path, "A number of at most 38 digits is expected here.");
        }
        return value;
    }
}
