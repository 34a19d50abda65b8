package io.paladio.carbon.spark.rule;

import io.paladio.carbon.catalog.ColumnValues;
import io.paladio.carbon.catalog.EngineTable;
import io.paladio.carbon.catalog.SparkRefusal;
import io.paladio.carbon.error.CarbonCondition;
import io.paladio.carbon.index.Access;
import io.paladio.carbon.index.TableAnswer;
import io.paladio.carbon.policy.Column;
import io.paladio.carbon.policy.Decision;
import io.paladio.carbon.policy.Principal;
import io.paladio.carbon.policy.Securable;
import io.paladio.carbon.policy.expression.Expression.Literal;
import io.paladio.carbon.policy.expression.LookupFault;
import io.paladio.carbon.policy.expression.LookupTable;
import io.paladio.carbon.policy.expression.ValueType;
import io.paladio.carbon.policy.expression.ValueType.Simple;
import io.paladio.carbon.policy.resolve.LookupReader;
import io.paladio.carbon.policy.resolve.PolicyResolver;
import io.paladio.carbon.spark.CarbonRuntime;
import java.time.Instant;
import java.time.LocalDate;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The lookups of one statement: read as the engine, each in the state that it had when it was opened first (S9). A table that is
 * under a policy itself is none. Confined to the statement's thread.
 */
final class StatementLookups implements LookupReader {
    private static final Logger LOG = LoggerFactory.getLogger(StatementLookups.class);
    /** Whatever a policy lets be read: the driver holds the values for as long as the statement runs. */
    private static final int MOST_ROWS = 1_000_000;

    private static final String CLOSED = "the engine can't read its lookup as itself";
    private static final Set<Simple> READABLE =
            EnumSet.of(Simple.BOOLEAN, Simple.INT, Simple.LONG, Simple.STRING, Simple.DATE);

    private final Function<Securable, TableAnswer> index;
    private final Principal principal;
    private final Instant start;
    private final Map<Securable, EngineTable> opened = new HashMap<>();

    /**
     * @param index asks what governs a table, within the statement's answers
     * @param start when the statement started
     */
    StatementLookups(Function<Securable, TableAnswer> index, Principal principal, Instant start) {
        this.index = index;
        this.principal = principal;
        this.start = start;
    }

    /** The snapshots of the lookups that were opened so far. */
    Map<Securable, Optional<Long>> snapshots() {
        Map<Securable, Optional<Long>> snapshots = new HashMap<>();
        opened.forEach((name, table) -> snapshots.put(name, table.snapshotId()));
        return snapshots;
    }

    @Override
    public Opened open(Securable name, int maxRows) throws LookupFault {
        EngineTable table = opened.get(name);
        if (table == null) {
            table = opened(name);
            requireUngoverned(name, table);
            opened.put(name, table);
        }
        return new Opened(new Rows(table, Math.min(maxRows, MOST_ROWS)), table.snapshotId());
    }

    /** What the face answers is the engine's, not the caller's: he is not told which table it is about. */
    private static EngineTable opened(Securable name) throws LookupFault {
        try {
            return CarbonRuntime.require().engineTables().open(name).orElseThrow(() -> new LookupFault(CLOSED));
        } catch (SparkRefusal refusal) {
            if (refusal.carbonCondition() == CarbonCondition.FACE_UNAVAILABLE) {
                throw SparkRefusal.of(CarbonCondition.FACE_UNAVAILABLE
                        .refusal()
                        .object("a lookup")
                        .reason("it did not answer the engine")
                        .build());
            }
            throw new LookupFault(CLOSED);
        }
    }

    /** Whoever reads through a lookup sees past its grants; past a policy of its own nobody does. */
    private void requireUngoverned(Securable name, EngineTable table) throws LookupFault {
        TableAnswer answer = index.apply(name);
        TableAnswer granted = new TableAnswer(
                name, answer.etag(), Access.UNKNOWN, answer.tags(), answer.columnTags(), answer.policies());
        Decision decision = PolicyResolver.decide(granted, principal, table.governedSchema(), start, NONE);
        if (!(decision instanceof Decision.Unrestricted free) || free.policyBearing()) {
            throw new LookupFault("its lookup is under a policy itself");
        }
    }

    /** A lookup as expressions read it. */
    private record Rows(EngineTable table, int maxRows) implements LookupTable {
        @Override
        public Map<String, ValueType> columns() {
            Map<String, ValueType> columns = new HashMap<>();
            for (Column column : table.schema().columns()) {
                ValueType.of(column.type())
                        .filter(type ->
                                READABLE.contains(type) && !column.name().contains("."))
                        .ifPresent(type -> columns.put(column.name(), type));
            }
            return columns;
        }

        @Override
        public List<Literal> values(String column, Map<String, Literal> where) throws LookupFault {
            Map<String, Object> equal = new HashMap<>();
            where.forEach((name, literal) -> equal.put(name, literal.value().orElseThrow()));
            ValueType type = Optional.ofNullable(columns().get(column)).orElseThrow();
            return read(column, equal).stream()
                    .map(value -> new Literal(value.map(Rows::plain), type))
                    .toList();
        }

        private Set<Optional<Object>> read(String column, Map<String, Object> where) throws LookupFault {
            ColumnValues values = found(column, where);
            if (values instanceof ColumnValues.All all) {
                return all.values();
            }
            throw new LookupFault(
                    values == ColumnValues.TooMany.ROWS
                            ? "its lookup has more than " + maxRows + " rows"
                            : "the texts of its lookup are too long to be kept");
        }

        // Never the fault's message: it may name the place of a file.
        private ColumnValues found(String column, Map<String, Object> where) throws LookupFault {
            try {
                return table.values(column, where, maxRows);
            } catch (RuntimeException failed) {
                LOG.warn("A lookup was not read: {}", failed.getClass().getName());
                throw new LookupFault("its lookup can't be read");
            }
        }

        private static Object plain(Object value) {
            if (value instanceof LocalDate date) {
                return Math.toIntExact(date.toEpochDay());
            }
            return value instanceof CharSequence text ? text.toString() : value;
        }
    }
}
