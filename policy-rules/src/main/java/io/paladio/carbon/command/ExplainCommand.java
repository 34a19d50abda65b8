package io.paladio.carbon.command;

import io.paladio.carbon.index.PolicySource;
import io.paladio.carbon.index.ResolveAnswer;
import io.paladio.carbon.index.ResolveRequest;
import io.paladio.carbon.index.TableAnswer;
import io.paladio.carbon.policy.Caller;
import io.paladio.carbon.policy.Securable;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
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
        Securable securable = TableArgument.of(table);
        if (principal.isBlank()) {
            throw new Impossible("A principal has a name. Write --principal NAME.");
        }
        Caller caller = new Caller(principal, Optional.empty(), attributes);
        try (PolicySource source = index.source()) {
            ResolveAnswer answer = source.resolve(new ResolveRequest(caller, Set.of(securable)));
            Report report = new Report();
            TableAnswer known =
                    Optional.ofNullable(answer.tables().get(securable)).orElseThrow();
            TableExplanation.tell(answer.principal(), known, Instant.now(), report);
            if (!known.policies().isEmpty()) {
                report.say("Whether each fits the table's columns is not looked at: SELECT * FROM effective_policies('"
                        + securable + "') tells, or a statement.");
            }
            return output.write(report);
        }
    }
}
