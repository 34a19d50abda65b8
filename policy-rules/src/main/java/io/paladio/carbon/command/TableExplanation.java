package io.paladio.carbon.command;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.paladio.carbon.index.TableAnswer;
import io.paladio.carbon.policy.Principal;
import io.paladio.carbon.policy.check.Finding;
import io.paladio.carbon.policy.document.PolicyCandidate;
import io.paladio.carbon.policy.resolve.PolicyExplanation;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;
import java.util.TreeSet;

/** Tells policy by policy why it binds a principal on a table, or why not, as Index had it at some moment. */
final class TableExplanation {
    private TableExplanation() {}

    static void tell(Principal principal, TableAnswer answer, Instant moment, Report report) {
        String access = answer.access().name().toLowerCase(Locale.ROOT);
        report.json()
                .put("principal", principal.name())
                .put("table", answer.table().toString())
                .put("access", access);
        ArrayNode groups = report.json().putArray("groups");
        new TreeSet<>(principal.groups()).forEach(groups::add);
        ObjectNode tags = report.json().putObject("tags");
        new TreeMap<>(answer.tags()).forEach(tags::put);
        report.say("principal " + principal.name() + ", groups " + new TreeSet<>(principal.groups()));
        report.say("table " + answer.table() + ", access " + access + ", tags " + new TreeMap<>(answer.tags()));
        faults(answer, report);
        ArrayNode policies = report.json().putArray("policies");
        List<PolicyExplanation> explanations = PolicyExplanation.of(answer, principal, moment);
        explanations.forEach(each -> tell(each, policies, report));
        if (explanations.isEmpty()) {
            report.say("No policy hangs on the table or on what it lies in.");
        }
        report.json().put("bound-to-columns", false);
    }

    private static void faults(TableAnswer answer, Report report) {
        for (PolicyCandidate candidate : answer.policies()) {
            if (candidate instanceof PolicyCandidate.Invalid invalid) {
                report.find(invalid.id(), new Finding(invalid.path(), invalid.problem()));
            }
        }
    }

    private static void tell(PolicyExplanation policy, ArrayNode policies, Report report) {
        ObjectNode entry = policies.addObject()
                .put("policy", policy.policy())
                .put("kind", policy.kind())
                .put("verdict", policy.verdict().name().toLowerCase(Locale.ROOT).replace('_', '-'));
        ArrayNode columns = entry.putArray("columns");
        policy.columns().forEach(columns::add);
        String where = policy.columns().isEmpty() ? "" : " on " + String.join(", ", policy.columns());
        report.say((policy.policy() + " " + policy.kind()).strip() + where + ": "
                + policy.verdict().words());
    }
}
