package io.paladio.carbon.verify;

import io.paladio.carbon.command.Impossible;
import io.paladio.carbon.index.PolicySource;
import io.paladio.carbon.policy.Caller;
import io.paladio.carbon.policy.Decision;
import io.paladio.carbon.policy.Securable;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.spark.sql.types.StructType;

/** One run of the command: the table as it is, what is due, and all statements. Used by one thread. */
final class VerifyRun implements AutoCloseable {
    private final Securable table;
    private final VerifyCommand.Engine engine;
    private final EngineSession principal;
    private final EngineSession exempt;

    private VerifyRun(Securable table, VerifyCommand.Engine engine, EngineSession principal, EngineSession exempt) {
        this.table = table;
        this.engine = engine;
        this.principal = principal;
        this.exempt = exempt;
    }

    static VerifyRun of(Securable table, VerifyCommand.Engine engine) throws EngineFailure {
        EngineSession principal = engine.asPrincipal();
        try {
            return new VerifyRun(table, engine, principal, engine.asExempt());
        } catch (EngineFailure failure) {
            principal.close();
            throw failure;
        }
    }

    /** With what is due by the policies of Index. */
    void byIndex(PolicySource index, List<SqlFile> files, Findings findings) throws EngineFailure, Impossible {
        requireExempt();
        StructType stored = stored();
        Caller caller = engine.principal().caller(engine.principalClaim(), name());
        DueByIndex due = new DueByIndex(index, table, caller, exempt);
        List<String> snapshot = snapshot();
        Decision decision = due.decision(stored);
        compareTold(decision, findings);
        check(due.due(decision, stored), files, findings);
        // What changed meanwhile was compared with what it no longer is.
        requireUnchanged(snapshot.equals(snapshot()) && etag(decision).equals(etag(due.decision(stored()))));
    }

    /** With what the engine shows of the table as a whole. */
    void byItself(List<SqlFile> files, Findings findings) throws EngineFailure, Impossible {
        requireExempt();
        List<String> snapshot = snapshot();
        TableRead read = TableRead.of(table, principal, exempt);
        if (read.notStored() > 0 || read.missing() > 0) {
            findings.add(
                    table.toString(),
                    "different: " + read.notStored() + " rows are shown that are not stored, " + read.missing()
                            + " are missing though no filter hides any");
        }
        check(read.due(), files, findings);
        requireUnchanged(snapshot.equals(snapshot()));
    }

    private void check(Due due, List<SqlFile> files, Findings findings) throws EngineFailure {
        if (due instanceof Due.Visible visible) {
            findings.say("The reference: " + visible.copy().rows().size() + " rows, " + visible.source() + ".");
            try (StatementCheck check = new StatementCheck(table, principal, visible.copy(), engine::asExempt)) {
                for (SqlFile file : files) {
                    for (Statement statement : file.statements()) {
                        findings.add(file.name(), statement, check.of(statement));
                    }
                }
            }
        } else if (due instanceof Due.Refused refused) {
            for (SqlFile file : files) {
                for (Statement statement : file.statements()) {
                    findings.add(file.name(), statement, ofRefusal(statement, refused));
                }
            }
        }
    }

    private Outcome ofRefusal(Statement statement, Due.Refused refused) {
        try {
            statement.overCopyOf(table);
        } catch (Statement.Unfit unfit) {
            return Outcome.notCompared(unfit.why());
        }
        return Verdict.ofRefusal(principal.answer(statement.sql()), refused.condition());
    }

    /** The engine names the policies that it applies; they must be those that follow from Index. */
    private void compareTold(Decision decision, Findings findings) throws EngineFailure, Impossible {
        if (decision instanceof Decision.Denied || decision instanceof Decision.Unenforceable) {
            return;
        }
        ToldPolicies told = ToldPolicies.by(principal, table);
        if (told.hasRestrictionsOfCatalog()) {
            throw new Impossible("The catalog restricts the table besides Index, and does not say by what.");
        }
        Set<String> due =
                decision instanceof Decision.Restricted restricted ? ToldPolicies.of(restricted.policy()) : Set.of();
        if (!told.all().equals(due)) {
            findings.add(
                    table.toString(),
                    "different: policies only governed " + without(told.all(), due) + ", only reference "
                            + without(due, told.all()));
        }
    }

    private static List<String> without(Set<String> all, Set<String> others) {
        Set<String> rest = new HashSet<>(all);
        rest.removeAll(others);
        return rest.stream().sorted().toList();
    }

    private void requireExempt() throws EngineFailure, Impossible {
        if (!ToldPolicies.by(exempt, table).all().isEmpty()) {
            throw new Impossible(
                    "The principal of --exempt-token is restricted on the table: it can't tell what is stored.");
        }
    }

    private static void requireUnchanged(boolean unchanged) throws Impossible {
        if (!unchanged) {
            throw new Impossible("The table or its policies changed meanwhile. Run it again.");
        }
    }

    private StructType stored() throws EngineFailure {
        return exempt.read("SELECT * FROM " + TableName.sql(table) + " LIMIT 0", row -> false);
    }

    /** Which state of the table is the current one. */
    private List<String> snapshot() throws EngineFailure {
        return exempt.rows("SELECT snapshot_id FROM " + TableName.sql(table) + ".`refs` WHERE name = 'main'").stream()
                .map(row -> row.get(0).toString())
                .toList();
    }

    private String name() throws EngineFailure {
        return principal.rows("SELECT current_principal()").get(0).getString(0);
    }

    private static String etag(Decision decision) {
        if (decision instanceof Decision.Restricted restricted) {
            return restricted.policy().etag();
        }
        return decision instanceof Decision.Unrestricted unrestricted ? unrestricted.etag() : decision.toString();
    }

    @Override
    public void close() {
        principal.close();
        exempt.close();
    }
}
