package io.paladio.carbon.policy.check;

/** What a condition can be, over all rows and all principals. */
public enum ConditionReach {
    ALWAYS_TRUE,
    NEVER_TRUE,
    SOMETIMES_TRUE,
    /** It compares more than columns with constants, so that nothing is claimed. */
    UNDECIDED
}
