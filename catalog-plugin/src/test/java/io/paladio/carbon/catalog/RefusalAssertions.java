package io.paladio.carbon.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.paladio.carbon.error.CarbonCondition;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/** What every refusal must be: its class, its SQLSTATE in the text as well, no cause, and nothing of the other side's text. */
final class RefusalAssertions {
    private RefusalAssertions() {}

    static SparkRefusal assertRefused(CarbonCondition condition, ThrowingCallable call) {
        Throwable thrown = catchThrowable(call);
        assertThat(thrown).isInstanceOf(SparkRefusal.class);
        SparkRefusal refusal = (SparkRefusal) thrown;
        assertThat(refusal.carbonCondition()).isEqualTo(condition);
        assertThat(refusal).hasNoCause();
        assertThat(refusal.getMessage())
                .contains("SQLSTATE: " + condition.sqlState())
                .doesNotContain("s3://")
                .doesNotContain("alice-token");
        return refusal;
    }
}
