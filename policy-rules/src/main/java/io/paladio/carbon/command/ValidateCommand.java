package io.paladio.carbon.command;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Looks at documents as the engine would, and at what it would not refuse: conditions that decide nothing, conflicts. */
@Command(
        name = "validate",
        description = "Says what is the matter with policy documents, each alone and all together.",
        mixinStandardHelpOptions = true)
final class ValidateCommand implements Callable<Integer> {
    @Parameters(arity = "1..*", paramLabel = "FILES", description = "Policy documents, or folders of them.")
    private List<Path> files = new ArrayList<>();

    @Mixin
    private Output output = new Output();

    @Override
    public Integer call() throws Impossible {
        Report report = new Report();
        List<DocumentFile> documents = DocumentFile.all(files);
        Validation.of(documents, report);
        NamesBeside names = new NamesBeside(report);
        documents.forEach(document -> Validation.names(document, names.of(document), report));
        report.json().put("documents", documents.size());
        report.say(Count.of(documents.size(), "document") + ", " + Count.of(report.findings(), "finding"));
        return output.write(report);
    }
}
