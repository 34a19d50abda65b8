package io.paladio.carbon.lineage;

import io.paladio.carbon.lineage.Carrier.Fate;
import java.util.List;

/** Records straight to their receiver, without a spool: each is sent once, and lost where that fails. */
record Posted(Rendering rendering, Carrier carrier) implements Delivery {
    @Override
    public void deliver(StatementRecord statement) throws Exception {
        List<Fate> fates = carrier.carry(rendering.of(statement));
        for (Fate fate : fates) {
            if (!fate.isTaken()) {
                throw new Undelivered(fate.reason());
            }
        }
    }

    @Override
    public void close() {
        // Carriers hold nothing.
    }
}
