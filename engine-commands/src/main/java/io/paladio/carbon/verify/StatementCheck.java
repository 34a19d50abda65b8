package io.paladio.carbon.verify;

import io.paladio.carbon.policy.Securable;
import io.paladio.carbon.verify.Outcome.Kind;
import io.paladio.carbon.verify.Verdict.Order;
import java.util.Optional;

/** Runs statements as the principal and over the copy, and says how they compare. Used by one thread; closes what it opened. */
final class StatementCheck implements AutoCloseable {
    private final Securable table;
    private final EngineSession governed;
    private final TableCopy copy;
    private final Sessions sessions;
    private final Reference reference;
    private Optional<Reference> reversed = Optional.empty();

    /** Opens a new session of the exempt principal. */
    interface Sessions {
        EngineSession open() throws EngineFailure;
    }

    StatementCheck(Securable table, EngineSession governed, TableCopy copy, Sessions sessions) throws EngineFailure {
        this.table = table;
        this.governed = governed;
        this.copy = copy;
        this.sessions = sessions;
        this.reference = Reference.over(sessions.open(), table, copy);
    }

    Outcome of(Statement statement) throws EngineFailure {
        try {
            return compared(statement);
        } catch (Statement.Unfit unfit) {
            return Outcome.notCompared(unfit.why());
        }
    }

    private Outcome compared(Statement statement) throws EngineFailure, Statement.Unfit {
        String overCopy = statement.overCopyOf(table);
        Answer first = governed.answer(statement.sql());
        Optional<Outcome> early = Verdict.ofGoverned(first);
        if (early.isPresent()) {
            return early.get();
        }
        Answer expected = reference.answer(overCopy);
        Order order = statement.isOrdered() ? Order.ASKED_FOR : Order.ANY;
        Outcome outcome = Verdict.of(first, expected, order);
        if (outcome.kind() != Kind.DIFFERENT) {
            return outcome;
        }
        if (!copy.unforeseen().isEmpty() && Verdict.lacksColumns(first, expected)) {
            throw new Statement.Unfit("what " + String.join(", ", copy.unforeseen()) + " shows can't be foreseen");
        }
        requireDetermined(first, governed.answer(statement.sql()), order, "it gives something else each time");
        requireDetermined(expected, reference.answer(overCopy), order, "it gives something else each time");
        requireDetermined(expected, reversed().answer(overCopy), order, "its answer depends on the order of rows");
        return outcome;
    }

    /** A statement that leaves its answer open, as LIMIT without a total order does, has nothing to be compared. */
    private static void requireDetermined(Answer once, Answer again, Order order, String why) throws Statement.Unfit {
        if (Verdict.of(once, again, order).kind() == Kind.DIFFERENT) {
            throw new Statement.Unfit(why);
        }
    }

    private Reference reversed() throws EngineFailure {
        if (reversed.isEmpty()) {
            reversed = Optional.of(Reference.over(sessions.open(), table, copy.reversed()));
        }
        return reversed.get();
    }

    @Override
    public void close() {
        reference.close();
        reversed.ifPresent(Reference::close);
    }
}
