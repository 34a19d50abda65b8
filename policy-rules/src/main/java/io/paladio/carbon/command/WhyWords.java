package io.paladio.carbon.command;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.paladio.carbon.index.TableAnswer;
import io.paladio.carbon.policy.Principal;
import io.paladio.carbon.policy.Securable;
import io.paladio.carbon.policy.document.PolicyDocument;
import io.paladio.carbon.policy.resolve.PolicyReasons;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;

/** A decision record in words. Used by one thread. */
final class WhyWords {
    private static final String ROW_FILTER = "row_filter";

    private final WhySources sources;
    private final Report report;
    private final ArrayNode statements;

    WhyWords(WhySources sources, Report report) {
        this.sources = sources;
        this.report = report;
        this.statements = report.json().putArray("statements");
    }

    /** A policy in a record, and how it was at work. */
    private record AtWork(String id, int version, String etag, String kind) {
        static AtWork of(JsonNode policy) {
            return new AtWork(
                    policy.path("id").asText(),
                    policy.path("version").asInt(),
                    policy.path("etag").asText(),
                    policy.path("kind").asText());
        }
    }

    void tell(JsonNode record) throws Impossible {
        Principal principal =
                new Principal(record.path("principal").asText(), new TreeSet<>(texts(record.path("groups"))), Map.of());
        ObjectNode json = statements.addObject();
        json.put("statement", record.path("statement-id").asText())
                .put("principal", principal.name())
                .put("kind", record.path("kind").asText())
                .put("outcome", record.path("outcome").path("status").asText());
        ArrayNode tables = json.putArray("tables");
        report.say(headline(record, principal));
        report.say(outcome(record.path("outcome")));
        Instant moment = Instant.parse(record.path("started").asText());
        for (JsonNode table : record.path("tables")) {
            tell(table, principal, moment, tables.addObject());
        }
    }

    private static String headline(JsonNode record, Principal principal) {
        String actor = record.path("actor").isNull()
                ? ""
                : ", for whom " + record.path("actor").asText() + " asked,";
        String groups = principal.groups().isEmpty()
                ? "no group"
                : "the groups " + String.join(", ", new TreeSet<>(principal.groups()));
        return principal.name() + actor + " was in " + groups + ", and ran "
                + record.path("kind").asText() + " at " + record.path("started").asText() + ".";
    }

    private static String outcome(JsonNode outcome) {
        String status = outcome.path("status").asText();
        if (status.equals("completed")) {
            return "It completed.";
        }
        String object = outcome.path("object").isTextual()
                ? " What was refused is " + outcome.path("object").asText() + "."
                : "";
        return "It " + (status.equals("refused") ? "was refused" : "failed") + ": "
                + outcome.path("error-class").asText() + ", SQLSTATE "
                + outcome.path("sqlstate").asText() + "." + object;
    }

    private void tell(JsonNode table, Principal principal, Instant moment, ObjectNode json) throws Impossible {
        String name = table.path("table").asText();
        json.put("table", name);
        ArrayNode policies = json.putArray("policies");
        ArrayNode exemptions = json.putArray("exemptions");
        if (table.path("etag").isNull()) {
            report.say(name + " was named and not read.");
            return;
        }
        Map<AtWork, List<String>> atWork = atWork(table.path("policies"));
        report.say(name + " was read" + (atWork.isEmpty() ? ", and no policy bound it." : ":"));
        Securable securable = Securable.parse(name);
        Optional<TableAnswer> known = sources.table(principal.name(), securable, moment);
        for (Map.Entry<AtWork, List<String>> entry : atWork.entrySet()) {
            Optional<PolicyReasons> reasons = reasons(entry.getKey(), securable, known);
            bound(entry.getKey(), entry.getValue(), reasons, principal, policies.addObject());
        }
        for (JsonNode exemption : table.path("exemptions")) {
            AtWork policy = AtWork.of(exemption);
            exempt(policy, reasons(policy, securable, known), principal, exemptions.addObject());
        }
    }

    /** What each policy masked, in the record's order; nothing for a row filter. */
    private static Map<AtWork, List<String>> atWork(JsonNode policies) {
        Map<AtWork, List<String>> columns = new LinkedHashMap<>();
        for (JsonNode policy : policies) {
            List<String> masked = columns.computeIfAbsent(AtWork.of(policy), none -> new ArrayList<>());
            if (policy.path("column").isTextual()) {
                masked.add(policy.path("column").asText());
            }
        }
        return columns;
    }

    private Optional<PolicyReasons> reasons(AtWork policy, Securable table, Optional<TableAnswer> known)
            throws Impossible {
        Optional<PolicyDocument> document = sources.document(policy.id(), policy.version(), policy.etag(), known);
        return document.map(found -> new PolicyReasons(found, table, known));
    }

    private void bound(
            AtWork policy,
            List<String> columns,
            Optional<PolicyReasons> reasons,
            Principal principal,
            ObjectNode json) {
        String what = policy.kind().equals(ROW_FILTER)
                ? "Its rows were filtered"
                : (columns.size() == 1 ? "Its column " : "Its columns ") + String.join(", ", columns)
                        + (columns.size() == 1 ? " was" : " were") + " under " + policy.kind();
        List<String> why =
                reasons.map(known -> known.binding(principal, columns)).orElse(List.of());
        say(what + ", by ", policy, why);
        json.put("policy", policy.id() + "@" + policy.version()).put("kind", policy.kind());
        columns.forEach(json.putArray("columns")::add);
        why.forEach(json.putArray("reasons")::add);
    }

    private void exempt(AtWork policy, Optional<PolicyReasons> reasons, Principal principal, ObjectNode json) {
        List<String> why =
                reasons.map(known -> List.of(known.exempting(principal))).orElse(List.of());
        say("It was free of ", policy, why);
        json.put("policy", policy.id() + "@" + policy.version());
        why.forEach(json.putArray("reasons")::add);
    }

    private void say(String what, AtWork policy, List<String> why) {
        String because = why.isEmpty()
                ? "; its document is not at hand"
                : why.stream().collect(Collectors.joining("; ", ": ", ""));
        report.say("  " + what + policy.id() + "@" + policy.version() + because + ".");
    }

    private static List<String> texts(JsonNode array) {
        return StreamSupport.stream(array.spliterator(), false)
                .map(JsonNode::asText)
                .toList();
    }
}
