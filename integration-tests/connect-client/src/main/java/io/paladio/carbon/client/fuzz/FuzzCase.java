package io.paladio.carbon.client.fuzz;

import java.util.Locale;

/**
 * One message.
 *
 * @param kind how it was made
 */
record FuzzCase(long number, Rpc rpc, String kind, byte[] request, Identity identity) {
    /** A name for a file that holds it. */
    String fileName() {
        return "message-" + number + "-" + rpc.name().toLowerCase(Locale.ROOT) + "-" + kind + ".bin";
    }
}
