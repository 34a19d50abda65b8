package io.paladio.carbon.lineage;

import java.nio.file.Path;
import java.util.Optional;

/**
 * Where lineage goes and under which names.
 *
 * @param uri the receiver: {@code file:} and an absolute path, or an http or https address
 * @param namespace the namespace of every dataset, e.g. {@code carbon://face.example.org}
 * @param principals how a principal is named in events
 * @param tokenFile the file with the bearer token that the receiver wants to see, if it wants one
 * @param spool where events for an address wait; in memory where it is empty
 */
public record LineageSettings(
        String uri,
        String namespace,
        PrincipalNames principals,
        Optional<Path> tokenFile,
        Optional<SpoolSettings> spool) {
    /** Settings for a receiver that wants no token, with events in memory. */
    public LineageSettings(String uri, String namespace, PrincipalNames principals) {
        this(uri, namespace, principals, Optional.empty(), Optional.empty());
    }
}
