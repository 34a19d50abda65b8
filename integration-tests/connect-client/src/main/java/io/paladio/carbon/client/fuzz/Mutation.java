package io.paladio.carbon.client.fuzz;

import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.Random;
import org.sparkproject.com.google.protobuf.ByteString;
import org.sparkproject.com.google.protobuf.UnknownFieldSet;

/** What is done to the bytes of a message. */
enum Mutation {
    NOTHING {
        @Override
        byte[] apply(byte[] bytes, Random random) {
            return bytes;
        }
    },
    BITS_FLIPPED {
        @Override
        byte[] apply(byte[] bytes, Random random) {
            byte[] changed = bytes.clone();
            for (int left = 1 + random.nextInt(8); left > 0 && changed.length > 0; left--) {
                changed[random.nextInt(changed.length)] ^= (byte) (1 << random.nextInt(8));
            }
            return changed;
        }
    },
    BYTES_REPLACED {
        @Override
        byte[] apply(byte[] bytes, Random random) {
            byte[] changed = bytes.clone();
            for (int left = 1 + random.nextInt(4); left > 0 && changed.length > 0; left--) {
                changed[random.nextInt(changed.length)] = (byte) random.nextInt(256);
            }
            return changed;
        }
    },
    CUT_SHORT {
        @Override
        byte[] apply(byte[] bytes, Random random) {
            return Arrays.copyOf(bytes, random.nextInt(bytes.length + 1));
        }
    },
    PART_DOUBLED {
        @Override
        byte[] apply(byte[] bytes, Random random) {
            int from = random.nextInt(bytes.length + 1);
            int until = from + random.nextInt(bytes.length - from + 1);
            ByteArrayOutputStream changed = new ByteArrayOutputStream();
            changed.write(bytes, 0, until);
            changed.write(bytes, from, bytes.length - from);
            return changed.toByteArray();
        }
    },
    UNKNOWN_FIELD {
        @Override
        byte[] apply(byte[] bytes, Random random) {
            byte[] content = new byte[random.nextInt(40)];
            random.nextBytes(content);
            UnknownFieldSet unknown = UnknownFieldSet.newBuilder()
                    .addField(
                            1 + random.nextInt(5000),
                            UnknownFieldSet.Field.newBuilder()
                                    .addLengthDelimited(ByteString.copyFrom(content))
                                    .build())
                    .build();
            ByteArrayOutputStream changed = new ByteArrayOutputStream();
            changed.writeBytes(bytes);
            changed.writeBytes(unknown.toByteArray());
            return changed.toByteArray();
        }
    };

    abstract byte[] apply(byte[] bytes, Random random);
}
