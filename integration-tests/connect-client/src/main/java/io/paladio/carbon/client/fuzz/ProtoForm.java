package io.paladio.carbon.client.fuzz;

import java.util.List;
import java.util.Random;
import java.util.Set;
import org.sparkproject.com.google.protobuf.ByteString;
import org.sparkproject.com.google.protobuf.Descriptors.Descriptor;
import org.sparkproject.com.google.protobuf.Descriptors.EnumValueDescriptor;
import org.sparkproject.com.google.protobuf.Descriptors.FieldDescriptor;
import org.sparkproject.com.google.protobuf.Descriptors.OneofDescriptor;
import org.sparkproject.com.google.protobuf.DynamicMessage;
import org.sparkproject.com.google.protobuf.Message;

/** Makes messages of any type out of its descriptor: well-formed, and mostly without sense. Used by one thread. */
final class ProtoForm {
    private static final List<String> TEXTS = List.of(
            "carbon.hr.t",
            "carbon.hr.t.files",
            "id",
            "name",
            "ssn",
            "salary",
            "dept",
            "info.ssn",
            "*",
            "SELECT id, ssn FROM carbon.hr.t",
            "SELECT count(*), max(salary) FROM carbon.hr.t",
            "SHOW TABLES IN carbon.hr",
            "DESCRIBE carbon.hr.t",
            "eng",
            "1",
            "",
            "max",
            "count",
            "==",
            "+",
            "concat",
            "parquet",
            "iceberg",
            "path",
            "spark.sql.ansi.enabled",
            "spark.sql.catalog.carbon.uri",
            "id INT, a STRING",
            "ü\u0000\u202e'\"`",
            "x".repeat(3000));

    /** What an honest plan is made of, so that not every plan ends at the first gate. */
    private static final Set<String> HONEST = Set.of(
            "read",
            "project",
            "filter",
            "join",
            "set_op",
            "sort",
            "limit",
            "aggregate",
            "sql",
            "offset",
            "deduplicate",
            "subquery_alias",
            "to_df",
            "with_columns",
            "with_columns_renamed",
            "drop",
            "tail",
            "hint",
            "unpivot",
            "fill_na",
            "drop_na",
            "replace",
            "summary",
            "describe",
            "crosstab",
            "show_string",
            "literal",
            "unresolved_attribute",
            "unresolved_function",
            "unresolved_star",
            "alias",
            "cast",
            "sort_order",
            "window",
            "expression_string",
            "unresolved_extract_value",
            "update_fields",
            "named_table",
            "root",
            "plan",
            "user_context",
            "session_id");

    private final Random random;

    ProtoForm(Random random) {
        this.random = random;
    }

    Message of(Descriptor type, int depth) {
        DynamicMessage.Builder message = DynamicMessage.newBuilder(type);
        for (OneofDescriptor choice : type.getRealOneofs()) {
            if (random.nextInt(12) > 0) {
                set(message, choice(choice.getFields()), depth);
            }
        }
        for (FieldDescriptor field : type.getFields()) {
            if (field.getRealContainingOneof() == null && random.nextInt(3) > 0) {
                set(message, field, depth);
            }
        }
        return message.build();
    }

    private FieldDescriptor choice(List<FieldDescriptor> fields) {
        List<FieldDescriptor> honest = fields.stream()
                .filter(field -> HONEST.contains(field.getName()))
                .toList();
        List<FieldDescriptor> from = honest.isEmpty() || random.nextInt(6) == 0 ? fields : honest;
        return from.get(random.nextInt(from.size()));
    }

    private void set(DynamicMessage.Builder message, FieldDescriptor field, int depth) {
        boolean nested = field.getJavaType() == FieldDescriptor.JavaType.MESSAGE;
        if (nested && depth <= 0) {
            return;
        }
        if (field.isRepeated()) {
            for (int left = random.nextInt(3); left > 0; left--) {
                message.addRepeatedField(field, value(field, depth));
            }
        } else {
            message.setField(field, value(field, depth));
        }
    }

    private Object value(FieldDescriptor field, int depth) {
        return switch (field.getJavaType()) {
            case INT -> random.nextInt(14) - 1;
            case LONG -> (long) random.nextInt(14) - 1;
            case FLOAT -> random.nextFloat();
            case DOUBLE -> random.nextDouble();
            case BOOLEAN -> random.nextBoolean();
            case STRING -> TEXTS.get(random.nextInt(TEXTS.size()));
            case BYTE_STRING -> bytes();
            case ENUM -> constant(field.getEnumType().getValues());
            case MESSAGE -> of(field.getMessageType(), depth - 1);
        };
    }

    private EnumValueDescriptor constant(List<EnumValueDescriptor> constants) {
        return constants.get(random.nextInt(constants.size()));
    }

    private ByteString bytes() {
        byte[] bytes = new byte[random.nextInt(24)];
        random.nextBytes(bytes);
        return ByteString.copyFrom(bytes);
    }
}
