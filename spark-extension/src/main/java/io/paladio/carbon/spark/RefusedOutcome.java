package io.paladio.carbon.spark;

import io.paladio.carbon.catalog.SparkRefusal;
import io.paladio.carbon.lineage.StatementRecord.Outcome;
import java.util.Optional;

/** A refusal as evidence names it: its class and what it refused, never its words. Stateless. */
final class RefusedOutcome {
    private RefusedOutcome() {}

    static Outcome.Refused of(SparkRefusal refusal) {
        Optional<String> object =
                Optional.ofNullable(refusal.getMessageParameters().get("object"));
        return new Outcome.Refused(refusal.getCondition(), refusal.getSqlState(), object.map(RefusedOutcome::unquoted));
    }

    private static String unquoted(String text) {
        return text.length() > 1 && text.startsWith("`") && text.endsWith("`")
                ? text.substring(1, text.length() - 1).replace("``", "`")
                : text;
    }
}
