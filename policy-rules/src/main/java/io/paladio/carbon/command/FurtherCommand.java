package io.paladio.carbon.command;

import java.util.concurrent.Callable;

/** A command that needs more than policy rules, such as a client of an engine: found where its jar is on the class path. */
public interface FurtherCommand extends Callable<Integer> {}
