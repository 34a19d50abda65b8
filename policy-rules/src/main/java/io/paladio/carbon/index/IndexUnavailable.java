package io.paladio.carbon.index;

import io.paladio.carbon.error.CarbonCondition;
import io.paladio.carbon.error.Refusal;

/** The one refusal of every source: Index did not say, so nothing is read. */
public final class IndexUnavailable {
    private IndexUnavailable() {}

    /** The reason is the rest of a sentence; it names no location and no secret. */
    public static Refusal because(String reason) {
        return CarbonCondition.INDEX_UNAVAILABLE.refusal().reason(reason).build();
    }

    /** Index answered with something that is no answer to the question. */
    public static Refusal nonsense(String what) {
        return because("it answered nonsense, " + what);
    }
}
