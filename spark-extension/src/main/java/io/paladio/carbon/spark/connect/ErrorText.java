package io.paladio.carbon.spark.connect;

import io.paladio.carbon.spark.catalyst.ErrorNames;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An error's text as a client may read it. How Spark tells of a task that failed says which task of how many it was, in which
 * stage, and where in the code: these count what is hidden. Of such a text only the error with a name that it holds is kept.
 * Stateless.
 */
final class ErrorText {
    static final String FAILED = "The statement failed while it ran. The engine's log says more.";

    private static final List<String> TASKS = List.of(
            "Job aborted",
            "stage failure",
            "(TID ",
            "Lost task ",
            "ShuffleMapStage ",
            "ResultStage ",
            "[SPARK_JOB_CANCELLED]",
            "Driver stacktrace:",
            "\n\tat ",
            "\nCaused by: ");
    private static final Pattern NAME = Pattern.compile("\\[([A-Z][A-Z0-9_]{0,120}+(?:\\.[A-Z0-9_]{1,120}+)?+)]");
    private static final Pattern STATE = Pattern.compile("SQLSTATE: [0-9A-Z]{5}");
    private static final int MOST_NAMES = 100;

    private ErrorText() {}

    static String told(String text) {
        return LocationText.hidden(tellsOfTasks(text) ? withoutTasks(text) : text);
    }

    /** Whether the text is about the tasks that ran for a statement, or about code. */
    static boolean tellsOfTasks(String text) {
        return TASKS.stream().anyMatch(text::contains);
    }

    private static String withoutTasks(String text) {
        Matcher name = NAME.matcher(text);
        for (int found = 0; found < MOST_NAMES && name.find(); found++) {
            if (ErrorNames.isDefined(name.group(1))) {
                String message = message(text.substring(name.start()));
                return tellsOfTasks(message) ? name.group() + " " + FAILED : message;
            }
        }
        return FAILED;
    }

    /** What Spark says of an error with a name: up to its SQLSTATE, or up to where its stack trace begins. */
    private static String message(String text) {
        int stack = text.indexOf("\n\tat ");
        String message = stack < 0 ? text : text.substring(0, stack);
        Matcher state = STATE.matcher(message);
        return state.find() ? message.substring(0, state.end()) : message;
    }
}
