package io.paladio.carbon.verify;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.paladio.carbon.command.Count;
import io.paladio.carbon.command.Report;
import io.paladio.carbon.policy.check.Finding;
import io.paladio.carbon.verify.Outcome.Kind;
import java.util.EnumMap;
import java.util.Map;

/** What came of all statements. Collects; not thread-safe. */
final class Findings {
    private final Report report = new Report();
    private final ArrayNode statements = report.json().putArray("statements");
    private final Map<Kind, Integer> counts = new EnumMap<>(Kind.class);

    void add(String file, Statement statement, Outcome outcome) {
        counts.merge(outcome.kind(), 1, Integer::sum);
        String line = "line " + statement.line();
        ObjectNode entry = statements
                .addObject()
                .put("file", file)
                .put("line", statement.line())
                .put("outcome", outcome.kind().word().replace(' ', '-'))
                .put("words", outcome.words());
        outcome.rows()
                .ifPresent(rows -> entry.put("governed", rows.governed())
                        .put("reference", rows.reference())
                        .put("only-governed", rows.onlyGoverned())
                        .put("only-reference", rows.onlyReference()));
        if (outcome.kind() == Kind.DIFFERENT) {
            report.find(file, new Finding(line, outcome.toString()));
        } else {
            report.say(file + ": " + line + ": " + outcome);
        }
    }

    /** Something is the matter with the table itself. */
    void add(String table, String problem) {
        report.find("table", new Finding(table, problem));
    }

    void say(String line) {
        report.say(line);
    }

    /** The report, with its last line. */
    Report report() {
        int all = counts.values().stream().mapToInt(Integer::intValue).sum();
        StringBuilder line = new StringBuilder(Count.of(all, "statement"));
        for (Kind kind : Kind.values()) {
            int count = counts.getOrDefault(kind, 0);
            report.json().put(kind.word().replace(' ', '-'), count);
            line.append(", ").append(count).append(' ').append(kind.word());
        }
        report.say(line.toString());
        return report;
    }

    /** Whether something was compared, and nothing that could not be. */
    boolean isComplete() {
        int compared = counts.getOrDefault(Kind.SAME, 0) + counts.getOrDefault(Kind.DIFFERENT, 0);
        return compared > 0 && counts.getOrDefault(Kind.NOT_COMPARED, 0) == 0;
    }
}
