package io.paladio.carbon.spark.rule;

import io.paladio.carbon.catalog.RestrictedQuery;
import io.paladio.carbon.error.CarbonCondition;
import io.paladio.carbon.policy.Caller;
import io.paladio.carbon.spark.CarbonRuntime;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.apache.spark.sql.SparkSession;

/**
 * The queries of views that a policy restricts, by the marks that stand for them in one statement: nobody can guess one, and whoever
 * has read one in a description gets by it what he gets by the view's name. Confined to the statement's thread.
 */
final class GuardedViews {
    /** A comment and nothing else, so that it is no query to any other parser, and says in a description what it is. */
    private static final String BEGIN = "/* The text of a view is not shown to whom a policy restricts on it: ";

    private static final String END = " */";

    private final Map<String, RestrictedQuery> byMark = new HashMap<>();

    /** Keeps a query, and answers with its mark. */
    String keep(RestrictedQuery view) {
        String mark = BEGIN + UUID.randomUUID() + END;
        byMark.put(mark, view);
        return mark;
    }

    /** The query that a text is the mark of; empty for every other text. Refuses a mark of another statement. */
    static Optional<RestrictedQuery> marked(SparkSession session, String text) {
        if (!text.startsWith(BEGIN)) {
            return Optional.empty();
        }
        Caller caller = CarbonRuntime.require().identities().require(session).caller();
        RestrictedQuery view = ThreadScopes.current(caller).views().byMark.get(text);
        if (view == null) {
            throw Refusals.refuse(
                    session,
                    CarbonCondition.NOT_GOVERNABLE
                            .refusal()
                            .object("a view")
                            .reason("its text is not shown to whom a policy restricts on it")
                            .remedy("Name the view itself."));
        }
        return Optional.of(view);
    }
}
