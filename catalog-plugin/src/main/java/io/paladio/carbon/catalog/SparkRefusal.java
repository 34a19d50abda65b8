package io.paladio.carbon.catalog;

import io.paladio.carbon.error.CarbonCondition;
import io.paladio.carbon.error.Refusal;
import java.util.Map;
import org.apache.spark.SparkThrowable;

/**
 * A refusal in the shape that Spark carries to its clients: error class, parameters, SQLSTATE, and never a cause.
 */
public final class SparkRefusal extends RuntimeException implements SparkThrowable {
    private static final long serialVersionUID = 1L;

    private final CarbonCondition carbonCondition;
    private final Map<String, String> parameters;

    private SparkRefusal(Refusal refusal) {
        super(refusal.getMessage());
        this.carbonCondition = refusal.condition();
        this.parameters = refusal.parameters();
    }

    /** The refusal as Spark's error. */
    public static SparkRefusal of(Refusal refusal) {
        return new SparkRefusal(refusal);
    }

    /** What kind of refusal this is. */
    public CarbonCondition carbonCondition() {
        return carbonCondition;
    }

    @Override
    public String getCondition() {
        return carbonCondition.errorClass();
    }

    @Override
    public String getErrorClass() {
        return carbonCondition.errorClass();
    }

    @Override
    public String getSqlState() {
        return carbonCondition.sqlState();
    }

    @Override
    public Map<String, String> getMessageParameters() {
        return parameters;
    }
}
