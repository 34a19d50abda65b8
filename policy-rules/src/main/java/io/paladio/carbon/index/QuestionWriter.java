package io.paladio.carbon.index;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.paladio.carbon.policy.Securable;
import java.util.Map;
import java.util.TreeMap;

/** Writes a question as JSON, the same for a database function and for HTTP. Stateless and thread-safe. */
public final class QuestionWriter {
    static final int FORMAT = 1;

    private QuestionWriter() {}

    /** The question, with the etags of the answers that need not be sent again. */
    public static String write(ResolveRequest request, Map<Securable, TableAnswer> known) {
        ObjectNode question = JsonNodeFactory.instance.objectNode();
        question.put("format", FORMAT);
        question.put("principal", request.caller().name());
        ObjectNode attributes = question.putObject("attributes");
        new TreeMap<>(request.caller().attributes()).forEach(attributes::put);
        request.tables().stream().map(Securable::toString).sorted().forEach(question.putArray("securables")::add);
        ObjectNode etags = question.putObject("known-etags");
        known.forEach((table, answer) -> etags.put(table.toString(), answer.etag()));
        return question.toString();
    }
}
