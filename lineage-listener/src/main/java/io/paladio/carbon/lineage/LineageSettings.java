package io.paladio.carbon.lineage;

/**
 * Where lineage goes and under which names.
 *
 * @param uri the receiver; for now {@code file:} and an absolute path
 * @param namespace the namespace of every dataset, e.g. {@code carbon://face.example.org}
 * @param principals how a principal is named in events
 */
public record LineageSettings(String uri, String namespace, PrincipalNames principals) {}
