package io.paladio.carbon.spark;

import static org.assertj.core.api.Assertions.assertThat;

import io.paladio.carbon.lineage.StatementRecord;
import io.paladio.carbon.lineage.StatementRecord.AppliedPolicy;
import io.paladio.carbon.lineage.StatementRecord.ColumnFlow;
import io.paladio.carbon.lineage.StatementRecord.Outcome;
import io.paladio.carbon.lineage.StatementRecord.TableRead;
import io.paladio.carbon.policy.PolicyReference;
import io.paladio.carbon.policy.Securable;
import io.paladio.carbon.spark.catalyst.DecidedStatement;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What a session remembers of its statements, and for whom. */
class StatementMemoryTest {
    private static final Instant TEN = Instant.parse("2026-11-29T10:00:00Z");
    private final StatementMemory memory = new StatementMemory();

    private static StatementRecord statement(String id, String principal, int policies) {
        List<AppliedPolicy> applied = IntStream.range(0, policies)
                .mapToObj(number -> new AppliedPolicy(
                        new PolicyReference("pol_" + number, 3, "etag"), "row_filter", Optional.empty()))
                .toList();
        TableRead read = new TableRead(
                Securable.table("carbon", "hr", "t"),
                Optional.of(1L),
                Optional.of("s3://secret"),
                "etag",
                applied,
                List.of(),
                List.of("region"),
                List.of(),
                List.of());
        return new StatementRecord(
                id,
                Optional.empty(),
                principal,
                Optional.empty(),
                Set.of(),
                "SELECT",
                TEN,
                TEN.plusSeconds(1),
                List.of(read, read),
                List.of(),
                ColumnFlow.NONE,
                Optional.empty(),
                new Outcome.Refused("CARBON_ACCESS_DENIED", "42501", Optional.of("x")));
    }

    private List<String> ids(String session, String principal) {
        return memory.of(session, principal).stream()
                .map(DecidedStatement::statementId)
                .toList();
    }

    @Test
    void a_statement_is_told_by_id_end_outcome_tables_and_policies() {
        memory.add("s", statement("1", "bob", 1));

        assertThat(memory.of("s", "bob"))
                .containsExactly(new DecidedStatement(
                        "1",
                        TEN.plusSeconds(1),
                        "refused",
                        Optional.of("CARBON_ACCESS_DENIED"),
                        List.of("carbon.hr.t"),
                        List.of("pol_0@3")));
    }

    @Test
    void T40_neither_another_session_nor_another_principal_is_told() {
        memory.add("s", statement("1", "bob", 1));
        memory.add("t", statement("2", "bob", 1));
        memory.add("s", statement("3", "alice", 1));

        assertThat(ids("s", "bob")).containsExactly("1");
        assertThat(ids("s", "alice")).containsExactly("3");
        assertThat(ids("t", "alice")).isEmpty();
        assertThat(ids("u", "bob")).isEmpty();
    }

    @Test
    void T38_the_eldest_statements_of_a_session_are_forgotten() {
        for (int number = 0; number < 2_000; number++) {
            memory.add("s", statement("" + number, "bob", 8));
        }

        assertThat(ids("s", "bob")).hasSize(100).contains("1999").doesNotContain("1899");
        memory.add("s", statement("large", "bob", 5_000));
        assertThat(ids("s", "bob")).containsExactly("large");
    }

    @Test
    void T38_the_sessions_that_were_silent_longest_are_forgotten() {
        for (int number = 0; number < 150; number++) {
            memory.add("s" + number, statement("1", "bob", 997));
            memory.add("s0", statement("first", "bob", 0));
        }

        assertThat(ids("s0", "bob")).contains("first");
        assertThat(ids("s1", "bob")).isEmpty();
        assertThat(ids("s149", "bob")).containsExactly("1");
    }
}
