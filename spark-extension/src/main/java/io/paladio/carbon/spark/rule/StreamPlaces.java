package io.paladio.carbon.spark.rule;

import io.paladio.carbon.policy.Securable;
import io.paladio.carbon.spark.catalyst.StreamStart;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.apache.spark.sql.SparkSession;

/**
 * Where a stream keeps how far it came: below the operator's {@code spark.sql.streaming.checkpointLocation}, else in a folder of the
 * server that is gone with it. A stream with a name goes on where the same principal's stream of that name, with the same tables,
 * ended; no text of a client is part of a path. Stateless but for the folder, which is made once.
 */
final class StreamPlaces {
    private static final class OwnFolder {
        private static final String PATH = StreamStart.ownFolder();
    }

    private StreamPlaces() {}

    static String of(SparkSession session, String principal, Securable target, StreamStart start) {
        String below = StreamStart.checkpoints(session).orElseGet(() -> OwnFolder.PATH);
        return below.replaceFirst("/+$", "") + "/carbon-" + folder(principal, target, start);
    }

    private static String folder(String principal, Securable target, StreamStart start) {
        Optional<String> name = start.name();
        if (name.isEmpty()) {
            return UUID.randomUUID().toString();
        }
        List<String> parts = new ArrayList<>(List.of(principal, name.get(), target.toString()));
        start.sources().stream().map(Securable::toString).sorted().forEach(parts::add);
        return hash(parts);
    }

    /** Each part with its length before it, so that no two lists have one text. */
    private static String hash(List<String> parts) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            for (String part : parts) {
                byte[] bytes = part.getBytes(StandardCharsets.UTF_8);
                digest.update((bytes.length + ":").getBytes(StandardCharsets.UTF_8));
                digest.update(bytes);
            }
            return HexFormat.of().formatHex(digest.digest());
        } catch (NoSuchAlgorithmException missing) {
            throw new IllegalStateException(missing);
        }
    }
}
