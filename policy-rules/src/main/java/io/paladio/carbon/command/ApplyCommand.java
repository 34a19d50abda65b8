package io.paladio.carbon.command;

import com.fasterxml.jackson.databind.node.ArrayNode;
import io.paladio.carbon.index.jdbc.PolicyStore;
import io.paladio.carbon.index.jdbc.PolicyStore.Outcome;
import io.paladio.carbon.index.jdbc.PolicyStore.Version;
import io.paladio.carbon.policy.check.Finding;
import io.paladio.carbon.policy.check.KnownNames;
import io.paladio.carbon.policy.document.PolicyDocument;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Puts the policies of a folder into Index, all in one transaction, after it has looked at all of them. */
@Command(
        name = "apply",
        description =
                "Validates the policies of a folder, runs their tests, and makes them live in Index: all or none.",
        mixinStandardHelpOptions = true)
final class ApplyCommand implements Callable<Integer> {
    @Parameters(paramLabel = "DIR", description = "A folder of policy documents, or one with a folder policies.")
    private Path folder = Path.of("");

    @Mixin
    private IndexLogin index = new IndexLogin();

    @Mixin
    private Output output = new Output();

    @Override
    public Integer call() throws Impossible {
        PolicyStore store = index.store();
        Report report = new Report();
        List<DocumentFile> files = DocumentFile.all(List.of(folder));
        List<PolicyDocument> documents = Validation.of(files, report);
        if (report.exitCode() == Carbon.HOLDS) {
            KnownNames held = names(store);
            files.forEach(file -> Validation.names(file, held, report));
        }
        if (report.exitCode() == Carbon.HOLDS) {
            apply(store, versions(files, documents), report);
        } else {
            report.say("Nothing was applied.");
        }
        return output.write(report);
    }

    private static KnownNames names(PolicyStore store) throws Impossible {
        try {
            return store.names();
        } catch (PolicyStore.Refused refused) {
            throw new Impossible(refused.problem());
        }
    }

    private static List<Version> versions(List<DocumentFile> files, List<PolicyDocument> documents) {
        List<Version> versions = new ArrayList<>();
        for (int i = 0; i < documents.size(); i++) {
            var reference = documents.get(i).reference();
            versions.add(new Version(
                    reference.id(), reference.version(), files.get(i).text()));
        }
        return versions;
    }

    private void apply(PolicyStore store, List<Version> versions, Report report) throws Impossible {
        try {
            List<Outcome> outcomes = store.put(versions);
            ArrayNode all = report.json().putArray("policies");
            for (int i = 0; i < outcomes.size(); i++) {
                String policy = versions.get(i).id() + "@" + versions.get(i).version();
                String outcome = outcomes.get(i).name().toLowerCase(Locale.ROOT);
                all.addObject().put("policy", policy).put("outcome", outcome);
                report.say(policy + " " + outcome);
            }
        } catch (PolicyStore.Refused refused) {
            if (refused.reason() != PolicyStore.Reason.CONFLICT) {
                throw new Impossible(refused.problem());
            }
            report.find(folder.toString(), new Finding("$.version", refused.problem()));
        }
    }
}
