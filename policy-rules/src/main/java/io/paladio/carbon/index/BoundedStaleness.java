package io.paladio.carbon.index;

import io.paladio.carbon.error.CarbonCondition;
import io.paladio.carbon.error.Refusal;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Answers from memory while Index does not answer, for as long as the operator allows and never longer: the same question of the
 * same caller only, so that nothing crosses between principals. An answer of Index always replaces the remembered one.
 * Thread-safe.
 */
public final class BoundedStaleness implements PolicySource {
    private static final int MOST_QUESTIONS = 10_000;

    private record Remembered(ResolveAnswer answer, Instant received) {}

    private final PolicySource source;
    private final Duration limit;
    private final Clock clock;
    private final Map<ResolveRequest, Remembered> answers = new LinkedHashMap<>(64, 0.75f, true);

    /** Remembers this source's answers for this long. */
    public BoundedStaleness(PolicySource source, Duration limit) {
        this(source, limit, Clock.systemUTC());
    }

    BoundedStaleness(PolicySource source, Duration limit, Clock clock) {
        this.source = source;
        this.limit = limit;
        this.clock = clock;
    }

    @Override
    public ResolveAnswer resolve(ResolveRequest request) {
        Instant asked = clock.instant();
        try {
            ResolveAnswer answer = source.resolve(request);
            remember(request, new Remembered(answer, asked));
            return answer;
        } catch (Refusal refusal) {
            if (refusal.condition() != CarbonCondition.INDEX_UNAVAILABLE) {
                throw refusal;
            }
            return remembered(request).orElseThrow(() -> refusal);
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

    private synchronized void remember(ResolveRequest request, Remembered answer) {
        answers.merge(request, answer, BoundedStaleness::newer);
        if (answers.size() > MOST_QUESTIONS) {
            answers.remove(answers.keySet().iterator().next());
        }
    }

    /** Of two questions on their way at once, the one that was asked first may be answered last. */
    private static Remembered newer(Remembered held, Remembered come) {
        return come.answer().epoch() < held.answer().epoch() ? held : come;
    }

    private synchronized Optional<ResolveAnswer> remembered(ResolveRequest request) {
        return Optional.ofNullable(answers.get(request))
                .filter(held -> !clock.instant().isAfter(held.received().plus(limit)))
                .map(Remembered::answer);
    }
}
