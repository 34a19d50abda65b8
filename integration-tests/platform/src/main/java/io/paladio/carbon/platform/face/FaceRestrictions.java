package io.paladio.carbon.platform.face;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.iceberg.catalog.TableIdentifier;

/**
 * The {@code read-restrictions} that a test has the face send along with a table, for one principal. Any text: a face may be
 * wrong. Thread-safe.
 */
public final class FaceRestrictions {
    private final Map<Key, String> sent = new ConcurrentHashMap<>();

    private record Key(String principal, TableIdentifier table) {}

    FaceRestrictions() {}

    /** Sends this text from now on, with every answer to the principal that holds the table. */
    public void send(String principal, TableIdentifier table, String json) {
        sent.put(new Key(principal, table), json);
    }

    /** Sends none any more. */
    public void stop(String principal, TableIdentifier table) {
        sent.remove(new Key(principal, table));
    }

    /** Whether anybody is sent any with the table. */
    boolean restrict(TableIdentifier table) {
        return sent.keySet().stream().anyMatch(key -> key.table().equals(table));
    }

    /** What goes along with the answer; empty where nothing does. */
    String along(FaceCaller caller, FaceOperation operation, FaceRequest request) {
        return operation == FaceOperation.LOAD_TABLE || operation == FaceOperation.COMMIT_TABLE
                ? sent.getOrDefault(new Key(caller.principal(), request.identifier()), "")
                : "";
    }

    /** An answer as it goes out. */
    static String added(String answer, String restrictions) {
        return restrictions.isEmpty() ? answer : "{\"read-restrictions\":" + restrictions + "," + answer.substring(1);
    }
}
