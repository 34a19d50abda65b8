package io.paladio.carbon.lineage.spool;

import java.time.Instant;
import java.util.Optional;

/**
 * What a spool holds, and what it lost since it was opened.
 *
 * @param waiting records that nobody has yet
 * @param bytes bytes on disk
 * @param oldest when the record that waits longest came
 * @param dropped records given up because there was no room
 * @param damaged records that could not be read back
 */
public record SpoolCounts(long waiting, long bytes, Optional<Instant> oldest, long dropped, long damaged) {}
