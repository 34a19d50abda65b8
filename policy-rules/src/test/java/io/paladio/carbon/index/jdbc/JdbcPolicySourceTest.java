package io.paladio.carbon.index.jdbc;

import static io.paladio.carbon.index.Refusals.assertIndexUnavailable;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.paladio.carbon.error.CarbonCondition;
import io.paladio.carbon.error.Refusal;
import io.paladio.carbon.index.Access;
import io.paladio.carbon.index.ResolveAnswer;
import io.paladio.carbon.index.ResolveRequest;
import io.paladio.carbon.index.TableAnswer;
import io.paladio.carbon.policy.Caller;
import io.paladio.carbon.policy.Securable;
import io.paladio.carbon.policy.document.PolicyCandidate;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** S22, T33: Index in a real Postgres, asked as the engine asks; and every way in which it does not answer. */
class JdbcPolicySourceTest {
    private static final Securable TABLE = Securable.table("carbon", "hr", "t");
    private static final Securable OTHER = Securable.table("carbon", "sales", "orders");
    private static final Duration TIMEOUT = Duration.ofSeconds(2);
    private static final String POLICY = """
            {"format": 1, "id": "%s", "name": "n", "version": %d, "type": "row_filter", "enforcement": "enforce",
             "attach": {"securable": "%s", "inherit": true}, "to": {"everyone": true}, "except": {"groups": ["ü"]},
             "expression": {"lang": "spark-sql-restricted/1", "sql": "region = 'EU' OR region = 'y\\u00e9/'"}}""";

    private static IndexDatabase database;
    private static String resolveFunction;

    private JdbcPolicySource source;

    @BeforeAll
    static void start() throws Exception {
        database = new IndexDatabase();
        resolveFunction = database.ask("SELECT pg_get_functiondef('carbon_index.resolve(jsonb)'::regprocedure)");
        database.run("""
                INSERT INTO carbon_index.principals VALUES ('alice', '{"region": "EU"}'), ('dan', '{}');
                INSERT INTO carbon_index.groups (name) VALUES ('de'), ('staff'), ('all'), ('loop');
                INSERT INTO carbon_index.memberships (group_name, member_principal) VALUES ('de', 'alice');
                INSERT INTO carbon_index.memberships (group_name, member_group)
                    VALUES ('staff', 'de'), ('all', 'staff'), ('loop', 'all'), ('de', 'loop');
                INSERT INTO carbon_index.tags (tag) VALUES ('level'), ('owner'), ('pii');
                INSERT INTO carbon_index.tag_assignments VALUES
                    (carbon_index.securable('carbon'), '', 'level', 'low'),
                    (carbon_index.securable('carbon'), '', 'owner', 'all'),
                    (carbon_index.securable('carbon.hr'), '', 'level', 'high'),
                    (carbon_index.securable('carbon.hr'), 'email', 'pii', 'never inherited'),
                    (carbon_index.securable('carbon.hr.t'), 'email', 'pii', 'email');
                INSERT INTO carbon_index.grants (securable_id, principal_name, group_name, effect) VALUES
                    (carbon_index.securable('carbon.hr.t'), 'dan', NULL, 'denied'),
                    (carbon_index.securable('carbon'), NULL, 'all', 'granted'),
                    (carbon_index.securable('carbon'), 'dan', NULL, 'granted');
                """);
        database.putPolicy(POLICY.formatted("pol_catalog", 1, "carbon"));
        database.putPolicy(POLICY.formatted("pol_table", 2, "carbon.hr.t"));
        database.putPolicy(POLICY.formatted("pol_gone", 1, "carbon.hr"));
        database.ask("SELECT carbon_index.retire_policy('pol_gone')::text");
    }

    @AfterAll
    static void stop() throws Exception {
        database.close();
    }

    @BeforeEach
    void open() {
        source = database.source(TIMEOUT);
    }

    @AfterEach
    void close() throws SQLException {
        source.close();
        database.run(resolveFunction);
    }

    @Test
    void one_question_answers_all_tables() {
        ResolveAnswer answer = source.resolve(request("alice", TABLE, OTHER));
        assertThat(answer.principal().groups()).containsExactlyInAnyOrder("de", "staff", "all", "loop");
        assertThat(answer.principal().attributes())
                .containsExactlyInAnyOrderEntriesOf(Map.of("region", "EU", "dept", "x"));
        TableAnswer table = answer.tables().get(TABLE);
        assertThat(table.access()).isEqualTo(Access.GRANTED);
        assertThat(table.tags()).containsExactlyInAnyOrderEntriesOf(Map.of("level", "high", "owner", "all"));
        assertThat(table.columnTags()).isEqualTo(Map.of("email", Map.of("pii", "email")));
        assertThat(ids(table)).containsExactlyInAnyOrder("pol_catalog", "pol_table");
        TableAnswer other = answer.tables().get(OTHER);
        assertThat(other.tags()).containsExactlyInAnyOrderEntriesOf(Map.of("level", "low", "owner", "all"));
        assertThat(ids(other)).containsExactly("pol_catalog");
    }

