package io.paladio.carbon.policy.check;

/**
 * Something about a document that its author should know.
 *
 * @param path JSON path of the place
 * @param problem what is the matter and what to write instead, in sentences
 */
public record Finding(String path, String problem) {}
