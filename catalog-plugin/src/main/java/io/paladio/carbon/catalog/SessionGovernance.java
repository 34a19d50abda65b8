package io.paladio.carbon.catalog;

import io.paladio.carbon.policy.Caller;
import io.paladio.carbon.policy.Decision;
import io.paladio.carbon.policy.Securable;
import io.paladio.carbon.policy.resolve.ReadSchema;
import java.util.Optional;

/**
 * What the engine tells a catalog about the session that it serves. Implemented by the extension; a catalog without one reads
 * nothing.
 *
 * <p>All methods throw a {@link SparkRefusal} rather than answer without proof. Thread-safe.
 */
public interface SessionGovernance {
    /** Who the session belongs to, as verified. */
    Caller caller();

    /** The caller's bearer token, as last presented: a secret, never to be kept, logged or put into a property. */
    String bearerToken();

    /** The id of the statement that is being answered, where one is known. */
    Optional<String> statementId();

    /**
     * What the session's principal may see of a table. Uses the answer that the statement got at its start and asks Index only
     * for a table that the statement did not name (one within a view).
     */
    Decision decide(Securable table, ReadSchema schema);

    /** What a table owes that is about to get another's name: tags hang on names, and go along with the rows (S14). */
    OwedTags renaming(Securable from, Securable to);

    /** Whether the engine lets a procedure of this name run, in lower case, on a table that the caller may change. */
    boolean runsProcedure(String name);

    /** Whether a principal whom a policy restricts on a table may change its rows, each one checked (S12). */
    boolean checksWrites();

    /** Refuses a persistent view whose text holds what no statement may hold: it is about to be read as the caller's own. */
    void requireView(String text);

    /** Keeps the query of a view that a policy restricts, and answers with the mark that stands for it in this statement. */
    String guard(RestrictedQuery view);

    /** Tells the statement's evidence that the catalog refused it; to say the same refusal again says nothing new. */
    void refused(SparkRefusal refusal);
}
