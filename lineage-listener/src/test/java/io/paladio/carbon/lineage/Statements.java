package io.paladio.carbon.lineage;

import io.paladio.carbon.lineage.StatementRecord.AppliedPolicy;
import io.paladio.carbon.lineage.StatementRecord.ColumnFlow;
import io.paladio.carbon.lineage.StatementRecord.Flow;
import io.paladio.carbon.lineage.StatementRecord.LookupRead;
import io.paladio.carbon.lineage.StatementRecord.Outcome;
import io.paladio.carbon.lineage.StatementRecord.OutputColumn;
import io.paladio.carbon.lineage.StatementRecord.Source;
import io.paladio.carbon.lineage.StatementRecord.TableRead;
import io.paladio.carbon.policy.PolicyReference;
import io.paladio.carbon.policy.Securable;
import io.paladio.carbon.policy.ShadowEffect;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Statements to write down. */
final class Statements {
    static final Securable ORDERS = Securable.table("carbon", "sales", "orders");
    static final Securable TARGET = Securable.table("carbon", "mart", "orders_eu");
    static final long SNAPSHOT = 3962068933704253019L;

    private Statements() {}

    static StatementRecord query(Outcome outcome) {
        return statement("SELECT", List.of(), outcome);
    }

    static StatementRecord copy(Outcome outcome) {
        return statement("CREATE TABLE AS SELECT", List.of(TARGET), outcome);
    }

    static StatementRecord of(String principal, String statementId) {
        return new StatementRecord(
                statementId,
                Optional.empty(),
                principal,
                Optional.empty(),
                Set.of(),
                "SET",
                Instant.parse("2026-11-29T10:00:00Z"),
                Instant.parse("2026-11-29T10:00:00Z"),
                List.of(),
                List.of(),
                ColumnFlow.NONE,
                Optional.empty(),
                new Outcome.Completed());
    }

    private static StatementRecord statement(String kind, List<Securable> writes, Outcome outcome) {
        return new StatementRecord(
                "0b8f3c1e-5a3d-4a58-9d6e-0c6d7d1f2a11",
                Optional.of("0b8f3c1e-5a3d-4a58-9d6e-0c6d7d1f2a11"),
                "bob",
                Optional.of("svc-runquery"),
                Set.of("de", "analysts"),
                kind,
                Instant.parse("2026-11-29T10:00:00Z"),
                Instant.parse("2026-11-29T10:00:01.250Z"),
                List.of(orders()),
                writes,
                flow(),
                Optional.of("sha256:" + "0f".repeat(32)),
                outcome);
    }

    private static TableRead orders() {
        PolicyReference rows = new PolicyReference("pol_7c1e", 14, "sha256:aa");
        PolicyReference email = new PolicyReference("pol_91aa", 3, "sha256:bb");
        return new TableRead(
                ORDERS,
                Optional.of(SNAPSHOT),
                Optional.of("s3://warehouse/sales/orders-7f"),
                "sha256:effective",
                List.of(
                        new AppliedPolicy(rows, "row_filter", Optional.empty()),
                        new AppliedPolicy(email, "mask-alphanum", Optional.of("email")),
                        new AppliedPolicy(email, "mask-alphanum", Optional.of("email2"))),
                List.of(new PolicyReference("pol_free", 1, "sha256:cc")),
                List.of("region"),
                List.of(
                        new ShadowEffect(
                                new PolicyReference("pol_next", 2, "sha256:dd"),
                                "show-last-4",
                                List.of("phone", "info.ssn"),
                                Optional.empty()),
                        new ShadowEffect(
                                new PolicyReference("pol_torn", 1, "sha256:ee"),
                                "row_filter",
                                List.of(),
                                Optional.of("a column that it needs (c) is missing")),
                        new ShadowEffect(
                                        new PolicyReference("pol_rows", 1, "sha256:ff"),
                                        "row_filter",
                                        List.of(),
                                        Optional.empty())
                                .hiding(41)),
                List.of(
                        new LookupRead(Securable.table("carbon", "gov", "user_region"), Optional.of(SNAPSHOT)),
                        new LookupRead(Securable.table("carbon", "gov", "empty"), Optional.empty())));
    }

    private static ColumnFlow flow() {
        return new ColumnFlow(
                List.of(
                        new OutputColumn("id", List.of(new Source(ORDERS, "id", Flow.IDENTITY, false))),
                        new OutputColumn("email", List.of(new Source(ORDERS, "email", Flow.IDENTITY, true))),
                        new OutputColumn(
                                "band",
                                List.of(
                                        new Source(ORDERS, "amount", Flow.CONDITIONAL, false),
                                        new Source(ORDERS, "email", Flow.CONDITIONAL, true)))),
                List.of(new Source(ORDERS, "status", Flow.FILTER, false)),
                true);
    }
}
