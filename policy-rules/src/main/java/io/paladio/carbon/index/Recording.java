package io.paladio.carbon.index;

/** What became of obligations that Index was to record. */
public enum Recording {
    /** They are in force, for every question from now on. */
    IN_FORCE,
    /** Nothing was recorded: a column would have two values of one tag, and an answer has room for one. */
    SECOND_VALUE,
    /** Nothing was recorded: this Index, or what the engine may do there, has no place for obligations. */
    NO_PLACE
}
