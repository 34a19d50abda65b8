package io.paladio.carbon.command;

import io.paladio.carbon.policy.check.Finding;
import io.paladio.carbon.policy.check.KnownNames;
import io.paladio.carbon.policy.check.MentionCheck;
import io.paladio.carbon.policy.check.PolicyChecks;
import io.paladio.carbon.policy.document.PolicyCandidate;
import io.paladio.carbon.policy.document.PolicyDocument;
import io.paladio.carbon.policy.document.PolicyDocumentReader;
import java.util.ArrayList;
import java.util.List;

/** Reads documents and finds what is the matter with them. */
final class Validation {
    private Validation() {}

    /** The valid ones, in order; what is the matter goes into the report. */
    static List<PolicyDocument> of(List<DocumentFile> files, Report report) {
        List<PolicyDocument> valid = new ArrayList<>();
        for (DocumentFile file : files) {
            PolicyCandidate candidate = PolicyDocumentReader.read(file.text());
            if (candidate instanceof PolicyCandidate.Valid read) {
                PolicyDocument document = read.document();
                PolicyChecks.of(document).forEach(finding -> report.find(file.name(), finding));
                PolicyChecks.against(document, valid).forEach(finding -> report.find(file.name(), finding));
                valid.add(document);
            } else {
                PolicyDocumentReader.faults(file.text())
                        .forEach(fault -> report.find(file.name(), new Finding(fault.path(), fault.problem())));
            }
        }
        return valid;
    }

    /** What a document calls by names that Index does not hold. */
    static void names(DocumentFile file, KnownNames held, Report report) {
        MentionCheck check = MentionCheck.of(PolicyDocumentReader.mentions(file.text()), held);
        check.unknown().forEach(finding -> report.find(file.name(), finding));
        check.doubtful().forEach(finding -> report.warn(file.name(), finding));
    }
}
