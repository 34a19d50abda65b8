package io.paladio.carbon.client;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.spark.SparkThrowable;

/** Reads error class and SQLSTATE out of what the client throws; the message has both where the exception has lost them. */
final class Failures {
    private static final Pattern ERROR_CLASS = Pattern.compile("\\[([A-Z][A-Z0-9_]*(?:\\.[A-Z0-9_]+)*)\\]");
    private static final Pattern SQL_STATE = Pattern.compile("SQLSTATE: ([0-9A-Z]{5})");

    private Failures() {}

    static Answer.Refused of(Throwable failure) {
        String message = String.valueOf(failure.getMessage());
        Optional<SparkThrowable> spark =
                Optional.of(failure).filter(SparkThrowable.class::isInstance).map(SparkThrowable.class::cast);
        // A class of ours stands first in the message, whatever Spark wraps around it.
        String errorClass = find(ERROR_CLASS, message)
                .or(() -> spark.map(SparkThrowable::getCondition))
                .orElse(failure.getClass().getSimpleName());
        String sqlState = find(SQL_STATE, message)
                .or(() -> spark.map(SparkThrowable::getSqlState))
                .orElse("");
        return new Answer.Refused(errorClass, sqlState, message);
    }

    private static Optional<String> find(Pattern pattern, String message) {
        Matcher matcher = pattern.matcher(message);
        return matcher.find() ? Optional.of(matcher.group(1)) : Optional.empty();
    }
}
