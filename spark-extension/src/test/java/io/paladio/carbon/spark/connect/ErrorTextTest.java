package io.paladio.carbon.spark.connect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.time.Duration;
import org.apache.spark.connect.proto.FetchErrorDetailsResponse;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sparkproject.connect.google_protos.rpc.Code;
import org.sparkproject.connect.google_protos.rpc.ErrorInfo;
import org.sparkproject.connect.google_protos.rpc.Status;
import org.sparkproject.connect.grpc.Metadata;
import org.sparkproject.connect.grpc.StatusRuntimeException;
import org.sparkproject.connect.grpc.protobuf.StatusProto;
import org.sparkproject.connect.protobuf.Any;
import org.sparkproject.connect.protobuf.InvalidProtocolBufferException;

/** T19, T20: how a task failed tells a client nothing of which task it was and how many there were. */
class ErrorTextTest {
    private static final String ABORTED =
            "Job aborted due to stage failure: Task 3 in stage 41.0 failed 1 times, most recent"
                    + " failure: Lost task 3.0 in stage 41.0 (TID 245) (localhost executor driver): %s\n"
                    + "\tat java.base/java.util.Formatter.format(Formatter.java:2672)\n"
                    + "\tat org.apache.spark.scheduler.Task.run(Task.scala:147)\n\nDriver stacktrace:";
    private static final String JAVA =
            ABORTED.formatted("java.util.IllegalFormatConversionException: d != java.lang.String");
    private static final String NAMED =
            "[DIVIDE_BY_ZERO] Division by zero. Use `try_divide` to tolerate divisor being 0. SQLSTATE: 22012";

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Job aborted due to stage failure: ShuffleMapStage 5 has failed the maximum allowable number of times: 4.",
                "Job aborted due to stage failure: Total size of serialized results of 12 tasks (1024.0 MiB) is bigger",
                "Lost task 0.0 in stage 3.0 (TID 9) (localhost executor driver)",
                "d != java.lang.String\n\tat java.base/java.util.Formatter.format(Formatter.java:2672)"
            })
    void T19_what_tells_of_tasks_is_one_sentence(String text) {
        assertThat(ErrorText.told(text)).isEqualTo(ErrorText.FAILED);
        assertThat(ErrorText.told(JAVA)).isEqualTo(ErrorText.FAILED);
    }

    @Test
    void T19_the_error_with_a_name_within_it_is_kept() {
        assertThat(ErrorText.told(ABORTED.formatted("org.apache.spark.SparkArithmeticException: " + NAMED)))
                .isEqualTo(NAMED);
        assertThat(ErrorText.told(ABORTED.formatted("org.example.Other: [OF_A_USER] x")))
                .isEqualTo(ErrorText.FAILED);
        assertThat(ErrorText.told("[SPARK_JOB_CANCELLED] Job 12 cancelled  SQLSTATE: XXKDA"))
                .isEqualTo("[SPARK_JOB_CANCELLED] " + ErrorText.FAILED);
        assertThat(ErrorText.told("[TASK_WRITE_FAILED] Task failed at s3://b/k.\n\tat x SQLSTATE: 58030"))
                .isEqualTo("[TASK_WRITE_FAILED] Task failed at <location>");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                NAMED,
                "[PARSE_SYNTAX_ERROR] Syntax error at or near 'x'. SQLSTATE: 42601 (line 1, pos 0)\n\n== SQL ==\nx\n^^^\n",
                "[CARBON_ACCESS_DENIED] Principal `dan` has no grant on `carbon.hr.t`.",
                "requirement failed: a task in a stage",
                ""
            })
    void T19_other_errors_stay_as_they_are(String text) {
        assertThat(ErrorText.told(text)).isEqualTo(text);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "[A",
                "[",
                "[DIVIDE_BY_ZERO",
                "[ZZZZZZZZZZZZZZZZZZZZZZZZ.",
                "\n\tat",
                "[DIVIDE_BY_ZERO]",
                "SQLSTATE: "
            })
    void T38_long_texts_of_any_shape_take_no_longer_than_their_length(String shape) {
        String text = "Job aborted" + shape.repeat(10_000_000 / shape.length());

        assertTimeoutPreemptively(
                Duration.ofSeconds(10), () -> assertThat(ErrorText.told(text)).isNotEmpty());
    }

    @Test
    void T19_a_call_is_closed_without_tasks() throws InvalidProtocolBufferException {
        Status told = closed(JAVA, "{\"reason\":\"(TID 245)\"}");

        assertThat(told.getMessage()).isEqualTo(ErrorText.FAILED);
        ErrorInfo info = told.getDetails(0).unpack(ErrorInfo.class);
        assertThat(info.getMetadataMap())
                .containsEntry("messageParameters", "{}")
                .containsEntry("errorId", "7")
                .doesNotContainKey("stackTrace");
        assertThat(told.toString()).doesNotContain("245", "java.util");
    }

    @Test
    void T19_control_a_call_is_closed_with_an_error_that_has_a_name() throws InvalidProtocolBufferException {
        Status told = closed(NAMED, "{\"config\":\"x\"}");

        assertThat(told.getMessage()).isEqualTo(NAMED);
        assertThat(told.getDetails(0).unpack(ErrorInfo.class).getMetadataMap())
                .containsEntry("messageParameters", "{\"config\":\"x\"}");
    }

    private static Status closed(String message, String parameters) {
        StatusRuntimeException thrown = StatusProto.toStatusRuntimeException(Status.newBuilder()
                .setCode(Code.INTERNAL_VALUE)
                .setMessage(message)
                .addDetails(Any.pack(ErrorInfo.newBuilder()
                        .setReason("org.apache.spark.SparkException")
                        .putMetadata("messageParameters", parameters)
                        .putMetadata("stackTrace", JAVA)
                        .putMetadata("errorId", "7")
                        .build()))
                .build());
        Metadata trailers = new Metadata();
        trailers.merge(thrown.getTrailers());
        WireErrors.Closing closing = WireErrors.redacted(thrown.getStatus(), trailers);
        assertThat(closing.status().getDescription()).isEqualTo(ErrorText.told(message));
        return StatusProto.fromStatusAndTrailers(closing.status(), closing.trailers());
    }

    @Test
    void T19_the_details_of_an_error_are_told_without_tasks() {
        FetchErrorDetailsResponse response = FetchErrorDetailsResponse.newBuilder()
                .setRootErrorIdx(0)
                .addErrors(FetchErrorDetailsResponse.Error.newBuilder()
                        .setMessage(JAVA)
                        .setCauseIdx(1)
                        .addErrorTypeHierarchy("org.apache.spark.SparkException")
                        .setSparkThrowable(FetchErrorDetailsResponse.SparkThrowable.newBuilder()
                                .putMessageParameters("message", JAVA)))
                .addErrors(FetchErrorDetailsResponse.Error.newBuilder().setMessage(NAMED))
                .build();

        FetchErrorDetailsResponse told = (FetchErrorDetailsResponse) ResponseGate.filter(response, CallState.NONE);

        assertThat(told.getErrorsList()).singleElement().satisfies(error -> {
            assertThat(error.getMessage()).isEqualTo(ErrorText.FAILED);
            assertThat(error.getErrorTypeHierarchyList()).containsExactly("org.apache.spark.SparkException");
            assertThat(error.getSparkThrowable().getMessageParametersMap()).containsEntry("message", ErrorText.FAILED);
        });
        assertThat(told.toString()).doesNotContain("245", "java.util");
    }

    @Test
    void T38_an_error_without_a_word_is_told_in_one_sentence() {
        assertThat(WireErrors.redacted(org.sparkproject.connect.grpc.Status.UNKNOWN, new Metadata())
                        .status()
                        .getDescription())
                .isEqualTo(ErrorText.FAILED);
        assertThat(WireErrors.redacted(org.sparkproject.connect.grpc.Status.CANCELLED, new Metadata())
                        .status()
                        .getDescription())
                .isNotEqualTo(ErrorText.FAILED);
    }
}
