package io.paladio.carbon.platform.face;

import io.paladio.carbon.platform.store.ObjectStore;
import io.paladio.carbon.platform.store.StoreGrant;
import io.paladio.carbon.platform.store.StoreKey;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.iceberg.exceptions.ForbiddenException;

/** Vends keys to one table's folder, for a while. Thread-safe. */
final class Vending {
    private final ObjectStore store;
    private final Duration validity;

    Vending(ObjectStore store, Duration validity) {
        this.store = store;
        this.validity = validity;
    }

    /** What a client needs to read and write the table of this location, and nothing beside it. */
    Map<String, String> settings(String location) {
        String root = "s3://" + store.bucket() + "/";
        if (!location.startsWith(root) || location.length() == root.length()) {
            throw new ForbiddenException("The table does not lie in this warehouse");
        }
        String prefix = location.substring(root.length()).replaceAll("/+$", "") + "/";
        StoreKey key = store.vend(prefix, StoreGrant.Mode.READ_WRITE, validity);
        Map<String, String> settings = new LinkedHashMap<>(endpoint(store));
        settings.put("s3.access-key-id", key.accessKey());
        settings.put("s3.secret-access-key", key.secret());
        settings.put("s3.session-token", key.sessionToken());
        settings.put(
                "s3.session-token-expires-at-ms",
                Long.toString(key.grant().expiry().toEpochMilli()));
        return settings;
    }

    /** Which half of a key's life it is by the clock: a key that was vended in the same one lasts as long again. */
    long keyPeriod() {
        return store.now().toEpochMilli() / Math.max(1, validity.toMillis() / 2);
    }

    /** How the store is reached, without a key. */
    static Map<String, String> endpoint(ObjectStore store) {
        return Map.of(
                "s3.endpoint",
                store.endpoint().toString(),
                "s3.path-style-access",
                "true",
                "client.region",
                ObjectStore.REGION);
    }
}
