package io.paladio.carbon.policy.check;

import io.paladio.carbon.policy.document.PolicyDocument;
import io.paladio.carbon.policy.document.PolicyDocument.ColumnMaskBody;
import io.paladio.carbon.policy.document.PolicyDocument.RowFilterBody;
import java.util.ArrayList;
import java.util.List;

/** What is the matter with valid documents: conditions that decide nothing, and policies that stand against each other. */
public final class PolicyChecks {
    private PolicyChecks() {}

    /** What is the matter with a document by itself. */
    public static List<Finding> of(PolicyDocument document) {
        return document.body() instanceof RowFilterBody filter
                ? ofFilter(filter)
                : ofMask((ColumnMaskBody) document.body());
    }

    /** What is the matter with a document because of others that were read before it. */
    public static List<Finding> against(PolicyDocument document, List<PolicyDocument> others) {
        List<Finding> findings = new ArrayList<>();
        for (PolicyDocument other : others) {
            new PolicyPair(document, other).conflict().ifPresent(findings::add);
        }
        return List.copyOf(findings);
    }

    private static List<Finding> ofFilter(RowFilterBody filter) {
        return switch (ConditionCheck.of(filter.sql())) {
            case ALWAYS_TRUE ->
                List.of(
                        new Finding(
                                "$.expression.sql",
                                "The filter is always true: it hides no row. Write a condition on a column, or remove the policy."));
            case NEVER_TRUE ->
                List.of(new Finding(
                        "$.expression.sql",
                        "The filter is never true: it hides every row. Write a condition that some row can meet, or deny"
                                + " access to the table instead."));
            case SOMETIMES_TRUE, UNDECIDED -> List.of();
        };
    }

    private static List<Finding> ofMask(ColumnMaskBody mask) {
        if (mask.unless().isEmpty()) {
            return List.of();
        }
        return switch (ConditionCheck.of(mask.unless().get())) {
            case ALWAYS_TRUE ->
                List.of(new Finding(
                        "$.unless.sql",
                        "The release is always true: the mask never applies. Write a condition on a column, or remove"
                                + " the policy."));
            case NEVER_TRUE ->
                List.of(new Finding(
                        "$.unless.sql",
                        "The release is never true: no value is ever let out. Leave unless out, or write a condition"
                                + " that some row can meet."));
            case SOMETIMES_TRUE, UNDECIDED -> List.of();
        };
    }
}
