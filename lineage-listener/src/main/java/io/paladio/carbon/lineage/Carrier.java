package io.paladio.carbon.lineage;

import io.paladio.carbon.lineage.spool.SpoolRecord;
import java.util.List;

/** Brings records to whoever receives them. Called by one thread at a time; blocks for no longer than its deadline. */
interface Carrier {
    /** How many records it takes at once. */
    int most();

    /** Brings all of them, those of one key in their order; says of each how it fared. */
    List<Fate> carry(List<SpoolRecord> records) throws InterruptedException;

    /**
     * How a record fared.
     *
     * @param reason in our own words: no address, no text of the receiver
     */
    record Fate(Kind kind, String reason) {
        static final Fate TAKEN = new Fate(Kind.TAKEN, "");

        /** The receiver is there and will never take it: to send it again would keep all others waiting. */
        static Fate refused(String reason) {
            return new Fate(Kind.REFUSED, reason);
        }

        /** It may be taken another time, and may have reached the receiver this time. */
        static Fate failed(String reason) {
            return new Fate(Kind.FAILED, reason);
        }

        boolean isTaken() {
            return kind == Kind.TAKEN;
        }
    }

    /** What is to be done with a record. */
    enum Kind {
        TAKEN,
        REFUSED,
        FAILED
    }
}