    @Test
    void S1_a_denial_outweighs_grants_and_silence_leaves_it_to_the_face() {
        assertThat(source.resolve(request("dan", TABLE)).tables().get(TABLE).access())
                .isEqualTo(Access.DENIED);
        assertThat(source.resolve(request("dan", OTHER)).tables().get(OTHER).access())
                .isEqualTo(Access.GRANTED);
        assertThat(source.resolve(request("nobody", TABLE)).tables().get(TABLE).access())
                .isEqualTo(Access.UNKNOWN);
    }

    @Test
    void a_table_that_index_does_not_know_is_under_the_policies_of_what_it_lies_in() {
        Securable odd = Securable.table("carbon", "a.b", "Ünïcode ` 😀");
        assertThat(ids(source.resolve(request("alice", odd)).tables().get(odd))).containsExactly("pol_catalog");
        Securable foreign = Securable.table("other", "a", "b");
        assertThat(source.resolve(request("alice", foreign))
                        .tables()
                        .get(foreign)
                        .policies())
                .isEmpty();
    }

    @Test
    void S21_the_etag_of_a_policy_is_the_same_in_index_and_engine() throws SQLException {
        PolicyCandidate policy = source.resolve(request("alice", OTHER))
                .tables()
                .get(OTHER)
                .policies()
                .get(0);
        assertThat(((PolicyCandidate.Valid) policy).document().reference().etag())
                .isEqualTo(
                        database.ask("SELECT etag FROM carbon_index.policy_versions WHERE policy_id = 'pol_catalog'"));
    }

    @Test
    void S22_what_has_not_changed_is_not_sent_again_and_what_has_is_seen_at_once() throws SQLException {
        ResolveAnswer first = source.resolve(request("alice", TABLE));
        ResolveAnswer second = source.resolve(request("alice", TABLE));
        assertThat(second.tables().get(TABLE)).isSameAs(first.tables().get(TABLE));
        database.putPolicy(POLICY.formatted("pol_new", 1, "carbon.hr"));
        try {
            ResolveAnswer third = source.resolve(request("alice", TABLE));
            assertThat(third.epoch()).isGreaterThan(second.epoch());
            assertThat(ids(third.tables().get(TABLE))).containsExactlyInAnyOrder("pol_catalog", "pol_new", "pol_table");
        } finally {
            database.ask("SELECT carbon_index.retire_policy('pol_new')::text");
        }
        assertThat(source.resolve(request("alice", TABLE)).tables()).isEqualTo(first.tables());
    }

    @Test
    void many_tables_are_one_round_trip_and_at_most_another_to_see_that_the_connection_lives() throws Exception {
        Set<Securable> tables = new HashSet<>();
        for (int number = 0; number < 500; number++) {
            tables.add(Securable.table("carbon", "many", "t" + number));
        }
        try (IndexProxy proxy = new IndexProxy(database.port());
                JdbcPolicySource counted = sourceAt(proxy.port())) {
            counted.resolve(request("alice", TABLE));
            int before = proxy.roundTrips();
            ResolveAnswer answer = counted.resolve(request("alice", tables.toArray(Securable[]::new)));
            assertThat(answer.tables()).hasSize(500);
            assertThat(proxy.roundTrips() - before).isBetween(1, 2);
        }
    }

    @Test
    void T33_an_index_that_sleeps_is_refused_at_the_deadline_and_serves_again_when_awake() throws SQLException {
        source.resolve(request("alice", TABLE));
        replaceResolve("BEGIN PERFORM pg_sleep(30); RETURN NULL; END");
        assertRefusedInTime(source, "no answer within the deadline");
        database.run(resolveFunction);
        assertThat(source.resolve(request("alice", TABLE)).tables()).containsKey(TABLE);
    }

