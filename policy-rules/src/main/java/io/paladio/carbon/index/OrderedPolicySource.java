package io.paladio.carbon.index;

import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Refuses an answer that is older than what Index had said before the question was asked: a replica that lags behind would bring
 * back policies that were replaced since. Two questions that are asked side by side may be answered in any order.
 *
 * <p>An Index that was set back on purpose is believed again after a restart of the engine. Thread-safe.
 */
public final class OrderedPolicySource implements PolicySource {
    private final PolicySource source;
    private final AtomicLong newest = new AtomicLong(Long.MIN_VALUE);

    /** Holds this source to its word. */
    public OrderedPolicySource(PolicySource source) {
        this.source = source;
    }

    @Override
    public ResolveAnswer resolve(ResolveRequest request) {
        long said = newest.get();
        ResolveAnswer answer = source.resolve(request);
        if (answer.epoch() < said) {
            throw IndexUnavailable.because("it answered with an older state than it had answered before");
        }
        newest.accumulateAndGet(answer.epoch(), Math::max);
        return answer;
    }

    @Override
    public Recording record(Obligations obligations) {
        return source.record(obligations);
    }

    @Override
    public void withdraw(Obligations obligations) {
        source.withdraw(obligations);
    }

    @Override
    public List<FaultyDocument> faults() {
        return source.faults();
    }

    @Override
    public void close() {
        source.close();
    }
}
