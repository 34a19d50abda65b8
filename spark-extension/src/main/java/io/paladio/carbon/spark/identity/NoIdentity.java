package io.paladio.carbon.spark.identity;

import io.paladio.carbon.catalog.SparkRefusal;
import io.paladio.carbon.error.CarbonCondition;
import org.apache.spark.sql.SparkSession;

/** An application that was told of no principal has none, and so reads nothing. Immutable. */
public final class NoIdentity implements SessionIdentities {
    @Override
    public VerifiedCaller require(SparkSession session) {
        throw SparkRefusal.of(CarbonCondition.IDENTITY_REQUIRED
                .refusal()
                .reason("neither the Connect interceptor nor spark.carbon.identity.token-file is configured")
                .remedy("Ask the operator to configure one of them.")
                .build());
    }
}
