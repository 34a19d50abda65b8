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

    static Optional<ConnectOperation> among(List<String> tags) {
        return tags.stream().filter(tag -> tag.startsWith(OPERATION)).findFirst().flatMap(tag -> read(tag, tags));
    }

    private static Optional<ConnectOperation> read(String tag, List<String> tags) {
        Matcher id = OPERATION_ID.matcher(tag);
        if (!id.find()) {
            return Optional.empty();
        }
        String prefix = SESSION_TAG + tag.substring(OPERATION.length(), id.start()) + "_Tag_";
        String statement = tags.stream()
                .filter(other -> other.startsWith(prefix))
                .map(other -> STATEMENT.matcher(other.substring(prefix.length())))
                .filter(Matcher::matches)
                .map(found -> found.group(1))
                .findFirst()
                .orElse(id.group(1));
        return Optional.of(new ConnectOperation(tag, id.group(1), statement));
    }
}
