package io.paladio.carbon.spark.connect;

import io.paladio.carbon.catalog.SparkRefusal;
import org.apache.spark.connect.proto.FetchErrorDetailsResponse;
import org.sparkproject.connect.google_protos.rpc.ErrorInfo;

/**
 * The types by which clients raise errors. They know Spark's own and no other: a refusal goes over the wire as a
 * SparkException, the one that Scala makes without looking our error class up among its own. Stateless.
 */
final class ErrorTypes {
    private static final String OURS = SparkRefusal.class.getName();
    private static final String KNOWN = "org.apache.spark.SparkException";
    private static final String CLASSES = "classes";

    private ErrorTypes() {}

    static ErrorInfo known(ErrorInfo info) {
        return info.getReason().equals(OURS)
                ? info.toBuilder()
                        .setReason(KNOWN)
                        .putMetadata(CLASSES, "[\"" + KNOWN + "\"]")
                        .build()
                : info;
    }

    static FetchErrorDetailsResponse.Error known(FetchErrorDetailsResponse.Error error) {
        return error.getErrorTypeHierarchyList().contains(OURS)
                ? error.toBuilder()
                        .clearErrorTypeHierarchy()
                        .addErrorTypeHierarchy(KNOWN)
                        .build()
                : error;
    }
}
