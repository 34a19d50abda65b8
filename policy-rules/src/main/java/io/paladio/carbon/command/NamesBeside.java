package io.paladio.carbon.command;

import io.paladio.carbon.index.MalformedJson;
import io.paladio.carbon.index.file.FolderNames;
import io.paladio.carbon.policy.check.Finding;
import io.paladio.carbon.policy.check.KnownNames;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/** The names that lie beside documents, as in an Index folder; each folder is read once. Used by one thread. */
final class NamesBeside {
    private final Report report;
    private final Map<Path, KnownNames> byFolder = new HashMap<>();

    /** What is the matter with the files of a folder goes into the report. */
    NamesBeside(Report report) {
        this.report = report;
    }

    KnownNames of(DocumentFile document) {
        return byFolder.computeIfAbsent(document.index(), this::read);
    }

    private KnownNames read(Path folder) {
        try {
            return FolderNames.of(folder);
        } catch (MalformedJson fault) {
            report.find(
                    folder.toString(),
                    new Finding(
                            "$",
                            "Of the files beside the policies, " + fault.problem()
                                    + ". Mend it: names can't be checked."));
            return KnownNames.NONE;
        }
    }
}
