package io.paladio.carbon.client;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * The same queries as three people, each answer held against what is right: alice is exempt, bob is filtered and masked, dan has no
 * grant. Ends with 0 only if everybody saw exactly what is right.
 */
public final class Demo {
    private static final List<String> PEOPLE = List.of("alice", "bob", "dan");

    private final String remote;
    private final JsonNode tokens;
    private final List<DemoCase> cases;
    private int wrong;

    private Demo(JsonNode connection, JsonNode facts) {
        this.remote = connection.required("connect").asText();
        this.tokens = connection.required("tokens");
        this.cases = new DemoCases(facts).all();
    }

    /** Arguments: the connection file, and the file with the facts of the sample. */
    public static void main(String[] arguments) throws IOException {
        if (arguments.length != 2) {
            System.err.println("usage: Demo CONNECTION-FILE FACTS-FILE");
            System.exit(2);
        }
        ObjectMapper json = new ObjectMapper();
        Demo demo = new Demo(
                json.readTree(Path.of(arguments[0]).toFile()),
                json.readTree(Path.of(arguments[1]).toFile()));
        System.exit(demo.run() == 0 ? 0 : 1);
    }

    private int run() {
        for (String person : PEOPLE) {
            System.out.println();
            System.out.println("━━ " + person + " " + "━".repeat(60));
            try (Connection connection =
                    Connection.open(remote, tokens.required(person).asText())) {
                cases.forEach(each -> show(person, each, connection.run(each.sql())));
            }
        }
        System.out.println();
        System.out.println(
                wrong == 0
                        ? "Everybody saw exactly what is right: " + PEOPLE.size() * cases.size() + " answers."
                        : wrong + " of " + PEOPLE.size() * cases.size() + " answers are WRONG.");
        return wrong;
    }

    /** From the error class on: clients put the name of a Java class before it. */
    private static String firstLine(String message) {
        String line = message.lines().findFirst().orElse("");
        return line.substring(Math.max(0, line.indexOf('[')));
    }

    private void show(String person, DemoCase each, Answer answer) {
        DemoCase.View view = each.views().get(person);
        boolean right = view != null && view.expected().isMetBy(answer);
        wrong += right ? 0 : 1;
        System.out.println();
        System.out.println("  " + each.title());
        System.out.println("    " + each.sql());
        if (answer instanceof Answer.Rows rows) {
            System.out.print(TextTable.of(rows));
        } else if (answer instanceof Answer.Refused refused) {
            System.out.println("      refused: " + firstLine(refused.message()));
        }
        System.out.println("    " + (right ? "right" : "WRONG") + ": " + (view == null ? "not foreseen" : view.why()));
    }
}
