package io.paladio.carbon.differential;

import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;

/** A benchmark of the TPC: its tables, its queries, and the policies that they run under. */
enum TpcSuite {
    TPCH(22, TpchTables::all, TpchPolicies::sets),
    TPCDS(99, TpcdsTables::all, TpcdsPolicies::sets);

    private final int queries;
    private final Supplier<List<StoredTable>> tables;
    private final Supplier<List<PolicySet>> policies;

    TpcSuite(int queries, Supplier<List<StoredTable>> tables, Supplier<List<PolicySet>> policies) {
        this.queries = queries;
        this.tables = tables;
        this.policies = policies;
    }

    String schema() {
        return name().toLowerCase(Locale.ROOT);
    }

    int queries() {
        return queries;
    }

    List<StoredTable> tables() {
        return tables.get();
    }

    List<PolicySet> policies() {
        return policies.get();
    }
}
