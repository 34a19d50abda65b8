package io.paladio.carbon.client.fuzz;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What came back.
 *
 * @param status the code of gRPC by name
 * @param text the status's description and the details in the trailers, as text
 * @param messages the answers as bytes, the first ones of many
 */
record Reply(String status, String text, List<byte[]> messages) {
    private static final Pattern ERROR_CLASS = Pattern.compile("\\[([A-Z][A-Z0-9_]*(?:\\.[A-Z0-9_]+)*)\\]");

    /** The error class, or the code where the text has none. */
    String errorClass() {
        Matcher matcher = ERROR_CLASS.matcher(text);
        return matcher.find() ? matcher.group(1) : status;
    }

    boolean isOk() {
        return status.equals("OK");
    }
}
