package io.paladio.carbon.client.fuzz;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Random;
import org.apache.spark.connect.proto.DataType;
import org.apache.spark.connect.proto.ExecutePlanRequest;
import org.apache.spark.connect.proto.Expression;
import org.apache.spark.connect.proto.Limit;
import org.apache.spark.connect.proto.Plan;
import org.apache.spark.connect.proto.Project;
import org.apache.spark.connect.proto.Relation;
import org.apache.spark.connect.proto.SQL;
import org.sparkproject.com.google.protobuf.ByteString;
import org.sparkproject.com.google.protobuf.CodedOutputStream;
import org.sparkproject.com.google.protobuf.UnknownFieldSet;

/** Plans that are deeper, longer or wider than anybody would write, put together from the inside out. Stateless. */
final class DeepBytes {
    private static final List<Integer> DEPTHS = List.of(40, 120, 300, 470, 520, 1100, 4000, 20000);

    private DeepBytes() {}

    static byte[] any(Random random, String session) {
        int depth = DEPTHS.get(random.nextInt(DEPTHS.size()));
        Plan plan = switch (random.nextInt(4)) {
            case 0 -> sql(text(random, depth));
            case 1 -> root(relations(depth));
            case 2 -> root(expressions(depth));
            default -> root(types(depth));
        };
        return ExecutePlanRequest.newBuilder()
                .setSessionId(session)
                .setPlan(plan)
                .build()
                .toByteArray();
    }

    private static String text(Random random, int depth) {
        int some = Math.min(depth, 4000);
        return switch (random.nextInt(5)) {
            case 0 -> "SELECT " + "(".repeat(depth) + "1" + ")".repeat(depth);
            case 1 -> "SELECT " + "1 + ".repeat(some) + "1";
            case 2 -> "SELECT * FROM (".repeat(Math.min(depth, 300)) + "SELECT 1" + ")".repeat(Math.min(depth, 300));
            case 3 -> "SELECT 1" + " UNION ALL SELECT 1".repeat(Math.min(depth, 300));
            default -> "SELECT id" + ", ssn".repeat(Math.min(depth, 1100)) + " FROM carbon.hr.t";
        };
    }

    private static Plan sql(String text) {
        return Plan.newBuilder()
                .setRoot(Relation.newBuilder().setSql(SQL.newBuilder().setQuery(text)))
                .build();
    }

    /** The plan's root may be deeper than the library's own reader would take. */
    private static Plan root(ByteString relation) {
        return Plan.newBuilder()
                .setUnknownFields(field(Plan.ROOT_FIELD_NUMBER, relation))
                .build();
    }

    private static UnknownFieldSet field(int number, ByteString content) {
        return UnknownFieldSet.newBuilder()
                .addField(
                        number,
                        UnknownFieldSet.Field.newBuilder()
                                .addLengthDelimited(content)
                                .build())
                .build();
    }

    private static ByteString relations(int depth) {
        ByteString relation = Relation.newBuilder()
                .setSql(SQL.newBuilder().setQuery("SELECT 1"))
                .build()
                .toByteString();
        ByteString one = Limit.newBuilder().setLimit(1).build().toByteString();
        for (int left = depth; left > 0; left--) {
            ByteString limit = wrapped(Limit.INPUT_FIELD_NUMBER, relation).concat(one);
            relation = wrapped(Relation.LIMIT_FIELD_NUMBER, limit);
        }
        return relation;
    }

    private static ByteString expressions(int depth) {
        ByteString expression = Expression.newBuilder()
                .setLiteral(Expression.Literal.newBuilder().setInteger(1))
                .build()
                .toByteString();
        ByteString name = Expression.UnresolvedFunction.newBuilder()
                .setFunctionName("abs")
                .build()
                .toByteString();
        for (int left = depth; left > 0; left--) {
            ByteString call = name.concat(wrapped(Expression.UnresolvedFunction.ARGUMENTS_FIELD_NUMBER, expression));
            expression = wrapped(Expression.UNRESOLVED_FUNCTION_FIELD_NUMBER, call);
        }
        return projected(expression);
    }

    private static ByteString types(int depth) {
        DataType integer = DataType.newBuilder()
                .setInteger(DataType.Integer.getDefaultInstance())
                .build();
        ByteString type = integer.toByteString();
        for (int left = depth; left > 0; left--) {
            ByteString array = wrapped(DataType.Array.ELEMENT_TYPE_FIELD_NUMBER, type);
            type = wrapped(DataType.ARRAY_FIELD_NUMBER, array);
        }
        ByteString literal = wrapped(Expression.Literal.NULL_FIELD_NUMBER, type);
        return projected(wrapped(Expression.LITERAL_FIELD_NUMBER, literal));
    }

    private static ByteString projected(ByteString expression) {
        ByteString input = wrapped(
                Project.INPUT_FIELD_NUMBER,
                Relation.newBuilder()
                        .setSql(SQL.newBuilder().setQuery("SELECT 1"))
                        .build()
                        .toByteString());
        return wrapped(
                Relation.PROJECT_FIELD_NUMBER, input.concat(wrapped(Project.EXPRESSIONS_FIELD_NUMBER, expression)));
    }

    private static ByteString wrapped(int field, ByteString content) {
        ByteString.Output out = ByteString.newOutput(12);
        CodedOutputStream coded = CodedOutputStream.newInstance(out);
        try {
            coded.writeUInt32NoTag(field << 3 | 2);
            coded.writeUInt32NoTag(content.size());
            coded.flush();
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return out.toByteString().concat(content);
    }
}
