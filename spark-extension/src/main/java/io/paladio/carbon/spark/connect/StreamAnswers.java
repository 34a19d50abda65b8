package io.paladio.carbon.spark.connect;

import org.apache.spark.connect.proto.ExecutePlanResponse;
import org.apache.spark.connect.proto.StreamingQueryCommandResult;

/**
 * What is told of a stream that runs or has ended. Its progress counts nothing: the rows of a batch are read by a statement of their own,
 * and how far it came is in snapshots. Errors are told as those of statements are. Stateless.
 */
final class StreamAnswers {
    /** Behind it Spark prints the stream's state and its plan. */
    private static final String STATE = "=== Streaming Query ===";

    private StreamAnswers() {}

    static ExecutePlanResponse told(ExecutePlanResponse response) {
        if (!response.hasStreamingQueryCommandResult()) {
            return response;
        }
        ExecutePlanResponse.Builder builder = response.toBuilder();
        StreamingQueryCommandResult.Builder result = builder.getStreamingQueryCommandResultBuilder();
        if (result.hasException()) {
            result.getExceptionBuilder().clearStackTrace();
            result.setException(MessageTexts.mapped(result.getException(), StreamAnswers::told));
        }
        if (result.hasStatus()) {
            result.setStatus(MessageTexts.mapped(result.getStatus(), ErrorText::told));
        }
        return builder.build();
    }

    private static String told(String error) {
        int state = error.indexOf(STATE);
        return ErrorText.told(state < 0 ? error : error.substring(0, state)).strip();
    }
}
