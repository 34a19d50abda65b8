package io.paladio.carbon.suite.bench;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.paladio.carbon.index.ResolveAnswer;
import io.paladio.carbon.index.ResolveRequest;
import io.paladio.carbon.index.jdbc.JdbcPolicySource;
import io.paladio.carbon.platform.index.ScaledIndex;
import io.paladio.carbon.policy.Caller;
import io.paladio.carbon.policy.Securable;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.ref.Reference;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;

/**
 * How long Index in Postgres takes to answer a statement's question, from the question to policies that are read, and how much
 * memory the answers keep. Cold: the engine knows no answer about these tables for this principal. Warm: it knows all, and none
 * has changed. Used by one thread.
 */
final class ResolveBench {
    private static final ScaledIndex SMALL = new ScaledIndex(1_000);
    private static final int TABLES = 10;
    private static final int WARM_UP = 100;
    private static final int STATEMENTS_KEPT = 300;

    private final BenchSize size;
    private final Random random = new Random(20261130L);

    ResolveBench(BenchSize size) {
        this.size = size;
    }

    ObjectNode run() throws IOException, SQLException {
        long small;
        try (ScaledDatabase index = ScaledDatabase.of(SMALL)) {
            small = keptBytes(index);
        }
        long began = System.nanoTime();
        try (ScaledDatabase index = ScaledDatabase.of(size.index())) {
            System.out.printf(
                    "bench: Index with %d tables filled in %d s%n",
                    size.index().tables(), (System.nanoTime() - began) / 1_000_000_000);
            ObjectNode json = JsonNodeFactory.instance
                    .objectNode()
                    .put("tables-in-index", size.index().tables());
            json.set("ten-tables", latencies(index, TABLES));
            json.set("one-table", latencies(index, 1));
            json.set("kept", kept(small, keptBytes(index)));
            return json;
        }
    }

    private ObjectNode latencies(ScaledDatabase index, int tables) {
        Timings cold = new Timings();
        Timings warm = new Timings();
        try (JdbcPolicySource source = index.source()) {
            for (int round = 0; round < WARM_UP + size.questions(); round++) {
                ask(
                        source,
                        question(tables),
                        round < WARM_UP ? new Timings() : cold,
                        round < WARM_UP ? new Timings() : warm);
            }
        }
        System.out.printf(
                "bench: resolve, %d tables of %d, cold: %s%n",
                tables, size.index().tables(), cold);
        System.out.printf(
                "bench: resolve, %d tables of %d, warm: %s%n",
                tables, size.index().tables(), warm);
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.set("cold", cold.json());
        json.set("warm", warm.json());
        return json;
    }

    private static void ask(JdbcPolicySource source, ResolveRequest question, Timings cold, Timings warm) {
        ResolveAnswer[] answers = new ResolveAnswer[2];
        cold.time(() -> answers[0] = source.resolve(question));
        warm.time(() -> answers[1] = source.resolve(question));
        boolean unchanged = answers[0].tables().entrySet().stream()
                .allMatch(entry -> answers[1].tables().get(entry.getKey()) == entry.getValue());
        if (!unchanged) {
            throw new IllegalStateException("what is called warm was sent again");
        }
    }

    private ResolveRequest question(int tables) {
        Set<Securable> wanted = new HashSet<>();
        while (wanted.size() < tables) {
            wanted.add(ScaledIndex.table(random.nextInt(size.index().tables())));
        }
        return question(random.nextInt(size.index().tables()), wanted);
    }

    private static ResolveRequest question(int principal, Set<Securable> tables) {
        return new ResolveRequest(new Caller(ScaledIndex.principal(principal), Optional.empty(), Map.of()), tables);
    }

    /** What the same questions about the same thousand tables leave in memory: two sizes of Index must not differ. */
    private static long keptBytes(ScaledDatabase index) {
        try (JdbcPolicySource source = index.source()) {
            source.resolve(question(0, Set.of(ScaledIndex.table(0))));
            long before = heap();
            for (int statement = 0; statement < STATEMENTS_KEPT; statement++) {
                Set<Securable> tables = new HashSet<>();
                for (int table = 0; table < TABLES; table++) {
                    tables.add(ScaledIndex.table((statement * TABLES + table) % SMALL.tables()));
                }
                source.resolve(question(statement, tables));
            }
            long after = heap();
            Reference.reachabilityFence(source);
            return after - before;
        }
    }

    private static long heap() {
        for (int round = 0; round < 3; round++) {
            System.gc();
        }
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }

    private ObjectNode kept(long small, long full) {
        double ratio = (double) full / small;
        System.out.printf(
                "bench: %d answers about %d tables keep %.1f MiB with %d tables in Index, %.1f MiB with %d: ratio %.2f%n",
                STATEMENTS_KEPT * TABLES,
                SMALL.tables(),
                small / 1048576.0,
                SMALL.tables(),
                full / 1048576.0,
                size.index().tables(),
                ratio);
        return JsonNodeFactory.instance
                .objectNode()
                .put("answers", STATEMENTS_KEPT * TABLES)
                .put("bytes-of-small-index", small)
                .put("bytes", full)
                .put("ratio", Timings.rounded(ratio));
    }
}
