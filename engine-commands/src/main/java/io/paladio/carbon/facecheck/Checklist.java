package io.paladio.carbon.facecheck;

import com.fasterxml.jackson.databind.node.ArrayNode;
import io.paladio.carbon.command.Count;
import io.paladio.carbon.command.Report;
import io.paladio.carbon.facecheck.Verdict.Kind;
import io.paladio.carbon.policy.check.Finding;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** All checks, one after the other, and what came of them. Used by one thread. */
final class Checklist {
    private final Report report = new Report();
    private final ArrayNode checks = report.json().putArray("checks");
    private final Map<Kind, Integer> counts = new EnumMap<>(Kind.class);

    void run(List<Check> all) {
        all.forEach(check -> add(check.id(), check.run().get()));
    }

    private void add(String id, Verdict verdict) {
        counts.merge(verdict.kind(), 1, Integer::sum);
        checks.addObject()
                .put("check", id)
                .put("outcome", verdict.kind().name().toLowerCase(Locale.ROOT).replace('_', '-'))
                .put("words", verdict.words());
        String words = verdict.kind().words() + ": " + verdict.words();
        if (verdict.is(Kind.BROKEN)) {
            report.find("face", new Finding(id, words));
        } else {
            report.say("face: " + id + ": " + words);
        }
    }

    /** The report, with its last line. */
    Report report() {
        int all = counts.values().stream().mapToInt(Integer::intValue).sum();
        StringBuilder line = new StringBuilder(Count.of(all, "check"));
        for (Kind kind : Kind.values()) {
            int count = counts.getOrDefault(kind, 0);
            report.json().put(kind.name().toLowerCase(Locale.ROOT).replace('_', '-') + "-count", count);
            line.append(", ").append(count).append(' ').append(kind.words());
        }
        report.say(line.toString());
        return report;
    }
}
