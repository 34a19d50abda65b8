package io.paladio.carbon.spark.rule;

import io.paladio.carbon.spark.catalyst.PlanReads.PlanRead;
import org.apache.spark.sql.connector.read.Scan;

/**
 * The scans that were opened. Spark plans an adaptive query again and again, and analyses each round of a recursive one, with
 * the scans that its statement started with: a running statement keeps its policies, and asks nothing more. Thread-safe.
 */
final class ProvenScans {
    private static final IdentitySet<Scan> SCANS = new IdentitySet<>();

    private ProvenScans() {}

    static void add(Scan scan) {
        SCANS.add(scan);
    }

    static boolean isProven(PlanRead read) {
        return read.scan().filter(SCANS::contains).isPresent();
    }
}
