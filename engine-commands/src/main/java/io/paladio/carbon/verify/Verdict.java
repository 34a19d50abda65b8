package io.paladio.carbon.verify;

import io.paladio.carbon.error.CarbonCondition;
import io.paladio.carbon.verify.Outcome.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Holds the engine's answer to a statement against the reference's. Stateless. */
final class Verdict {
    /** A statement that asks for what a copy does not have: other states of the table, its metadata. */
    private static final Set<String> NOT_OF_A_COPY = Set.of(
            "TABLE_OR_VIEW_NOT_FOUND",
            "UNSUPPORTED_FEATURE.TIME_TRAVEL",
            "INVALID_TIME_TRAVEL_SPEC",
            "PARSE_SYNTAX_ERROR",
            "UNSUPPORTED_FEATURE.TABLE_OPERATION");
    /** The engine could not say what it would have said otherwise. */
    private static final Set<String> UNDECIDED = Set.of(
            CarbonCondition.INDEX_UNAVAILABLE.errorClass(),
            CarbonCondition.FACE_UNAVAILABLE.errorClass(),
            CarbonCondition.IDENTITY_REQUIRED.errorClass(),
            CarbonCondition.IDENTITY_INVALID.errorClass());

    private static final String UNRESOLVED_COLUMN = "UNRESOLVED_COLUMN";

    private Verdict() {}

    /** Where the principal should be refused: anything else is a difference. */
    static Outcome ofRefusal(Answer governed, CarbonCondition due) {
        if (governed instanceof Answer.Failed failed) {
            return failed.isRefusal() && !UNDECIDED.contains(failed.condition())
                    ? Outcome.same("refused with " + failed.condition() + ", as is due")
                    : Outcome.notCompared("it fails with " + failed.condition());
        }
        return Outcome.different("it is answered, where " + due.errorClass() + " is due");
    }

    /** What can be said without the reference; empty where it has to be asked. */
    static Optional<Outcome> ofGoverned(Answer governed) {
        if (governed instanceof Answer.TooMany) {
            return Optional.of(
                    Outcome.notCompared("it gives more than " + EngineSession.MOST_ROWS + " rows. Aggregate them"));
        }
        if (!(governed instanceof Answer.Failed failed) || !failed.isRefusal()) {
            return Optional.empty();
        }
        if (failed.condition().equals(CarbonCondition.SEAL_BROKEN.errorClass())) {
            return Optional.of(Outcome.different("the engine stopped itself with " + failed.condition()));
        }
        return Optional.of(
                UNDECIDED.contains(failed.condition())
                        ? Outcome.notCompared("it fails with " + failed.condition())
                        : new Outcome(Kind.REFUSED, failed.condition(), Optional.empty()));
    }

    /** @param isOrdered whether the order of rows is part of the statement */
    static Outcome of(Answer governed, Answer reference, Order order) {
        if (reference instanceof Answer.TooMany) {
            return Outcome.different("more than " + EngineSession.MOST_ROWS + " rows over the copy alone");
        }
        if (governed instanceof Answer.Rows rows && reference instanceof Answer.Rows expected) {
            return ofRows(rows, expected, order);
        }
        if (reference instanceof Answer.Failed failed && NOT_OF_A_COPY.contains(failed.condition())) {
            return Outcome.notCompared("over a copy it fails with " + failed.condition());
        }
        return ofFailures(governed, reference);
    }

    private static Outcome ofFailures(Answer governed, Answer reference) {
        String first = told(governed);
        String second = told(reference);
        return first.equals(second)
                ? Outcome.same("it " + first + ", as over the copy")
                : Outcome.different("it " + first + "; over the copy it " + second);
    }

    private static String told(Answer answer) {
        return answer instanceof Answer.Failed failed ? "fails with " + failed.condition() : "is answered";
    }

    private static Outcome ofRows(Answer.Rows governed, Answer.Rows reference, Order order) {
        Comparison rows = Comparison.of(governed.rows(), reference.rows());
        List<String> parts = new ArrayList<>();
        int misfits = misfits(governed.columns(), reference.columns());
        if (misfits > 0) {
            parts.add(misfits + (misfits == 1 ? " column differs" : " columns differ")
                    + " in name, type or nullability, or is there on one side alone");
        }
        if (!rows.isSame()) {
            parts.add("rows " + rows.governed() + " vs " + rows.reference() + ", " + rows.onlyGoverned()
                    + " only governed, " + rows.onlyReference() + " only reference");
        } else if (order == Order.ASKED_FOR && !inOrder(governed.rows(), reference.rows())) {
            parts.add("the same " + rows.governed() + " rows in another order");
        }
        String words = parts.isEmpty() ? counted(rows.governed()) : String.join("; ", parts);
        return new Outcome(parts.isEmpty() ? Kind.SAME : Kind.DIFFERENT, words, Optional.of(rows));
    }

    private static String counted(int rows) {
        return rows + (rows == 1 ? " row" : " rows");
    }

    private static int misfits(List<String> governed, List<String> reference) {
        int misfits = Math.abs(governed.size() - reference.size());
        for (int i = 0; i < Math.min(governed.size(), reference.size()); i++) {
            misfits += governed.get(i).equals(reference.get(i)) ? 0 : 1;
        }
        return misfits;
    }

    private static boolean inOrder(List<RowImage> governed, List<RowImage> reference) {
        for (int i = 0; i < governed.size(); i++) {
            if (!governed.get(i).isAlike(reference.get(i))) {
                return false;
            }
        }
        return true;
    }

    /** Whether a statement says in which order its rows come. */
    enum Order {
        ASKED_FOR,
        ANY
    }

    /** Whether a difference may come of columns that the copy lacks because nobody can foresee their values. */
    static boolean lacksColumns(Answer governed, Answer reference) {
        if (reference instanceof Answer.Failed failed) {
            return failed.condition().startsWith(UNRESOLVED_COLUMN);
        }
        return governed instanceof Answer.Rows rows
                && reference instanceof Answer.Rows expected
                && rows.columns().size() != expected.columns().size();
    }
}
