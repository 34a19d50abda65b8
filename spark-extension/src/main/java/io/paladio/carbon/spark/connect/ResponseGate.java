package io.paladio.carbon.spark.connect;

import io.paladio.carbon.spark.catalyst.ExplainText;
import org.apache.spark.connect.proto.AnalyzePlanResponse;
import org.apache.spark.connect.proto.ConfigResponse;
import org.apache.spark.connect.proto.ExecutePlanResponse;
import org.apache.spark.connect.proto.FetchErrorDetailsResponse;

/**
 * Takes out of a response what says more than the answer: counts of rows that were read and hidden, plans with a policy's
 * expressions, locations, stack traces, causes. Stateless.
 */
final class ResponseGate {
    private ResponseGate() {}

    static Object filter(Object response, CallState state) {
        if (response instanceof ExecutePlanResponse executed) {
            return StreamAnswers.told(withoutCounts(executed));
        }
        if (response instanceof AnalyzePlanResponse analysed && analysed.hasExplain()) {
            return withExplanation(analysed);
        }
        if (response instanceof ConfigResponse config) {
            return ConfigGate.filter(config, state);
        }
        return response instanceof FetchErrorDetailsResponse details ? withoutInternals(details) : response;
    }

    /** Metrics of a scan and the progress of its stages count rows below the barrier. */
    private static ExecutePlanResponse withoutCounts(ExecutePlanResponse response) {
        if (!response.hasMetrics() && !response.hasExecutionProgress()) {
            return response;
        }
        return response.toBuilder().clearMetrics().clearExecutionProgress().build();
    }

    private static AnalyzePlanResponse withExplanation(AnalyzePlanResponse response) {
        AnalyzePlanResponse.Builder builder = response.toBuilder();
        String text = ExplainText.shown(response.getExplain().getExplainString());
        builder.getExplainBuilder().setExplainString(LocationText.hidden(text));
        return builder.build();
    }

    /** What went wrong, in the words of the error itself; causes and stack traces are the engine's own business. */
    private static FetchErrorDetailsResponse withoutInternals(FetchErrorDetailsResponse response) {
        FetchErrorDetailsResponse.Builder builder = response.toBuilder().clearErrors();
        if (response.hasRootErrorIdx() && response.getRootErrorIdx() < response.getErrorsCount()) {
            builder.setRootErrorIdx(0)
                    .addErrors(ErrorTypes.known(response.getErrors(response.getRootErrorIdx())).toBuilder()
                            .clearStackTrace()
                            .clearCauseIdx());
        }
        return MessageTexts.mapped(builder.build(), ErrorText::told);
    }
}
