package io.paladio.carbon.lineage.spool;

/**
 * What is kept.
 *
 * @param key records with the same key belong together and are sent in their order
 */
public record SpoolRecord(Priority priority, long key, String text) {}
