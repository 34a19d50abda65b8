package io.paladio.carbon.error;

import java.util.Map;

/**
 * The engine says no, in words that tell the caller nothing new about hidden data.
 *
 * <p>Never carries a cause: Spark Connect would send the cause's message to the client. Immutable.
 */
public final class Refusal extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final CarbonCondition condition;
    private final Map<String, String> parameters;

    Refusal(CarbonCondition condition, String message, Map<String, String> parameters) {
        super(message);
        this.condition = condition;
        this.parameters = Map.copyOf(parameters);
    }

    /** What kind of refusal this is. */
    public CarbonCondition condition() {
        return condition;
    }

    /** The values in the message, by the names that {@link CarbonCondition} uses. */
    public Map<String, String> parameters() {
        return parameters;
    }
}
