package io.paladio.carbon.platform.face;

import io.paladio.carbon.platform.issuer.Issuer;
import io.paladio.carbon.platform.issuer.TokenSpec;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.rest.RESTUtil;

/**
 * How who reads a table for longer than a key lasts gets the next one: where to ask, and a token for that table alone, which
 * executors may hold because it opens nothing else. The face looks at grants and policies anew each time. Thread-safe.
 */
final class Renewal {
    private static final Duration VALIDITY = Duration.ofHours(1);

    private final String warehouse;
    private final Issuer issuer;

    Renewal(String warehouse, Issuer issuer) {
        this.warehouse = warehouse;
        this.issuer = issuer;
    }

    Map<String, String> settings(FaceCaller caller, TableIdentifier table) {
        TokenSpec token = TokenSpec.of(caller.principal(), List.of(Issuer.FACE_AUDIENCE), VALIDITY)
                .onlyFor(table.toString());
        return Map.of(
                "client.refresh-credentials-endpoint",
                "v1/" + warehouse + "/namespaces/" + RESTUtil.encodeNamespace(table.namespace()) + "/tables/"
                        + RESTUtil.encodeString(table.name()) + "/credentials",
                "token",
                issuer.mint(caller.token().actor().map(token::actedBy).orElse(token)));
    }
}
