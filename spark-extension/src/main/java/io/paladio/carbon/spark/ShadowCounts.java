package io.paladio.carbon.spark;

import io.paladio.carbon.lineage.StatementRecord.TableRead;
import io.paladio.carbon.policy.PolicyReference;
import io.paladio.carbon.policy.Securable;
import io.paladio.carbon.spark.catalyst.ShadowCounter;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** What the plans of one statement count for shadow filters (S20). Not thread-safe. */
final class ShadowCounts {
    private final Set<ShadowCounter> counters = new LinkedHashSet<>();

    private record Key(Securable table, PolicyReference policy) {}

    void add(List<ShadowCounter> more) {
        counters.addAll(more);
    }

    /** The reads, with what was counted so far. To be asked once, at the statement's end. */
    List<TableRead> told(Collection<TableRead> reads) {
        Map<Key, ShadowCounter.Count> counts = new HashMap<>();
        counters.forEach(counter ->
                counts.merge(new Key(counter.table(), counter.policy()), counter.take(), ShadowCounter.Count::and));
        return reads.stream().map(read -> told(read, counts)).toList();
    }

    private static TableRead told(TableRead read, Map<Key, ShadowCounter.Count> counts) {
        return read.with(read.shadows().stream()
                .map(effect -> Optional.ofNullable(counts.get(new Key(read.table(), effect.policy())))
                        .map(count -> count.of(effect))
                        .orElse(effect))
                .toList());
    }
}
