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

    /** Documents of Index that can't be taken as they stand, as far as this source knows. */
    default List<FaultyDocument> faults() {
        return List.of();
    }

    @Override
    void close();
}
