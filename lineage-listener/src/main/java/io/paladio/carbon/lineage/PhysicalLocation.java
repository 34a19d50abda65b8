package io.paladio.carbon.lineage;

import java.net.URI;
import java.util.Optional;

/**
 * A table's place as OpenLineage names places: scheme and bucket, then the path. User names, passwords and query strings, where
 * a location holds any, don't come along.
 */
record PhysicalLocation(String namespace, String name) {

    static Optional<PhysicalLocation> of(String location) {
        URI uri;
        try {
            uri = URI.create(location);
        } catch (IllegalArgumentException malformed) {
            return Optional.empty();
        }
        String path = uri.getPath();
        if (uri.getScheme() == null || path == null || path.isEmpty()) {
            return Optional.empty();
        }
        return uri.getScheme().equals("file") ? Optional.of(new PhysicalLocation("file", path)) : inStore(uri, path);
    }

    private static Optional<PhysicalLocation> inStore(URI uri, String path) {
        String authority = uri.getRawAuthority();
        if (authority == null || authority.contains("@")) {
            return Optional.empty();
        }
        String key = path.startsWith("/") ? path.substring(1) : path;
        return Optional.of(new PhysicalLocation(uri.getScheme() + "://" + authority, key));
    }
}
