package io.paladio.carbon.suite.load;

import io.paladio.carbon.suite.fixture.IndexDatabase;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.Set;

/** Changes policies and grants in Index, one at a time, and keeps the model told. Used by one thread. */
final class LoadIndex {
    private final IndexDatabase index;
    private final LoadModel model;
    private final int tables;
    private final int readers;
    private final Random random;
    private final Map<String, Integer> versions = new HashMap<>();

    LoadIndex(IndexDatabase index, LoadModel model, LoadSize size, Random random) {
        this.index = index;
        this.model = model;
        this.tables = size.tables();
        this.readers = size.readers();
        this.random = random;
    }

    /** Who there is. */
    void introduce() {
        for (int group = 0; group < Reader.GROUPS; group++) {
            index.execute("INSERT INTO carbon_index.groups (name) VALUES (?)", Reader.groupName(group));
        }
        for (int number = 0; number < readers; number++) {
            Reader reader = Reader.number(number);
            index.execute("INSERT INTO carbon_index.principals (name) VALUES (?)", reader.name());
            index.execute(
                    "INSERT INTO carbon_index.memberships (group_name, member_principal) VALUES (?, ?)",
                    reader.groupName(),
                    reader.name());
        }
    }

    /** Puts a filter and a mask on every table. */
    void begin() {
        for (int table = 0; table < tables; table++) {
            changeFilter(table);
            changeMask(table);
        }
    }

    /** One change of something somewhere. */
    void change() {
        int table = random.nextInt(tables);
        switch (random.nextInt(5)) {
            case 0, 1 -> changeFilter(table);
            case 2, 3 -> changeMask(table);
            default -> changeGrants(table);
        }
    }

    private void changeFilter(int table) {
        TableRules next = rules(table).withNextFilter(random);
        String policy = "pol_load_t" + table + "_filter";
        change(
                table,
                next,
                () -> next.filter()
                        .ifPresentOrElse(
                                regions -> put(policy, filter(policy, table, TableRules.sql(regions))),
                                () -> index.execute("SELECT carbon_index.retire_policy(?)", policy)));
    }

    private void changeMask(int table) {
        TableRules next = rules(table).withNextMask(random);
        String policy = "pol_load_t" + table + "_mask";
        change(
                table,
                next,
                () -> next.mask()
                        .ifPresentOrElse(
                                mask -> put(policy, mask(policy, table, mask)),
                                () -> index.execute("SELECT carbon_index.retire_policy(?)", policy)));
    }

    private void changeGrants(int table) {
        boolean lift = !rules(table).denied().isEmpty();
        Set<String> denied =
                lift ? Set.of() : Set.of(Reader.number(random.nextInt(readers)).name());
        String sql = lift
                ? "DELETE FROM carbon_index.grants WHERE securable_id = carbon_index.securable(?)"
                : "INSERT INTO carbon_index.grants (securable_id, principal_name, effect)"
                        + " VALUES (carbon_index.securable(?), '"
                        + denied.iterator().next() + "', 'denied')";
        change(table, rules(table).withDenied(denied), () -> index.execute(sql, LoadRead.name(table)));
    }

    private void change(int table, TableRules next, Runnable send) {
        Map<Integer, TableRules> all = new HashMap<>(model.latest());
        all.put(table, next);
        model.sends(all, now());
        send.run();
        model.confirmed(now());
    }

    private TableRules rules(int table) {
        return model.latest().getOrDefault(table, TableRules.NONE);
    }

    private void put(String policy, String document) {
        index.execute("SELECT carbon_index.put_policy(?::jsonb)", document);
    }

    private String filter(String policy, int table, String sql) {
        return """
                {%s, "type": "row_filter", "mode": "restrictive",
                 "columns": [{"alias": "region", "match": {"name": "region"}, "cardinality": "exactly_one"},
                             {"alias": "owner", "match": {"name": "owner"}, "cardinality": "exactly_one"}],
                 "to": {"everyone": true}, "except": {"principals": ["admin"]},
                 "expression": {"lang": "spark-sql-restricted/1", "sql": "%s"}}""".formatted(head(policy, table), sql);
    }

    private String mask(String policy, int table, TableRules.SecretMask mask) {
        return """
                {%s, "type": "column_mask",
                 "columns": [{"alias": "c", "match": {"name": "secret"}, "cardinality": "exactly_one"}],
                 "on": "c", "mask": {"kind": "%s"},
                 "to": {"everyone": true}, "except": {"principals": ["admin"], "groups": ["%s"]}}""".formatted(head(policy, table), mask.kind(), Reader.groupName(mask.except()));
    }

    private String head(String policy, int table) {
        int version = versions.merge(policy, 1, Integer::sum);
        return """
                "format": 1, "id": "%s", "name": "%s", "version": %d, "enforcement": "enforce",
                 "attach": {"securable": "%s", "inherit": true}""".formatted(policy, policy, version, LoadRead.name(table));
    }

    static long now() {
        return ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now());
    }
}
