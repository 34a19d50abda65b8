package io.paladio.carbon.command;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Tells of one statement that ran what its principal saw and why, from its decision record and the policies that it names. */
@Command(
        name = "why",
        description = "Says which policies bound which rows and columns of a statement, and why.",
        mixinStandardHelpOptions = true)
final class WhyCommand implements Callable<Integer> {
    @Option(names = "--statement", required = true, description = "The statement's id, as in policy_decisions().")
    private String statement = "";

    @Option(
            names = "--decisions",
            paramLabel = "FILE",
            description = "The file of spark.carbon.decisions.sink=file:… Default: Index in Postgres.")
    private Optional<Path> decisions = Optional.empty();

    @Mixin
    private IndexLogin index = new IndexLogin();

    @Mixin
    private Output output = new Output();

    @Override
    public Integer call() throws Impossible {
        WhySources sources = new WhySources(index, decisions);
        Report report = new Report();
        WhyWords words = new WhyWords(sources, report);
        for (JsonNode record : sources.decisions(statement)) {
            words.tell(record);
        }
        if (!index.isNamed()) {
            report.say("Why a policy bound is told by Index: write --index URL.");
        }
        return output.write(report);
    }
}
