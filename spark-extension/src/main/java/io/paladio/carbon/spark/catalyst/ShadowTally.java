package io.paladio.carbon.spark.catalyst;

import io.paladio.carbon.spark.catalyst.ShadowCounter.Count;
import java.io.Serializable;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.spark.util.AccumulatorV2;

/**
 * What tasks found in each partition of one physical plan. Of several runs over one partition the one that found most counts:
 * Spark reads rows once more to sample what it sorts, and runs tasks again that it lost. Thread-safe.
 */
final class ShadowTally extends AccumulatorV2<Integer, Count> {
    private static final long serialVersionUID = 1L;

    private final ConcurrentHashMap<Integer, Part> parts = new ConcurrentHashMap<>();

    /** What one task finds in one partition. Written by that task alone. */
    static final class Part implements Serializable {
        private static final long serialVersionUID = 1L;

        private long rows;
        private boolean failed;

        void hide() {
            rows++;
        }

        void fail() {
            failed = true;
        }

        private Part or(Part other) {
            Part more = new Part();
            more.rows = Math.max(rows, other.rows);
            more.failed = failed || other.failed;
            return more;
        }

        private Count count() {
            return new Count(1, rows, failed ? 1 : 0);
        }
    }

    /** Where a task counts that looks at the partition. */
    Part part(int partition) {
        return parts.computeIfAbsent(partition, first -> new Part());
    }

    /** What came since this was last asked. */
    synchronized Count take() {
        Count all = value();
        reset();
        return all;
    }

    @Override
    public void add(Integer partition) {
        part(partition);
    }

    @Override
    public synchronized void merge(AccumulatorV2<Integer, Count> other) {
        ((ShadowTally) other).parts.forEach((partition, found) -> parts.merge(partition, found, Part::or));
    }

    @Override
    public Count value() {
        return parts.values().stream().map(Part::count).reduce(Count.NONE, Count::and);
    }

    @Override
    public boolean isZero() {
        return parts.isEmpty();
    }

    @Override
    public void reset() {
        parts.clear();
    }

    @Override
    public ShadowTally copy() {
        ShadowTally copy = new ShadowTally();
        copy.parts.putAll(Map.copyOf(parts));
        return copy;
    }
}
