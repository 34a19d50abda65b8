package io.paladio.carbon.command;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.paladio.carbon.index.PolicySource;
import io.paladio.carbon.index.ResolveAnswer;
import io.paladio.carbon.index.ResolveRequest;
import io.paladio.carbon.index.TableAnswer;
import io.paladio.carbon.policy.Caller;
import io.paladio.carbon.policy.Principal;
import io.paladio.carbon.policy.Securable;
import io.paladio.carbon.policy.check.Finding;
import io.paladio.carbon.policy.document.PolicyCandidate;
import io.paladio.carbon.policy.resolve.PolicyExplanation;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Asks Index as the engine would, and tells policy by policy why it binds a principal on a table or does not. */
@Command(
        name = "explain",
        description = "Says which policies bind a principal on a table, and why the others do not.",
        mixinStandardHelpOptions = true)
final class ExplainCommand implements Callable<Integer> {
    @Option(names = "--principal", required = true, description = "The principal's name.")
    private String principal = "";

    @Option(names = "--table", required = true, description = "catalog.schema.table")
    private String table = "";

    @Option(
            names = "--attribute",
            paramLabel = "KEY=VALUE",
            description = "An attribute that the principal's token carries.")
    private Map<String, String> attributes = new LinkedHashMap<>();

    @Mixin
    private IndexLogin index = new IndexLogin();

    @Mixin
    private Output output = new Output();

    @Override
    public Integer call() throws Impossible {
        Securable securable = securable();
        if (principal.isBlank()) {
            throw new Impossible("A principal has a name. Write --principal NAME.");
        }
        Caller caller = new Caller(principal, Optional.empty(), attributes);
        try (PolicySource source = index.source()) {
            ResolveAnswer answer = source.resolve(new ResolveRequest(caller, Set.of(securable)));
            Report report = new Report();
            TableAnswer known =
                    Optional.ofNullable(answer.tables().get(securable)).orElseThrow();
            explain(answer.principal(), known, report);
            return output.write(report);
        }
    }

    private Securable securable() throws Impossible {
        return parsed().filter(securable -> securable.path().size() == 3)
                .orElseThrow(() -> new Impossible("--table is no table. Write catalog.schema.table."));
    }

    private Optional<Securable> parsed() {
        try {
            return Optional.of(Securable.parse(table));
        } catch (IllegalArgumentException noPath) {
            return Optional.empty();
        }
    }

    private static void explain(Principal principal, TableAnswer answer, Report report) {
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
        List<PolicyExplanation> explanations = PolicyExplanation.of(answer, principal, Instant.now());
        explanations.forEach(each -> tell(each, policies, report));
        if (explanations.isEmpty()) {
            report.say("No policy hangs on the table or on what it lies in.");
        } else {
            report.say("Whether each fits the table's columns is not looked at: SELECT * FROM effective_policies('"
                    + answer.table() + "') tells, or a statement.");
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
