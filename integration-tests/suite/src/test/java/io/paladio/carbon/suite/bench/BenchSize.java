package io.paladio.carbon.suite.bench;

import io.paladio.carbon.platform.index.ScaledIndex;

/**
 * How much of everything.
 *
 * @param questions to Index, for each number of tables
 * @param plans of each table
 * @param queries of each kind
 * @param scale of TPC-H
 */
record BenchSize(ScaledIndex index, int questions, int plans, int queries, double scale) {
    /** As {@code -Dcarbon.bench} says: short, or the whole size. */
    static BenchSize chosen() {
        return "short".equals(System.getProperty("carbon.bench"))
                ? new BenchSize(new ScaledIndex(10_000), 300, 30, 12, 0.05)
                : new BenchSize(ScaledIndex.FULL, 1_000, 60, 30, 0.17);
    }
}