    @Test
    void T33_an_index_that_is_down_is_refused_at_the_deadline() throws Exception {
        int free;
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            free = socket.getLocalPort();
        }
        try (JdbcPolicySource down = sourceAt(free)) {
            assertRefusedInTime(down, "no connection to it within the deadline");
        }
    }

    @Test
    void T33_an_index_that_accepts_and_says_nothing_is_refused_at_the_deadline() throws Exception {
        try (ServerSocket hole = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
                JdbcPolicySource silent = sourceAt(hole.getLocalPort())) {
            assertRefusedInTime(silent, "no connection to it within the deadline");
        }
    }

    @Test
    void T33_an_index_that_falls_silent_or_trickles_is_refused_at_the_deadline() throws Exception {
        try (IndexProxy proxy = new IndexProxy(database.port());
                JdbcPolicySource trickling = sourceAt(proxy.port())) {
            trickling.resolve(request("alice", TABLE));
            proxy.trickle();
            assertRefusedInTime(trickling, "deadline");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "RETURN NULL",
                "RETURN '{}'::jsonb",
                "RETURN '[]'::jsonb",
                "RETURN jsonb_build_object('format', 2, 'as-of', now(), 'epoch', 1, 'tables', '[]'::jsonb,"
                        + " 'principal', '{\"name\": \"alice\", \"groups\": [], \"attributes\": {}}'::jsonb)",
                "RETURN jsonb_build_object('format', 1, 'as-of', now(), 'epoch', 1, 'tables', '[]'::jsonb,"
                        + " 'principal', '{\"name\": \"alice\", \"groups\": [], \"attributes\": {}}'::jsonb)",
                "RETURN jsonb_build_object('format', 1, 'as-of', now(), 'epoch', 1, 'tables', '[]'::jsonb,"
                        + " 'principal', '{\"name\": \"root\", \"groups\": [], \"attributes\": {}}'::jsonb)"
            })
    void T33_nonsense_is_refused(String statement) throws SQLException {
        replaceResolve("BEGIN " + statement + "; END");
        assertIndexUnavailable(() -> source.resolve(request("alice", TABLE)), "nonsense");
    }

    @Test
    void T33_a_failure_of_the_function_is_refused_without_its_text() throws SQLException {
        replaceResolve("BEGIN RAISE EXCEPTION 'the password is swordfish'; END");
        assertIndexUnavailable(() -> source.resolve(request("alice", TABLE)), "code P0001");
    }

    @Test
    void T33_a_wrong_password_is_refused_and_a_corrected_one_is_taken_without_a_restart(@TempDir Path folder)
            throws Exception {
        Path file = Files.writeString(folder.resolve("password"), "wrong\n");
        try (JdbcPolicySource bySecret =
                new JdbcPolicySource(database.url(), IndexDatabase.ENGINE, new PasswordFile(file), TIMEOUT)) {
            assertRefusedInTime(bySecret, "no connection to it within the deadline");
            Files.writeString(file, IndexDatabase.PASSWORD + "\n");
            assertThat(bySecret.resolve(request("alice", TABLE)).tables()).containsKey(TABLE);
        }
        Files.delete(file);
        try (JdbcPolicySource withoutSecret =
                new JdbcPolicySource(database.url(), IndexDatabase.ENGINE, new PasswordFile(file), TIMEOUT)) {
            assertRefusedInTime(withoutSecret, "no connection to it within the deadline");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"jdbc:mysql://localhost/x", "nonsense", "jdbc:postgresql://localhost/x?password=swordfish"})
    void an_address_that_can_not_be_meant_is_refused_at_the_start(String url) {
        assertThatThrownBy(() -> new JdbcPolicySource(url, "engine", () -> "", TIMEOUT))
                .isInstanceOfSatisfying(Refusal.class, refusal -> {
                    assertThat(refusal.condition()).isEqualTo(CarbonCondition.CONFIG_INVALID);
                    assertThat(refusal.getMessage()).doesNotContain("swordfish");
                });
    }

    private static void assertRefusedInTime(JdbcPolicySource asked, String reason) {
        long start = System.nanoTime();
        assertIndexUnavailable(() -> asked.resolve(request("alice", TABLE)), reason);
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(TIMEOUT.plusMillis(1500));
    }

    private static JdbcPolicySource sourceAt(int port) {
        String url = "jdbc:postgresql://localhost:" + port + "/postgres";
        return new JdbcPolicySource(url, IndexDatabase.ENGINE, () -> IndexDatabase.PASSWORD, TIMEOUT);
    }

    private static void replaceResolve(String body) throws SQLException {
        database.run("CREATE OR REPLACE FUNCTION carbon_index.resolve(request jsonb) RETURNS jsonb LANGUAGE plpgsql"
                + " VOLATILE SECURITY DEFINER AS $body$ " + body + " $body$");
    }

    private static ResolveRequest request(String principal, Securable... tables) {
        return new ResolveRequest(
                new Caller(principal, Optional.empty(), Map.of("dept", "x", "region", "US")), Set.of(tables));
    }

    private static Set<String> ids(TableAnswer table) {
        Set<String> ids = new HashSet<>();
        table.policies()
                .forEach(policy -> ids.add(
                        ((PolicyCandidate.Valid) policy).document().reference().id()));
        return ids;
    }
}
