package io.paladio.carbon.lineage;

import java.nio.file.Path;

/**
 * Where records wait on disk.
 *
 * @param directory a folder that this application has to itself
 * @param maxBytes how much each kind of records may take of it
 */
public record SpoolSettings(Path directory, long maxBytes) {}
