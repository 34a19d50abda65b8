package io.paladio.carbon.lineage;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Optional;
import java.util.Set;

/** The address that OpenLineage events are posted to. Immutable. */
record ReceiverAddress(URI uri) {
    private static final String USUAL_PATH = "/api/v1/lineage";
    private static final Set<String> LOOPBACK = Set.of("localhost", "127.0.0.1", "[::1]");

    /** Empty where it is no http or https address, or has a user, a query or a fragment in it: secrets come from files. */
    static Optional<ReceiverAddress> of(String text) {
        try {
            URI uri = new URI(text);
            boolean isAddress = Set.of("http", "https").contains(String.valueOf(uri.getScheme()))
                    && uri.getHost() != null
                    && uri.getRawUserInfo() == null
                    && uri.getRawQuery() == null
                    && uri.getRawFragment() == null;
            return isAddress ? Optional.of(new ReceiverAddress(withPath(uri))) : Optional.empty();
        } catch (URISyntaxException malformed) {
            return Optional.empty();
        }
    }

    /** Of a server alone, the path is the one that receivers of OpenLineage have. */
    private static URI withPath(URI uri) {
        return Set.of("", "/").contains(uri.getRawPath()) ? uri.resolve(USUAL_PATH) : uri;
    }

    /** Whether a token crosses a network in the clear. */
    boolean isReadByOthers() {
        return "http".equals(uri.getScheme()) && !LOOPBACK.contains(uri.getHost());
    }
}
