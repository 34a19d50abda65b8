package io.paladio.carbon.command;

import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The option of every command: whom to write for. */
public final class Output {
    @Option(names = "--json", description = "Write one JSON object instead of lines.")
    private boolean json;

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec = CommandSpec.create();

    /** Writes all, and gives the exit code. */
    public int write(Report report) {
        CommandLine line = spec.commandLine();
        return report.write(line.getOut(), line.getErr(), json ? Report.Form.JSON : Report.Form.TEXT);
    }
}
