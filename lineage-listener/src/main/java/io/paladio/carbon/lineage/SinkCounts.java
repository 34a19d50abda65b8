package io.paladio.carbon.lineage;

/**
 * What became of the records that a sink took.
 *
 * @param delivered written
 * @param lost dropped because the queue was full or writing failed
 * @param waiting not yet tried
 */
public record SinkCounts(long delivered, long lost, long waiting) {}
