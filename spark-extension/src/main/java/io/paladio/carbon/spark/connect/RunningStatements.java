package io.paladio.carbon.spark.connect;

import io.paladio.carbon.error.CarbonCondition;
import io.paladio.carbon.spark.catalyst.ConnectInternals;
import org.apache.spark.connect.proto.ExecutePlanRequest;
import org.sparkproject.connect.protobuf.Message;

/** How much of the driver's threads one principal may take: Spark starts two for each statement, however many there are. Stateless. */
final class RunningStatements {
    static final int MOST = 1_000;

    private RunningStatements() {}

    /** Refuses one statement more of a principal who has as many as may be. */
    static void requireRoom(Message request, String principal) {
        if (request instanceof ExecutePlanRequest) {
            requireRoom(ConnectInternals.statements(principal), principal);
        }
    }

    static void requireRoom(long running, String principal) {
        if (running >= MOST) {
            throw CarbonCondition.NOT_GOVERNABLE
                    .refusal()
                    .object("one more statement")
                    .principal(principal)
                    .reason("the engine runs at most " + MOST + " of one principal at a time")
                    .remedy("Wait for those that run.")
                    .build();
        }
    }
}
