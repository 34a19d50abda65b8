package io.paladio.carbon.spark;

import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One operation of Spark Connect, as its job tags name it.
 *
 * @param tag the operation's own tag: names user, session and operation, so that nobody else's operation has it
 * @param operationId what the client or the server chose
 * @param statementId what the door chose, else the operation id
 */
record ConnectOperation(String tag, String operationId, String statementId) {
    private static final String OPERATION = "SparkConnect_OperationTag_";
    private static final String SESSION_TAG = "SparkConnect_SessionTag_";
    private static final Pattern OPERATION_ID = Pattern.compile("_Operation_([0-9a-fA-F-]{36})\\z");
    private static final Pattern STATEMENT = Pattern.compile("carbon-statement=([A-Za-z0-9._:-]{1,128})");

    /** The operation that these job tags of a thread name, if they name one. */
    static Optional<ConnectOperation> among(List<String> jobTags) {
        return jobTags.stream()
                .filter(tag -> tag.startsWith(OPERATION))
                .findFirst()
                .flatMap(tag -> read(tag, jobTags));
    }

    private static Optional<ConnectOperation> read(String tag, List<String> jobTags) {
        Matcher id = OPERATION_ID.matcher(tag);
        if (!id.find()) {
            return Optional.empty();
        }
        // Tags of the same user and session only: whatever else stands on the thread is not of this request.
        String prefix = SESSION_TAG + tag.substring(OPERATION.length(), id.start()) + "_Tag_";
        List<String> clientTags = jobTags.stream()
                .filter(other -> other.startsWith(prefix))
                .map(other -> other.substring(prefix.length()))
                .toList();
        return Optional.of(of(tag, id.group(1), clientTags));
    }

    /** What the tag says of user and session: alike for all operations of one session and for no other's. */
    String session() {
        return session(tag);
    }

    static String session(String tag) {
        return OPERATION_ID.matcher(tag).replaceFirst("");
    }

    /** The operation of this tag, whose request carried these tags. */
    static ConnectOperation of(String tag, String operationId, List<String> clientTags) {
        String statementId = clientTags.stream()
                .map(STATEMENT::matcher)
                .filter(Matcher::matches)
                .map(found -> found.group(1))
                .sorted()
                .findFirst()
                .orElse(operationId);
        return new ConnectOperation(tag, operationId, statementId);
    }
}
