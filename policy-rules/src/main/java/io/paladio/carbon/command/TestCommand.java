package io.paladio.carbon.command;

import io.paladio.carbon.policy.check.Finding;
import io.paladio.carbon.policy.document.PolicyDocumentReader;
import io.paladio.carbon.policy.document.TestReport;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Runs the tests that documents carry, all of them, where the engine stops at the first that fails. */
@Command(name = "test", description = "Runs the tests that policy documents carry.", mixinStandardHelpOptions = true)
final class TestCommand implements Callable<Integer> {
    @Parameters(arity = "1..*", paramLabel = "FILES", description = "Policy documents, or folders of them.")
    private List<Path> files = new ArrayList<>();

    @Mixin
    private Output output = new Output();

    @Override
    public Integer call() throws Impossible {
        Report report = new Report();
        int tests = 0;
        List<DocumentFile> documents = DocumentFile.all(files);
        for (DocumentFile document : documents) {
            TestReport outcome = PolicyDocumentReader.test(document.text());
            tests += outcome.tests();
            outcome.faults().forEach(fault -> report.find(document.name(), new Finding(fault.path(), fault.problem())));
        }
        report.json().put("documents", documents.size()).put("tests", tests);
        report.say(Count.of(tests, "test") + " in " + Count.of(documents.size(), "document") + ", "
                + Count.of(report.findings(), "finding"));
        return output.write(report);
    }
}
