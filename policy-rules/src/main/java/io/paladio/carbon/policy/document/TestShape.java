package io.paladio.carbon.policy.document;

import com.fasterxml.jackson.databind.JsonNode;
import io.paladio.carbon.policy.document.PolicyDocument.Body;
import io.paladio.carbon.policy.document.PolicyDocument.RowFilterBody;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The form of the tests that a policy carries: who asks, what the row holds, what is expected. Immutable. */
final class TestShape {
    private static final Set<String> FIELDS = Set.of("as", "row", "expect");
    private static final Set<String> WHO = Set.of("principal", "groups", "attributes");

    private final List<String> expectations;
    private final boolean valueExpected;

    private TestShape(List<String> expectations, boolean valueExpected) {
        this.expectations = expectations;
        this.valueExpected = valueExpected;
    }

    /** A filter hides or shows a row; a mask masks or releases a value, or makes a certain one of it. */
    static TestShape of(Body body) {
        return body instanceof RowFilterBody
                ? new TestShape(List.of("hidden", "visible"), false)
                : new TestShape(List.of("masked", "raw"), true);
    }

    void check(JsonFields document) throws DocumentFault {
        List<JsonNode> elements = document.elements("tests");
        for (int i = 0; i < elements.size(); i++) {
            JsonFields test = JsonFields.of(elements.get(i), document.path("tests", i), FIELDS);
            checkWho(test.object("as", WHO));
            checkScalars(test, "row");
            if (valueExpected && test.any("expect").isObject()) {
                JsonFields expected = test.object("expect", Set.of("value"));
                checkScalar(expected.any("value"), expected.path("value"));
            } else {
                test.word("expect", expectations);
            }
        }
    }

    private static void checkWho(JsonFields who) throws DocumentFault {
        who.name("principal");
        who.namesOrNone("groups");
        if (who.has("attributes")) {
            checkScalars(who, "attributes");
        }
    }

    private static void checkScalars(JsonFields parent, String field) throws DocumentFault {
        JsonNode values = parent.any(field);
        if (!values.isObject()) {
            throw new DocumentFault(parent.path(field), "An object { … } is expected here.");
        }
        for (Map.Entry<String, JsonNode> value : values.properties()) {
            checkScalar(value.getValue(), JsonPath.field(parent.path(field), value.getKey()));
        }
    }

    private static void checkScalar(JsonNode value, String path) throws DocumentFault {
        if (value.isContainerNode()) {
            throw new DocumentFault(path, "A string, a number, true, false or null is expected here.");
        }
    }
}
