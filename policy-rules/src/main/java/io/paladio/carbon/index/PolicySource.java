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
     * until a steward releases them. What is in force already is not said twice.
     *
     * @throws io.paladio.carbon.error.Refusal INDEX_UNAVAILABLE when Index does not answer; it may have recorded them
     */
    default Recording record(Obligations obligations) {
        return Recording.NO_PLACE;
    }

    /**
     * The rows of these obligations were not added after all, which is certain: Index may take back what it recorded for them and
     * no other rows rely on. One that can't keeps it, and so it is where Index fails: too many tags hide nothing too little.
     */
    default void withdraw(Obligations obligations) {}

    /** Documents of Index that can't be taken as they stand, as far as this source knows. */
    default List<FaultyDocument> faults() {
        return List.of();
    }

    @Override
    void close();
}
