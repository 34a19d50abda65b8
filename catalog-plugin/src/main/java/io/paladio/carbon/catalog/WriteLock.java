package io.paladio.carbon.catalog;

import io.paladio.carbon.error.CarbonCondition;

/** Keeps a write shut until the proof of its own policy came. Thread-safe. */
final class WriteLock {
    private final GovernedTarget target;
    private volatile boolean open;

    WriteLock(GovernedTarget target) {
        this.target = target;
    }

    void open(SealProof proof) {
        if (!SealProof.of(target.policy()).equals(proof)) {
            throw broken();
        }
        open = true;
    }

    void requireOpen() {
        if (!open) {
            throw broken();
        }
    }

    private SparkRefusal broken() {
        return SparkRefusal.of(CarbonCondition.SEAL_BROKEN
                .refusal()
                .object(target.securable().toString())
                .principal(target.policy().principal().name())
                .build());
    }
}
