package io.paladio.carbon.spark;

import io.paladio.carbon.lineage.StatementRecord;
import io.paladio.carbon.lineage.StatementRecord.ColumnFlow;
import io.paladio.carbon.lineage.StatementRecord.ErrorName;
import io.paladio.carbon.lineage.StatementRecord.Outcome;
import io.paladio.carbon.lineage.StatementRecord.TableRead;
import io.paladio.carbon.policy.Caller;
import io.paladio.carbon.policy.Securable;
import io.paladio.carbon.spark.catalyst.ErrorNames;
import io.paladio.carbon.spark.catalyst.PlanFacts;
import io.paladio.carbon.spark.health.CarbonMetrics;
import java.time.Instant;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What is known of a statement before it ends. A Connect operation may analyse several plans: their reads and writes add up, and
 * a plan that changes something says more about the statement than one that asks. Not thread-safe; its owner guards it.
 */
final class OpenStatement {
    private static final String NOT_ANALYSED = "UNKNOWN";
    private static final String NOBODY = "unknown";
    private static final String OURS = "CARBON_";

    private final String statementId;
    private final Optional<String> operationId;
    private Instant started;
    private String principal = NOBODY;
    private Optional<String> actor = Optional.empty();
    private String kind = NOT_ANALYSED;
    private Optional<String> planShape = Optional.empty();
    private ColumnFlow columns = ColumnFlow.NONE;
    private final Set<String> groups = new LinkedHashSet<>();
    private final Map<ReadKey, TableRead> reads = new LinkedHashMap<>();
    private final ShadowCounts shadows = new ShadowCounts();
    private final Set<Securable> writes = new LinkedHashSet<>();
    private Asked asked = Asked.NOTHING;
    private Optional<Outcome.Refused> refusal = Optional.empty();
    private Optional<ErrorName> failure = Optional.empty();

    OpenStatement(String statementId, Optional<String> operationId, Instant started) {
        this.statementId = statementId;
        this.operationId = operationId;
        this.started = started;
    }

    void startedAt(Instant time) {
        if (time.isBefore(started)) {
            started = time;
        }
    }

    void askedBy(Caller caller) {
        principal = caller.name();
        actor = caller.actor();
    }

    /** The principal as the request carried it: for statements that end before they are analysed. */
    void askedBy(String user) {
        if (principal.equals(NOBODY) && !user.isBlank()) {
            principal = user;
        }
    }

    void asks(Asked more) {
        asked = asked.and(more);
    }

    void add(PlanFacts facts) {
        boolean tellsMore = kind.equals(NOT_ANALYSED) || (wasQuery() && !facts.isQuery());
        if (tellsMore) {
            kind = facts.kind();
            planShape = Optional.of(facts.shape());
        }
        if (!facts.columns().outputs().isEmpty()) {
            columns = facts.columns();
        }
        groups.addAll(facts.groups());
        facts.reads().forEach(read -> reads.put(new ReadKey(read.table(), read.snapshotId()), read));
        writes.addAll(facts.writes());
        shadows.add(facts.counters());
    }

    private boolean wasQuery() {
        return kind.equals("SELECT");
    }

    /** Whether all that happened so far is that a query was analysed. */
    boolean onlyAsks() {
        return wasQuery() && refusal.isEmpty();
    }

    /** The first refusal is the statement's, and counts: later ones follow from it. */
    void refuse(Outcome.Refused refused) {
        if (refusal.isEmpty()) {
            refusal = Optional.of(refused);
            CarbonMetrics.refused(refused.errorClass());
        }
    }

    void failedBy(ErrorName error) {
        failure = Optional.of(error);
    }

    StatementRecord completed(Instant ended) {
        return record(ended, new Outcome.Completed());
    }

    /** The record of a statement that did not answer. */
    StatementRecord failed(Instant ended, ErrorName error) {
        ErrorName better = error.equals(ErrorNames.UNKNOWN) ? failure.orElse(error) : error;
        if (better.errorClass().startsWith(OURS)) {
            refuse(new Outcome.Refused(better.errorClass(), better.sqlState(), Optional.empty()));
        }
        return record(
                ended,
                refusal.<Outcome>map(this::withTables)
                        .orElseGet(() -> new Outcome.Failed(better.errorClass(), better.sqlState())));
    }

    private Outcome.Refused withTables(Outcome.Refused refused) {
        List<Securable> tables = asked.tables().stream()
                .sorted(Comparator.comparing(Securable::toString))
                .toList();
        Optional<String> all = Optional.of(
                        tables.stream().map(Securable::toString).collect(Collectors.joining(", ")))
                .filter(names -> !names.isEmpty());
        return new Outcome.Refused(
                refused.errorClass(),
                refused.sqlState(),
                refused.object().or(() -> all),
                tables.stream().filter(table -> !isKnown(table)).toList());
    }

    private boolean isKnown(Securable table) {
        return writes.contains(table)
                || reads.keySet().stream().anyMatch(read -> read.table().equals(table));
    }

    private StatementRecord record(Instant ended, Outcome outcome) {
        return new StatementRecord(
                statementId,
                operationId,
                principal,
                actor,
                groups,
                kind.equals(NOT_ANALYSED) ? asked.kind().orElse(NOT_ANALYSED) : kind,
                started,
                ended.isBefore(started) ? started : ended,
                shadows.told(reads.values()),
                List.copyOf(writes),
                columns,
                planShape,
                outcome);
    }

    private record ReadKey(Securable table, Optional<Long> snapshotId) {}
}
