package io.paladio.carbon.verify;

import io.paladio.carbon.command.Carbon;
import io.paladio.carbon.command.FurtherCommand;
import io.paladio.carbon.command.Impossible;
import io.paladio.carbon.command.IndexLogin;
import io.paladio.carbon.command.Output;
import io.paladio.carbon.policy.Securable;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TimeZone;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Runs a principal's statements under an engine's policies and over a copy made without it, and says where they differ. */
@Command(
        name = "verify",
        description =
                "Says whether an engine shows a principal what it should: runs statements as the principal, and over a"
                        + " copy of the table that is filtered and masked here.",
        mixinStandardHelpOptions = true)
public final class VerifyCommand implements FurtherCommand {
    @Option(names = "--connect", required = true, paramLabel = "URL", description = "sc://host:port")
    private String connect = "";

    @Option(
            names = "--principal-token",
            required = true,
            paramLabel = "FILE",
            description = "The file with the token of the principal.")
    private Path principalToken = Path.of("");

    @Option(
            names = "--exempt-token",
            required = true,
            paramLabel = "FILE",
            description = "The file with the token of a principal that no policy restricts on the table.")
    private Path exemptToken = Path.of("");

    @Option(
            names = "--principal-claim",
            paramLabel = "NAME",
            description =
                    "The claim that names a principal to the engine, as in its spark.carbon.identity.principal-claim."
                            + " Default: sub.")
    private String principalClaim = "sub";

    @Option(names = "--table", required = true, description = "catalog.schema.table")
    private String table = "";

    @Parameters(arity = "1..*", paramLabel = "FILES", description = "Queries, each ended by a semicolon.")
    private List<Path> files = new ArrayList<>();

    @Mixin
    private IndexLogin index = new IndexLogin();

    @Mixin
    private Output output = new Output();

    @Override
    public Integer call() throws Impossible {
        // Spark's client gives times in the zone of the process, and in no other zone is every time there is there
        // once.
        TimeZone.setDefault(TimeZone.getTimeZone("UTC"));
        Securable securable = TableName.parse(table);
        Engine engine = new Engine(
                ConnectAddress.parse(connect),
                Bearer.read("--principal-token", principalToken),
                Bearer.read("--exempt-token", exemptToken),
                principalClaim);
        List<SqlFile> statements = SqlFile.all(files);
        engine.address().requireReachable();
        Findings findings = new Findings();
        try (VerifyRun run = VerifyRun.of(securable, engine)) {
            if (index.isNamed()) {
                try (var source = index.source()) {
                    run.byIndex(source, statements, findings);
                }
            } else {
                run.byItself(statements, findings);
            }
        } catch (EngineFailure failure) {
            throw new Impossible("The engine answered " + failure.condition() + ". Nothing more was compared.");
        }
        int code = output.write(findings.report());
        return code == Carbon.HOLDS && !findings.isComplete() ? Carbon.FAILED : code;
    }

    /**
     * An engine, and the two who ask it.
     *
     * @param principal whose view is verified
     * @param exempt who sees all of the table
     * @param principalClaim the claim that names a principal
     */
    record Engine(ConnectAddress address, Bearer principal, Bearer exempt, String principalClaim) {
        EngineSession asPrincipal() throws EngineFailure {
            return EngineSession.open(address, principal);
        }

        EngineSession asExempt() throws EngineFailure {
            return EngineSession.open(address, exempt);
        }
    }
}
