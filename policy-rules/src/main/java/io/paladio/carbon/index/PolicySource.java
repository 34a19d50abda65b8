package io.paladio.carbon.index;

import java.util.List;

/**
 * The port to Index. Implementations are thread-safe and answer within the configured deadline.
 *
 * <p>There is no question about one table or one column: a statement asks once, for all it names.
 */
public interface PolicySource extends AutoCloseable {
    /**
     * Asks what Index holds about the caller and the tables, as of now.
     *
     * @throws io.paladio.carbon.error.Refusal INDEX_UNAVAILABLE when Index does not answer, answers late, or answers nonsense
     */
    ResolveAnswer resolve(ResolveRequest request);

    /**
     * Adds what derived rows owe to what Index holds (S14): once it says so, every answer has these tags among the columns' own,
     * until a steward releases them. Nothing is ever taken away, and what is in force already is not said twice.
     *
     * @throws io.paladio.carbon.error.Refusal INDEX_UNAVAILABLE when Index does not answer; it may have recorded them
     */
    default Recording record(Obligations obligations) {
        return Recording.NO_PLACE;
    }

    /** Documents of Index that can't be taken as they stand, as far as this source knows. */
    default List<FaultyDocument> faults() {
        return List.of();
    }

    @Override
    void close();
}
