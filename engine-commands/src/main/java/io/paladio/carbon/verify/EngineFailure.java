package io.paladio.carbon.verify;

import io.paladio.carbon.error.CarbonCondition;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.spark.SparkThrowable;

/** The engine refused or failed. Known by its error class alone: messages hold values of whoever asked. Immutable. */
final class EngineFailure extends Exception {
    private static final long serialVersionUID = 1L;
    private static final Pattern OURS = Pattern.compile("\\[(CARBON_[A-Z_]+)\\]");
    private static final Pattern SPARKS = Pattern.compile("[A-Z][A-Z0-9_]*(?:\\.[A-Z0-9_]+)*");
    private static final Set<String> KNOWN = Arrays.stream(CarbonCondition.values())
            .map(CarbonCondition::errorClass)
            .collect(Collectors.toSet());

    private final String condition;

    private EngineFailure(String condition) {
        super(condition, null, false, false);
        this.condition = condition;
    }

    /** What Spark's client threw. */
    static EngineFailure of(Exception failure) {
        // A class of ours stands in the message, whatever Spark wraps around it.
        Matcher ours = OURS.matcher(String.valueOf(failure.getMessage()));
        if (ours.find() && KNOWN.contains(ours.group(1))) {
            return new EngineFailure(ours.group(1));
        }
        Optional<String> sparks = failure instanceof SparkThrowable thrown
                ? Optional.ofNullable(thrown.getCondition())
                : Optional.empty();
        return new EngineFailure(sparks.filter(name -> SPARKS.matcher(name).matches())
                .orElse(failure.getClass().getSimpleName()));
    }

    String condition() {
        return condition;
    }
}
