package io.paladio.carbon.client.fuzz;

import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.UUID;
import org.apache.spark.connect.proto.ExecutePlanRequest;
import org.apache.spark.connect.proto.Range;
import org.sparkproject.com.google.protobuf.Descriptors.FieldDescriptor;
import org.sparkproject.com.google.protobuf.DynamicMessage;
import org.sparkproject.com.google.protobuf.InvalidProtocolBufferException;
import org.sparkproject.com.google.protobuf.Message;

/** The message of each number: the same for the same seed and session. Immutable. */
final class FuzzCases {
    private static final int DEPTH = 9;
    private static final int ATTEMPTS = 30;
    private static final int LARGE = 2 * 1024 * 1024;
    /** What the engine would rightly take its time for. */
    private static final long LONGEST_RANGE = 100_000;

    private static final List<Rpc> MOST = List.of(Rpc.EXECUTE_PLAN, Rpc.EXECUTE_PLAN, Rpc.ANALYZE_PLAN);

    private final long seed;
    private final String token;

    FuzzCases(long seed, String token) {
        this.seed = seed;
        this.token = token;
    }

    FuzzCase number(long number, String session) {
        Random random = new Random(seed * 1_000_003 + number);
        Identity identity = random.nextInt(10) == 0 ? Identity.missing(random, token) : Identity.of(token);
        int chance = random.nextInt(1000);
        if (chance < 8) {
            return new FuzzCase(number, Rpc.EXECUTE_PLAN, "deep", DeepBytes.any(random, session), identity);
        }
        Rpc rpc = random.nextInt(3) > 0
                ? MOST.get(random.nextInt(MOST.size()))
                : Rpc.values()[random.nextInt(Rpc.values().length)];
        if (chance < 10) {
            return new FuzzCase(number, rpc, "large", large(random), identity);
        }
        byte[] valid = inSession(rpc, valid(random, rpc), session, random).toByteArray();
        Mutation mutation = Mutation.values()[random.nextInt(Mutation.values().length)];
        byte[] changed = changed(rpc, mutation, valid, random);
        return new FuzzCase(number, rpc, mutation.name().toLowerCase(Locale.ROOT), affordable(rpc, changed), identity);
    }

    /** Mostly something that can still be read as a message: what can't ends before anybody has looked at it. */
    private static byte[] changed(Rpc rpc, Mutation mutation, byte[] valid, Random random) {
        byte[] changed = mutation.apply(valid, random);
        int attempts = random.nextInt(10) < 7 ? ATTEMPTS : 0;
        while (attempts-- > 0 && !isReadable(rpc, changed)) {
            changed = mutation.apply(valid, random);
        }
        return changed;
    }

    private static boolean isReadable(Rpc rpc, byte[] request) {
        try {
            DynamicMessage.parseFrom(rpc.request(), request);
            return true;
        } catch (InvalidProtocolBufferException unreadable) {
            return false;
        }
    }

    private static Message valid(Random random, Rpc rpc) {
        boolean aboutPlans = rpc == Rpc.EXECUTE_PLAN || rpc == Rpc.ANALYZE_PLAN;
        return aboutPlans && random.nextInt(5) < 3
                ? Seeds.any(random, rpc)
                : new ProtoForm(random).of(rpc.request(), DEPTH);
    }

    private static byte[] large(Random random) {
        byte[] bytes = new byte[LARGE];
        random.nextBytes(bytes);
        return bytes;
    }

    private static Message inSession(Rpc rpc, Message message, String session, Random random) {
        DynamicMessage.Builder builder =
                DynamicMessage.newBuilder(rpc.request()).mergeFrom(message);
        set(builder, "session_id", random.nextInt(50) == 0 ? "no-uuid" : session);
        set(builder, "operation_id", new UUID(random.nextLong(), random.nextLong()).toString());
        clear(builder, "client_observed_server_side_session_id");
        if (random.nextInt(4) > 0) {
            clear(builder, "new_session_id");
            clear(builder, "request_options");
        }
        return builder.build();
    }

    private static void set(DynamicMessage.Builder message, String name, String value) {
        FieldDescriptor field = message.getDescriptorForType().findFieldByName(name);
        if (field != null && !field.isRepeated()) {
            message.setField(field, value);
        }
    }

    private static void clear(DynamicMessage.Builder message, String name) {
        FieldDescriptor field = message.getDescriptorForType().findFieldByName(name);
        if (field != null) {
            message.clearField(field);
        }
    }

    /** A range that a flipped bit has made endless becomes no plan at all. */
    private static byte[] affordable(Rpc rpc, byte[] request) {
        try {
            Message message = DynamicMessage.parseFrom(rpc.request(), request);
            return isAffordable(message)
                    ? request
                    : ExecutePlanRequest.getDefaultInstance().toByteArray();
        } catch (InvalidProtocolBufferException unreadable) {
            return request;
        }
    }

    private static boolean isAffordable(Message message) {
        if (message.getDescriptorForType().equals(Range.getDescriptor())) {
            for (FieldDescriptor field : message.getAllFields().keySet()) {
                if (message.getField(field) instanceof Number number && Math.abs(number.longValue()) > LONGEST_RANGE) {
                    return false;
                }
            }
        }
        return message.getAllFields().values().stream().allMatch(FuzzCases::isAffordableValue);
    }

    private static boolean isAffordableValue(Object value) {
        if (value instanceof List<?> values) {
            return values.stream().allMatch(FuzzCases::isAffordableValue);
        }
        return !(value instanceof Message message) || isAffordable(message);
    }
}
