package io.paladio.carbon.policy.document;

import io.paladio.carbon.policy.Mask;
import io.paladio.carbon.policy.document.PolicyDocument.ColumnMaskBody;
import io.paladio.carbon.policy.document.PolicyDocument.Mode;
import io.paladio.carbon.policy.document.PolicyDocument.RowFilterBody;
import io.paladio.carbon.policy.document.PolicyTest.Outcome;
import io.paladio.carbon.policy.document.TestRow.Misfit;
import io.paladio.carbon.policy.document.TestRow.Nulls;
import io.paladio.carbon.policy.expression.Expression.Literal;
import io.paladio.carbon.policy.expression.ExpressionFault;
import io.paladio.carbon.policy.expression.ParsedExpression;
import io.paladio.carbon.policy.expression.Truth;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Runs the tests of a policy as though it were the only one of its table: times, tags and shadow mode are left aside. What fails is
 * told without the values of the row. Immutable.
 */
final class TestRun {
    private static final String EXPRESSION = "expression";
    private static final String DENY = "deny";
    private static final String VALUE = "value";
    /** What they make of a value is known when a statement runs, not before. */
    private static final Set<String> UNFORESEEN =
            Set.of(DENY, "hmac-sha-256", Mask.Standard.SHA_256_QUERY_LOCAL.kind());

    private final PolicyDocument document;

    TestRun(PolicyDocument document) {
        this.document = document;
    }

    void requireAllHold(List<PolicyTest> tests) throws DocumentFault {
        for (PolicyTest test : tests) {
            requireHolds(test);
        }
    }

    /** Ends normally only where the test holds. */
    void requireHolds(PolicyTest test) throws DocumentFault {
        if (document.body() instanceof RowFilterBody filter) {
            requireOutcome(test, outcome(filter, test));
        } else if (document.body() instanceof ColumnMaskBody mask) {
            requireSeen(mask, test);
        }
    }

    private Outcome outcome(RowFilterBody filter, PolicyTest test) throws DocumentFault {
        if (!applies(test)) {
            // A permissive filter of others leaves no row (S2).
            return filter.mode() == Mode.PERMISSIVE ? Outcome.HIDDEN : Outcome.VISIBLE;
        }
        Truth truth = row(test, Optional.empty()).meaning(names(filter.sql(), test), row -> row.truth(filter.sql()));
        return truth == Truth.TRUE ? Outcome.VISIBLE : Outcome.HIDDEN;
    }

    private void requireSeen(ColumnMaskBody mask, PolicyTest test) throws DocumentFault {
        Outcome outcome = isRaw(mask, test) ? Outcome.RAW : Outcome.MASKED;
        if (!(test.expected() instanceof PolicyTest.Seen seen)) {
            requireOutcome(test, outcome);
            return;
        }
        if (outcome == Outcome.MASKED && UNFORESEEN.contains(mask.kind())) {
            throw new DocumentFault(
                    JsonPath.field(test.path(), "expect"),
                    "What this kind of mask makes of a value can't be foreseen. Write \"masked\".");
        }
        boolean same = row(test, Optional.of(mask.on()))
                .meaning(read(mask, test, outcome), row -> TestValues.isSame(seen(mask, row, outcome), seen.value()));
        if (!same) {
            throw failed(test, outcome.word() + ", and not the value that is expected");
        }
    }

    private boolean isRaw(ColumnMaskBody mask, PolicyTest test) throws DocumentFault {
        if (!applies(test)) {
            return true;
        }
        if (mask.unless().isEmpty()) {
            return false;
        }
        String unless = mask.unless().get();
        // A column is there for a whole statement or not at all: no row can release a denied one.
        Nulls nulls = mask.kind().equals(DENY) ? Nulls.OF_ALL_COLUMNS : Nulls.OF_THE_MASKED_COLUMN;
        return new TestRow(document.columns(), test, Optional.of(mask.on()), nulls)
                .meaning(
                        names(unless, test),
                        row -> mask.kind().equals(DENY) ? row.isAlways(unless) : row.truth(unless) == Truth.TRUE);
    }

    private Set<String> read(ColumnMaskBody mask, PolicyTest test, Outcome outcome) throws DocumentFault {
        Set<String> names = new HashSet<>(Set.of(VALUE));
        if (outcome == Outcome.MASKED && mask.sql().isPresent()) {
            names.addAll(names(mask.sql().get(), test));
        }
        return names;
    }

    private static Literal seen(ColumnMaskBody mask, TypedRow row, Outcome outcome) throws Misfit {
        Literal raw = row.literal(VALUE);
        if (outcome == Outcome.RAW) {
            return raw;
        }
        if (mask.kind().equals(EXPRESSION)) {
            return row.value(mask.sql().orElseThrow(), raw.type());
        }
        return TestMasks.masked(Mask.Standard.named(mask.kind()).orElseThrow(), raw);
    }

    private boolean applies(PolicyTest test) {
        return document.to().speaksOf(test.as()) && !document.except().speaksOf(test.as());
    }

    private TestRow row(PolicyTest test, Optional<String> masked) {
        return new TestRow(document.columns(), test, masked, Nulls.OF_THE_MASKED_COLUMN);
    }

    private static Set<String> names(String sql, PolicyTest test) throws DocumentFault {
        try {
            ParsedExpression parsed = ParsedExpression.parse(sql);
            if (!parsed.lookups().isEmpty()) {
                throw new DocumentFault(
                        test.path(),
                        "What a lookup holds is not known to a test. Expect masked of a mask, or leave the test out.");
            }
            return parsed.names();
        } catch (ExpressionFault parsedBefore) {
            throw new DocumentFault(test.path(), "The expression can't be read.");
        }
    }

    private static void requireOutcome(PolicyTest test, Outcome outcome) throws DocumentFault {
        if (test.expected() != outcome) {
            throw failed(test, outcome.word());
        }
    }

    private static DocumentFault failed(PolicyTest test, String outcome) {
        String what = outcome.equals(Outcome.VISIBLE.word()) || outcome.equals(Outcome.HIDDEN.word()) ? "row" : "value";
        return new DocumentFault(
                test.path(),
                "The test fails: the " + what + " is " + outcome + ". Correct the policy, or what the test expects.");
    }
}
