package io.paladio.carbon.spark.catalyst;

/** Which rows come out of a barrier, and with which values. */
public enum BarrierRows {
    /** What the principal sees: visible rows, masked. */
    SEEN,
    /**
     * Visible rows twice over: masked, under the ids that the statement refers to, and as they are stored, under ids that no
     * statement knows, for a write to store again what the statement does not change.
     */
    CHANGED,
    /** The rows that the principal can't see, as they are stored, for a write that replaces their files to store them again. */
    KEPT
}
