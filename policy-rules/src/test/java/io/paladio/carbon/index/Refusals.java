package io.paladio.carbon.index;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.paladio.carbon.error.CarbonCondition;
import io.paladio.carbon.error.Refusal;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/** What every source owes when Index does not say. */
public final class Refusals {
    private Refusals() {}

    /** Holds that the call is refused with INDEX_UNAVAILABLE for this reason, without a cause and without a secret. */
    public static void assertIndexUnavailable(ThrowingCallable call, String reason) {
        assertThatThrownBy(call).isInstanceOfSatisfying(Refusal.class, refusal -> {
            assertThat(refusal.condition()).isEqualTo(CarbonCondition.INDEX_UNAVAILABLE);
            assertThat(refusal.getMessage())
                    .startsWith("[CARBON_INDEX_UNAVAILABLE] ")
                    .endsWith("SQLSTATE: 08001")
                    .contains(reason)
                    .doesNotContain("password", "localhost", "127.0.0.1", "/tmp");
            assertThat(refusal.getCause()).isNull();
        });
    }
}
