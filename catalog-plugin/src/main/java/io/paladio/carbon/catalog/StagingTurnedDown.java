package io.paladio.carbon.catalog;

import java.util.Locale;
import java.util.Set;
import java.util.function.Consumer;
import org.apache.iceberg.rest.responses.ErrorResponse;

/**
 * The face's catalog can't stage a table. It has no way to say so beforehand: staging is a field of the request that creates one,
 * not an endpoint of its own, so catalogs answer as they do to anything that they don't know.
 */
final class StagingTurnedDown extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private static final Set<Integer> NOT_SUPPORTED = Set.of(405, 406, 501);
    private static final int BAD_REQUEST = 400;

    StagingTurnedDown() {
        super("the catalog can't stage a table");
    }

    /** Throws one where the face says so; else what Iceberg's handler does. */
    static Consumer<ErrorResponse> before(Consumer<ErrorResponse> icebergs) {
        return answer -> {
            if (isMeantBy(answer)) {
                throw new StagingTurnedDown();
            }
            icebergs.accept(answer);
        };
    }

    /** Whether this answer to a staged creation means that one without staging may succeed. */
    private static boolean isMeantBy(ErrorResponse answer) {
        String words = String.valueOf(answer.message()).toLowerCase(Locale.ROOT);
        return NOT_SUPPORTED.contains(answer.code()) || (answer.code() == BAD_REQUEST && words.contains("stage"));
    }
}
