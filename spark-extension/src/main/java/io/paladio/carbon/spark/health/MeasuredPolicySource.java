package io.paladio.carbon.spark.health;

import io.paladio.carbon.index.FaultyDocument;
import io.paladio.carbon.index.Obligations;
import io.paladio.carbon.index.PolicySource;
import io.paladio.carbon.index.Recording;
import io.paladio.carbon.index.ResolveAnswer;
import io.paladio.carbon.index.ResolveRequest;
import java.time.Duration;
import java.util.List;

/** Measures how long Index takes to answer or to fail. Thread-safe as the source behind it is. */
public final class MeasuredPolicySource implements PolicySource {
    private final PolicySource source;

    /** Measures this source and closes it when closed. */
    public MeasuredPolicySource(PolicySource source) {
        this.source = source;
    }

    @Override
    public ResolveAnswer resolve(ResolveRequest request) {
        long started = System.nanoTime();
        try {
            ResolveAnswer answer = source.resolve(request);
            CarbonMetrics.indexAnswered();
            return answer;
        } catch (RuntimeException failure) {
            CarbonMetrics.indexFailed();
            throw failure;
        } finally {
            CarbonMetrics.asked(Duration.ofNanos(System.nanoTime() - started));
        }
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
