package io.paladio.carbon.spark.connect;

import io.paladio.carbon.error.CarbonCondition;
import io.paladio.carbon.error.Refusal;
import io.paladio.carbon.spark.rule.ListedRefusals;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.sparkproject.connect.protobuf.ByteString;
import org.sparkproject.connect.protobuf.Descriptors.EnumValueDescriptor;
import org.sparkproject.connect.protobuf.Descriptors.FieldDescriptor;
import org.sparkproject.connect.protobuf.Message;

/**
 * Walks a request to its last leaf and refuses the first part that is not known to be safe. It reads the message by its own
 * descriptors, so that a part that a newer Spark adds is met as unknown and refused, not overlooked. Immutable.
 */
final class RequestInspection {
    private static final int DEEPEST = 1_000;
    /** The server has such rows whole, and what it makes of them. */
    private static final Set<String> SHOWN =
            Set.of("spark.connect.ShowString.num_rows", "spark.connect.HtmlString.num_rows");

    private static final int MOST_SHOWN = 100_000;
    private static final String LOCAL_DATA = "spark.connect.LocalRelation.data";

    private record Node(Message message, int depth) {}

    private final MessageLists lists;
    private final String principal;

    RequestInspection(MessageLists lists, String principal) {
        this.lists = lists;
        this.principal = principal;
    }

    void inspect(Message request) {
        Deque<Node> open = new ArrayDeque<>();
        open.push(new Node(request, 0));
        while (!open.isEmpty()) {
            Node node = open.pop();
            if (node.depth() > DEEPEST) {
                throw tooDeep();
            }
            inspectFields(node, open);
        }
    }

    private void inspectFields(Node node, Deque<Node> open) {
        Message message = node.message();
        requireAllowedType(message);
        if (!message.getUnknownFields().asMap().isEmpty()) {
            throw refusal(
                    CarbonCondition.NOT_GOVERNABLE, nameOf(message), "it has a field that this engine doesn't know");
        }
        for (Map.Entry<FieldDescriptor, Object> entry : message.getAllFields().entrySet()) {
            FieldDescriptor field = entry.getKey();
            if (lists.denies(field.getFullName())) {
                throw refusal(
                        lists.conditionOf(field.getFullName()),
                        field.getFullName(),
                        "it is not supported by this engine");
            }
            List<?> values = values(field, entry.getValue());
            if (KeptTexts.areTooLong(field, values)) {
                throw refusal(
                        CarbonCondition.NOT_GOVERNABLE,
                        field.getFullName(),
                        "it is longer than " + KeptTexts.LONGEST + " characters");
            }
            for (Object value : values) {
                if (value instanceof ByteString data && isUnsound(field, data)) {
                    throw refusal(
                            CarbonCondition.NOT_GOVERNABLE, "the local data", "it is no Arrow stream that is whole");
                }
                inspectValue(field, value, node.depth(), open);
            }
        }
    }

    private void inspectValue(FieldDescriptor field, Object value, int depth, Deque<Node> open) {
        if (value instanceof Message child) {
            open.push(new Node(child, depth + 1));
        } else if (value instanceof EnumValueDescriptor constant && constant.getIndex() < 0) {
            throw refusal(
                    CarbonCondition.NOT_GOVERNABLE,
                    constant.getType().getFullName(),
                    "it has a value that this engine doesn't know");
        } else if (value instanceof Integer rows && SHOWN.contains(field.getFullName()) && rows > MOST_SHOWN) {
            throw refusal(
                    CarbonCondition.NOT_GOVERNABLE,
                    field.getFullName(),
                    "it would make one text of more than " + MOST_SHOWN + " rows, on the server");
        } else if (value instanceof String text) {
            ClassTexts.refused(field, text).ifPresent(condition -> {
                throw refusal(condition, field.getFullName(), "a class would be loaded by its name");
            });
        }
    }

    private void requireAllowedType(Message message) {
        boolean entryOfMap = message.getDescriptorForType().getOptions().getMapEntry();
        String name = nameOf(message);
        if (!entryOfMap && !lists.allows(name)) {
            throw refusal(lists.conditionOf(name), name, "it is not supported by this engine");
        }
    }

    private static boolean isUnsound(FieldDescriptor field, ByteString data) {
        return field.getFullName().equals(LOCAL_DATA) && !ArrowData.isSound(data);
    }

    private static List<?> values(FieldDescriptor field, Object value) {
        return field.isRepeated() ? (List<?>) value : List.of(value);
    }

    private static String nameOf(Message message) {
        return message.getDescriptorForType().getFullName();
    }

    private Refusal tooDeep() {
        return refusal(CarbonCondition.NOT_GOVERNABLE, "the request", "it nests too deeply");
    }

    private Refusal refusal(CarbonCondition condition, String object, String reason) {
        return ListedRefusals.of(condition, object.replaceFirst("^spark\\.connect\\.", ""))
                .principal(principal)
                .reason(reason)
                .build();
    }
}
