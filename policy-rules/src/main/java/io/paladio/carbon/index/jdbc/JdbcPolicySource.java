package io.paladio.carbon.index.jdbc;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.paladio.carbon.error.Refusal;
import io.paladio.carbon.index.AnswerReader;
import io.paladio.carbon.index.FaultyDocument;
import io.paladio.carbon.index.IndexUnavailable;
import io.paladio.carbon.index.KnownAnswers;
import io.paladio.carbon.index.KnownDocuments;
import io.paladio.carbon.index.Obligations;
import io.paladio.carbon.index.ObservedFaults;
import io.paladio.carbon.index.PolicySource;
import io.paladio.carbon.index.QuestionWriter;
import io.paladio.carbon.index.Recording;
import io.paladio.carbon.index.ResolveAnswer;
import io.paladio.carbon.index.ResolveRequest;
import io.paladio.carbon.index.TableAnswer;
import io.paladio.carbon.policy.Securable;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Index in Postgres: one call of {@code carbon_index.resolve(jsonb)} a question, for all its tables, in one round trip.
 *
 * <p>Does not need Index to be up when it is made. The deadline counts from the question to the answer, waiting for a
 * connection included. Thread-safe.
 */
public final class JdbcPolicySource implements PolicySource {
    private static final Logger LOG = LoggerFactory.getLogger(JdbcPolicySource.class);
    private static final String QUESTION = "SELECT carbon_index.resolve(?::jsonb) AS answer";
    private static final String OBLIGATIONS = "SELECT carbon_index.record_obligations(?::jsonb) AS answer";
    private static final String WITHDRAWAL = "SELECT carbon_index.withdraw_obligations(?::jsonb) AS answer";
    private static final String QUERY_CANCELED = "57014";
    private static final String SECOND_VALUE = "21000";
    /** No such function, no right to call it, no such schema. */
    private static final Set<String> NO_PLACE = Set.of("42883", "42501", "3F000");

    private static final int CONNECTIONS = 4;
    private static final int KNOWN_TABLES = 4096;
    /** The shortest wait that the pool knows. */
    private static final long SHORTEST_WAIT_MILLIS = 250;

    private final Duration timeout;
    private final HikariDataSource pool;
    private final KnownAnswers known = new KnownAnswers(KNOWN_TABLES);
    private final KnownDocuments documents = new KnownDocuments();
    private final ObservedFaults observed = new ObservedFaults();
    private final ScheduledExecutorService clock;

    public JdbcPolicySource(String url, String user, Supplier<String> password, Duration timeout) {
        this.timeout = timeout;
        this.pool = new HikariDataSource(pool(new IndexDataSource(url, user, password, timeout), timeout));
        this.clock = Executors.newSingleThreadScheduledExecutor(task -> {
            Thread thread = new Thread(task, "carbon-index-deadline");
            thread.setDaemon(true);
            return thread;
        });
    }

    @Override
    public ResolveAnswer resolve(ResolveRequest request) {
        Map<Securable, TableAnswer> sent = known.about(request);
        String json = ask(QuestionWriter.write(request, sent));
        ResolveAnswer answer = AnswerReader.read(json, request, sent, documents);
        known.remember(answer);
        observed.observe(answer);
        return answer;
    }

    /** In a transaction of its own, which is over when this answers. */
    @Override
    public Recording record(Obligations obligations) {
        Deadline deadline = new Deadline(timeout);
        try {
            call(OBLIGATIONS, obligations.toJson(), deadline);
            return Recording.IN_FORCE;
        } catch (SQLException failure) {
            String code = String.valueOf(failure.getSQLState());
            if (NO_PLACE.contains(code)) {
                return Recording.NO_PLACE;
            }
            if (code.equals(SECOND_VALUE)) {
                return Recording.SECOND_VALUE;
            }
            throw refusal(failure, deadline);
        }
    }

    @Override
    public void withdraw(Obligations obligations) {
        try {
            call(WITHDRAWAL, obligations.toJson(), new Deadline(timeout));
        } catch (SQLException | Refusal kept) {
            LOG.warn("Index keeps what rows of {} owe that were not added", obligations.table());
        }
    }

    @Override
    public List<FaultyDocument> faults() {
        return observed.faults();
    }

    /** A connection to Index for records that are written there; the borrower closes it. */
    public Connection connection() throws SQLException {
        return pool.getConnection();
    }

    @Override
    public void close() {
        clock.shutdownNow();
        pool.close();
    }

    private String ask(String question) {
        Deadline deadline = new Deadline(timeout);
        try {
            return call(QUESTION, question, deadline);
        } catch (SQLException failure) {
            throw refusal(failure, deadline);
        }
    }

    @SuppressWarnings("try")
    private String call(String function, String json, Deadline deadline) throws SQLException {
        try (Connection connection = pool.getConnection();
                Deadline.Watch watch = deadline.watch(connection, clock);
                PreparedStatement statement = connection.prepareStatement(function)) {
            requireTimeFor(deadline);
            statement.setString(1, json);
            return onlyAnswer(statement);
        }
    }

    /**
     * Who got a connection at the last moment leaves it to the next. Cut within the question, the connection would be lost, and
     * under load every next question would meet a new and slow one and be cut in turn.
     */
    private void requireTimeFor(Deadline deadline) {
        if (deadline.remaining().compareTo(timeout.dividedBy(4)) < 0) {
            throw noConnection();
        }
    }

    private static Refusal noConnection() {
        return IndexUnavailable.because("no connection to it within the deadline");
    }

    private static String onlyAnswer(PreparedStatement statement) throws SQLException {
        try (ResultSet rows = statement.executeQuery()) {
            String answer = rows.next() ? rows.getString(1) : null;
            if (answer == null || rows.next()) {
                throw IndexUnavailable.nonsense("not one answer");
            }
            return answer;
        }
    }

    /** Tells no more than the code of the failure: the driver's own text names hosts and quotes what was sent. */
    private static Refusal refusal(SQLException failure, Deadline deadline) {
        String code = failure.getSQLState() == null ? "none" : failure.getSQLState();
        LOG.warn("Index did not answer; the database's code is {}", code);
        if (failure instanceof SQLTransientConnectionException) {
            return noConnection();
        }
        return IndexUnavailable.because(
                deadline.isPast() || code.equals(QUERY_CANCELED)
                        ? "no answer within the deadline"
                        : "its database failed with code " + code);
    }

    private static HikariConfig pool(IndexDataSource source, Duration timeout) {
        long millis = Math.max(SHORTEST_WAIT_MILLIS, timeout.toMillis());
        HikariConfig config = new HikariConfig();
        config.setPoolName("carbon-index");
        config.setDataSource(source);
        config.setMaximumPoolSize(CONNECTIONS);
        config.setMinimumIdle(0);
        config.setInitializationFailTimeout(-1);
        config.setConnectionTimeout(millis);
        config.setValidationTimeout(Math.max(SHORTEST_WAIT_MILLIS, millis / 4));
        config.setConnectionInitSql("SET statement_timeout = " + millis);
        return config;
    }
}
