package io.paladio.carbon.spark.catalyst;

import io.paladio.carbon.catalog.SparkRefusal;
import io.paladio.carbon.error.CarbonCondition;
import io.paladio.carbon.lineage.StatementRecord.ErrorName;
import java.util.Arrays;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.spark.SparkThrowable;
import org.apache.spark.SparkThrowableHelper;
import org.jspecify.annotations.Nullable;

/**
 * The class and SQLSTATE of an error, and nothing of its text, which may hold rows. A class that neither Spark nor we define is
 * not repeated either: a user can raise errors under names of his own. Stateless.
 */
public final class ErrorNames {
    /** What is not known better. */
    public static final ErrorName UNKNOWN = new ErrorName("UNKNOWN", "XX000");

    // Connect tells the message as gRPC has it, with the status before it; Spark's parser begins with an empty line.
    private static final Pattern LEADING_CLASS =
            Pattern.compile("(?:[A-Z_]{1,30}: )?\\s{0,4}\\[([A-Z][A-Z0-9_]{0,120}(?:\\.[A-Z0-9_]{1,120})?)]");
    private static final int DEEPEST_CAUSE = 20;

    private ErrorNames() {}

    /** The name of a failure: that of the outermost error in the chain of causes that has one. */
    static ErrorName of(Throwable failure) {
        Throwable cause = failure;
        for (int depth = 0; cause != null && depth < DEEPEST_CAUSE; depth++) {
            if (cause instanceof SparkThrowable named) {
                Optional<ErrorName> name = defined(named.getCondition());
                if (name.isPresent()) {
                    return name.get();
                }
            }
            cause = cause.getCause();
        }
        return UNKNOWN;
    }

    /** The refusal of the engine's that a failure is, or comes from. */
    static Optional<SparkRefusal> refusal(Throwable failure) {
        Throwable cause = failure;
        for (int depth = 0; cause != null && depth < DEEPEST_CAUSE; depth++) {
            if (cause instanceof SparkRefusal refusal) {
                return Optional.of(refusal);
            }
            cause = cause.getCause();
        }
        return Optional.empty();
    }

    /** The name at the head of an error's message. */
    static ErrorName inMessage(@Nullable String message) {
        if (message == null) {
            return UNKNOWN;
        }
        Matcher head = LEADING_CLASS.matcher(message);
        return head.lookingAt() ? known(head.group(1)) : UNKNOWN;
    }

    /** Whether Spark or we define an error of this class. */
    public static boolean isDefined(String errorClass) {
        return defined(errorClass).isPresent();
    }

    static ErrorName known(String errorClass) {
        return defined(errorClass).orElse(UNKNOWN);
    }

    private static Optional<ErrorName> defined(@Nullable String errorClass) {
        if (errorClass == null) {
            return Optional.empty();
        }
        Optional<ErrorName> ours = Arrays.stream(CarbonCondition.values())
                .filter(condition -> condition.errorClass().equals(errorClass))
                .map(condition -> new ErrorName(errorClass, condition.sqlState()))
                .findFirst();
        return ours.or(() -> ofSpark(errorClass));
    }

    private static Optional<ErrorName> ofSpark(String errorClass) {
        try {
            return SparkThrowableHelper.isValidErrorClass(errorClass)
                    ? Optional.of(new ErrorName(errorClass, sqlState(errorClass)))
                    : Optional.empty();
        } catch (RuntimeException noSuchSubclass) {
            // Spark fails to look up a sub-class of a class that has none.
            return Optional.empty();
        }
    }

    private static String sqlState(String errorClass) {
        return Optional.ofNullable(SparkThrowableHelper.getSqlState(errorClass)).orElse(UNKNOWN.sqlState());
    }
}
