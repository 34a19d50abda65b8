package io.paladio.carbon.spark.rule;

import io.paladio.carbon.policy.Caller;
import io.paladio.carbon.policy.Securable;
import io.paladio.carbon.spark.catalyst.Analysis;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.Set;

/** The statements that a thread is in, the innermost first. Confined to each thread. */
final class ThreadScopes {
    private static final int DEEPEST = 16;
    private static final ThreadLocal<Deque<StatementScope>> SCOPES = ThreadLocal.withInitial(ArrayDeque::new);
    private static final Object NO_ANALYSIS = new Object();

    private ThreadScopes() {}

    static void clear() {
        SCOPES.remove();
    }

    /** The scope of the analysis at hand; outside any analysis the last one's, as long as it is fresh; else a new one. */
    static StatementScope current(Caller caller) {
        return ofAnalysis(caller)
                .or(() -> Analysis.current().isPresent()
                        ? Optional.empty()
                        : latest(caller).filter(StatementScope::isFresh))
                .orElseGet(() -> opened(caller));
    }

    /** As {@link #current}, and a new analysis that names no table goes on with the last scope if that covers what it has. */
    static StatementScope forAnalysis(Caller caller, Set<Securable> named, Set<Securable> had) {
        return ofAnalysis(caller)
                .or(() -> named.isEmpty() ? goingOn(caller, had) : Optional.empty())
                .orElseGet(() -> opened(caller));
    }

    private static Optional<StatementScope> goingOn(Caller caller, Set<Securable> had) {
        Optional<StatementScope> covering = latest(caller).filter(scope -> scope.isFresh() && scope.covers(had));
        covering.ifPresent(scope -> scope.continueIn(analysis()));
        return covering;
    }

    /** The scope that this thread used last. */
    static Optional<StatementScope> latest(Caller caller) {
        return Optional.ofNullable(SCOPES.get().peekFirst()).filter(scope -> scope.isOf(caller));
    }

    private static Object analysis() {
        return Analysis.current().<Object>map(current -> current).orElse(NO_ANALYSIS);
    }

    private static Optional<StatementScope> ofAnalysis(Caller caller) {
        Optional<StatementScope> found = Analysis.current()
                .flatMap(analysis -> SCOPES.get().stream()
                        .filter(scope -> scope.isOf((Object) analysis) && scope.isOf(caller))
                        .findFirst());
        found.ifPresent(StatementScope::use);
        return found;
    }

    private static StatementScope opened(Caller caller) {
        Deque<StatementScope> scopes = SCOPES.get();
        StatementScope scope = new StatementScope(caller, analysis());
        scopes.addFirst(scope);
        while (scopes.size() > DEEPEST) {
            scopes.removeLast();
        }
        return scope;
    }
}
