package io.paladio.carbon.spark.connect;

import io.paladio.carbon.spark.catalyst.ConnectInternals;

/**
 * The last errors of a session, which Spark keeps as long as it lives, so that its client may ask for more than a call is closed with. Those
 * that quote texts of any length are not kept: the client has their beginning. Immutable.
 *
 * @param principal whose session it is
 */
record KeptErrors(String principal, String session) {
    private static final int LONGEST = 100_000;

    /** Lets go of the long ones. */
    void shorten() {
        ConnectInternals.forgetLongErrors(principal, session, LONGEST);
    }
}
