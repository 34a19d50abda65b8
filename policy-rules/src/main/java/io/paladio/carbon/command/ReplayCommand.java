package io.paladio.carbon.command;

import io.paladio.carbon.index.ResolveAnswer;
import io.paladio.carbon.index.ResolveRequest;
import io.paladio.carbon.index.jdbc.IndexHistory;
import io.paladio.carbon.policy.Caller;
import io.paladio.carbon.policy.Securable;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Asks Index as the engine would have asked it then: with the policies, the groups and the tags of that time. */
@Command(
        name = "replay",
        description =
                "Says which policies bound a principal on a table at an earlier time, and why the others did not.",
        mixinStandardHelpOptions = true)
final class ReplayCommand implements Callable<Integer> {
    @Option(names = "--principal", required = true, description = "The principal's name.")
    private String principal = "";

    @Option(names = "--table", required = true, description = "catalog.schema.table")
    private String table = "";

    @Option(names = "--at", paramLabel = "TIME", required = true, description = "2026-11-29T10:00:00Z")
    private String at = "";

    @Option(
            names = "--attribute",
            paramLabel = "KEY=VALUE",
            description = "An attribute that the principal's token carried.")
    private Map<String, String> attributes = new LinkedHashMap<>();

    @Mixin
    private IndexLogin index = new IndexLogin();

    @Mixin
    private Output output = new Output();

    @Override
    public Integer call() throws Impossible {
        Securable securable = TableArgument.of(table);
        Instant moment = moment();
        if (principal.isBlank()) {
            throw new Impossible("A principal has a name. Write --principal NAME.");
        }
        Caller caller = new Caller(principal, Optional.empty(), attributes);
        ResolveAnswer answer = answer(new ResolveRequest(caller, Set.of(securable)), moment);
        Report report = new Report();
        report.json().put("at", moment.toString());
        report.say("as Index was at " + moment);
        TableExplanation.tell(
                answer.principal(),
                Optional.ofNullable(answer.tables().get(securable)).orElseThrow(),
                moment,
                report);
        return output.write(report);
    }

    private Instant moment() throws Impossible {
        try {
            return OffsetDateTime.parse(at).toInstant();
        } catch (DateTimeException noTime) {
            throw new Impossible("--at is no time. Write it with its offset: 2026-11-29T10:00:00Z.");
        }
    }

    private ResolveAnswer answer(ResolveRequest request, Instant moment) throws Impossible {
        IndexHistory history = index.history()
                .orElseThrow(() -> new Impossible(
                        "The past is kept by Index in Postgres alone. Write --index jdbc:postgresql://…"));
        try {
            return history.resolve(request, moment)
                    .orElseThrow(() -> new Impossible(
                            "Index knows nothing of that time: it lies before version 2 of its schema, or ahead."));
        } catch (IndexHistory.Silent silent) {
            throw new Impossible(silent.problem());
        }
    }
}
