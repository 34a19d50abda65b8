package io.paladio.carbon.facecheck;

import java.util.function.Supplier;

/**
 * One thing that a face must do.
 *
 * @param id by which reports and machines know it
 * @param run asks the face
 */
record Check(String id, Supplier<Verdict> run) {}
