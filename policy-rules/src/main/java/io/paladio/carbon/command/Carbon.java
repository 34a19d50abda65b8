package io.paladio.carbon.command;

import io.paladio.carbon.error.Refusal;
import java.io.PrintWriter;
import java.util.ServiceLoader;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The launcher of all commands. Ends with 0 where all holds, 1 where something was found, 2 where it could not be told. */
@Command(
        name = "carbon",
        description = "Looks at policies before they bind anybody, and at whether an engine keeps them.",
        subcommands = {PolicyCommand.class, CommandLine.HelpCommand.class},
        mixinStandardHelpOptions = true)
public final class Carbon {
    public static final int HOLDS = 0;
    public static final int FOUND = 1;
    public static final int FAILED = 2;

    private Carbon() {}

    public static void main(String[] arguments) {
        System.exit(line().execute(arguments));
    }

    /** Runs a command within this process. */
    public static int run(PrintWriter out, PrintWriter err, String... arguments) {
        return line().setOut(out).setErr(err).execute(arguments);
    }

    private static CommandLine line() {
        CommandLine line = new CommandLine(new Carbon());
        ServiceLoader.load(FurtherCommand.class).forEach(line::addSubcommand);
        return line.setCaseInsensitiveEnumValuesAllowed(true)
                .setUsageHelpAutoWidth(true)
                .setExecutionExceptionHandler((failure, command, parsed) -> {
                    if (!(failure instanceof Impossible) && !(failure instanceof Refusal)) {
                        throw failure;
                    }
                    command.getErr().println(failure.getMessage());
                    command.getErr().flush();
                    return FAILED;
                })
                .setExitCodeExceptionMapper(failure -> FAILED);
    }
}
