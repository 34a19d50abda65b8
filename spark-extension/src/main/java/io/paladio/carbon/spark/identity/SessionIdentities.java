package io.paladio.carbon.spark.identity;

import org.apache.spark.sql.SparkSession;

/** Which verified caller a session belongs to. Knows only what the interceptor, or the token file, proved. Thread-safe. */
public interface SessionIdentities {
    /** The session's caller with a token that has not expired; refuses with IDENTITY_REQUIRED or IDENTITY_INVALID. */
    VerifiedCaller require(SparkSession session);
}
