package io.paladio.carbon.catalog;

import static io.paladio.carbon.catalog.RefusalAssertions.assertRefused;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.paladio.carbon.error.CarbonCondition;
import java.util.function.UnaryOperator;
import org.apache.iceberg.rest.responses.LoadTableResponse;
import org.junit.jupiter.api.Test;

/** S23: restrictions are applied once, by us. */
class IcebergRestrictionsTest {
    private static final UnaryOperator<String> DROPS_IT =
            json -> json.replace("\"read-restrictions\":{\"required-row-filter\":false},", "");

    /** As a later Iceberg's answer may be. */
    private static final class LaterAnswer {
        @SuppressWarnings("unused")
        public Object readRestrictions() {
            return this;
        }
    }

    @Test
    void S23_the_iceberg_that_this_is_built_for_does_not_know_them() {
        assertThatCode(IcebergRestrictions::requireUnknownToIceberg).doesNotThrowAnyException();
        assertThatCode(() -> IcebergRestrictions.requireUnknown(LoadTableResponse.class, DROPS_IT))
                .doesNotThrowAnyException();
    }

    @Test
    void S23_one_that_knows_them_does_not_start() {
        assertRefused(
                CarbonCondition.CONFIG_INVALID,
                () -> IcebergRestrictions.requireUnknown(LoadTableResponse.class, UnaryOperator.identity()));
        assertRefused(
                CarbonCondition.CONFIG_INVALID, () -> IcebergRestrictions.requireUnknown(LaterAnswer.class, DROPS_IT));
        assertRefused(
                CarbonCondition.CONFIG_INVALID,
                () -> IcebergRestrictions.requireUnknown(LoadTableResponse.class, json -> {
                    throw new IllegalArgumentException("Cannot parse read restrictions");
                }));
    }
}
