package io.paladio.carbon.lineage.spool;

import java.io.IOException;

/** Another process, or another part of this one, writes to the folder. Immutable. */
public final class SpoolInUse extends IOException {
    private static final long serialVersionUID = 1L;

    SpoolInUse() {
        super("the folder is in use by another process");
    }
}
