package io.paladio.carbon.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.paladio.carbon.catalog.SparkRefusal;
import io.paladio.carbon.error.CarbonCondition;
import io.paladio.carbon.spark.catalyst.SessionCaches;
import io.paladio.carbon.spark.rule.Seal;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.execution.CacheManager;
import org.apache.spark.storage.StorageLevel;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** S17: what is cached serves the session that cached it, the same plan under the same policies, and nobody and nothing else. */
class SessionCachesTest {
    private static final String PRINCIPALS = "{\"principals\":{"
            + "\"admin\":{\"groups\":[\"auditors\"],\"attributes\":{}},"
            + "\"alice\":{\"groups\":[\"%s\"],\"attributes\":{}},"
            + "\"bob\":{\"groups\":[\"de\"],\"attributes\":{}},"
            + "\"carl\":{\"groups\":[\"de\"],\"attributes\":{}},"
            + "\"dan\":{\"groups\":[],\"attributes\":{}}}}";
    private static final String TABLE = "carbon.hr.t";

    private static SparkSession alice;
    private static SparkSession bob;
    private static SparkSession admin;

    @BeforeAll
    static void sessions_that_share_one_engine() {
        SampleTables.make();
        alice = TestEngine.session("alice");
        bob = TestEngine.sibling(alice, "bob");
        admin = TestEngine.sibling(alice, "admin");
        admin.sql("CREATE TABLE IF NOT EXISTS carbon.hr.shared (id INT) USING iceberg");
    }

    @AfterEach
    void nothing_is_kept() {
        TestEngine.index("policies/eu.json", SampleTables.rowFilter("region = 'EU'"));
        TestEngine.index("access.json", "{\"carbon.hr.t\":{\"deny\":[\"dan\"]}}");
        TestEngine.index("principals.json", PRINCIPALS.formatted("auditors"));
        Stream.of(alice, bob, admin).forEach(session -> session.sql("CLEAR CACHE"));
    }

    @AfterAll
    static void stop() {
        TestEngine.stop();
    }

    @ParameterizedTest
    @CsvSource({"alice,bob", "bob,alice", "alice,admin", "bob,carl"})
    void T1_S17_what_one_caches_serves_no_other(String first, String second) {
        SparkSession one = TestEngine.sibling(alice, first);
        SparkSession other = TestEngine.sibling(alice, second);
        List<Row> before = other.table(TABLE).collectAsList();

        one.sql("CACHE TABLE " + TABLE);

        assertThat(one.catalog().isCached(TABLE)).isTrue();
        assertThat(physical(one.table(TABLE))).contains("InMemoryRelation");
        assertThat(other.catalog().isCached(TABLE)).isFalse();
        assertThat(physical(other.table(TABLE))).doesNotContain("InMemoryRelation");
        assertThat(other.table(TABLE).collectAsList()).isEqualTo(before);
    }

    @Test
    void S17_control_a_cached_table_answers_as_the_table_does() {
        List<Row> uncached = bob.sql("SELECT ssn, count(*) FROM carbon.hr.t GROUP BY ssn ORDER BY ssn")
                .collectAsList();
        bob.sql("CACHE LAZY TABLE " + TABLE);
        Dataset<Row> cached = bob.sql("SELECT ssn, count(*) FROM carbon.hr.t GROUP BY ssn ORDER BY ssn");

        assertThat(physical(cached)).contains("InMemoryRelation");
        assertThat(cached.collectAsList()).isEqualTo(uncached);
    }

    @Test
    void T1_no_one_sees_or_drops_what_another_has_cached_of_data_of_his_own() {
        SparkSession other = TestEngine.sibling(alice, "alice");
        alice.range(5).persist();
        assertThat(other.range(5).storageLevel()).isEqualTo(StorageLevel.NONE());

        other.sql("CLEAR CACHE");
        in(other, () -> {
            other.catalog().clearCache();
            return 0;
        });
        other.range(5).unpersist();

        assertThat(alice.range(5).storageLevel().useMemory()).isTrue();
    }

    @Test
    void T1_a_write_succeeds_although_another_has_the_table_cached_and_the_other_sees_it() {
        alice.sql("CACHE TABLE carbon.hr.shared");
        bob.sql("CACHE TABLE carbon.hr.shared");
        long before = bob.table("carbon.hr.shared").count();

        admin.sql("INSERT INTO carbon.hr.shared VALUES (1)");

        assertThat(alice.table("carbon.hr.shared").count()).isEqualTo(before + 1);
        assertThat(bob.table("carbon.hr.shared").count()).isEqualTo(before + 1);
    }

    @Test
    void T1_ones_own_write_renews_ones_own_cache() {
        admin.sql("CACHE TABLE carbon.hr.shared");
        long before = admin.table("carbon.hr.shared").count();

        admin.sql("INSERT INTO carbon.hr.shared VALUES (2)");

        assertThat(admin.table("carbon.hr.shared").count()).isEqualTo(before + 1);
        assertThat(admin.catalog().isCached("carbon.hr.shared")).isTrue();
    }

    @Test
    void T1_a_merge_into_ones_own_table_renews_ones_own_cache() {
        admin.sql("CREATE TABLE carbon.hr.merged AS SELECT * FROM VALUES (1, 'a'), (2, 'b') AS v(id, label)");
        admin.sql("CACHE TABLE carbon.hr.merged");

        admin.sql("MERGE INTO carbon.hr.merged o USING (SELECT 2 AS id) s ON o.id = s.id WHEN MATCHED THEN DELETE");

        assertThat(admin.table("carbon.hr.merged").collectAsList().toString()).isEqualTo("[[1,a]]");
        admin.sql("DROP TABLE carbon.hr.merged");
    }

    @Test
    void T1_a_write_succeeds_although_the_writer_may_no_longer_read_what_it_cached_with_it() {
        admin.sql("CACHE TABLE joined AS SELECT s.id FROM carbon.hr.shared s JOIN carbon.hr.t t ON s.id = t.id");
        TestEngine.index("access.json", "{\"carbon.hr.t\":{\"deny\":[\"dan\",\"admin\"]}}");
        long before = admin.table("carbon.hr.shared").count();

        admin.sql("INSERT INTO carbon.hr.shared VALUES (3)");

        assertThat(admin.table("carbon.hr.shared").count()).isEqualTo(before + 1);
        assertRefused(() -> admin.table("joined").count(), CarbonCondition.ACCESS_DENIED);
        admin.sql("DROP VIEW joined");
    }

    @Test
    void S17_a_changed_policy_leaves_the_cache_behind() {
        bob.sql("CACHE TABLE " + TABLE);
        assertThat(ids(bob)).isEqualTo("[[1], [2], [6]]");

        TestEngine.index("policies/eu.json", SampleTables.rowFilter("region = 'US'"));

        assertThat(ids(bob)).isEqualTo("[[3], [4]]");
        assertThat(bob.catalog().isCached(TABLE)).isFalse();
        TestEngine.index("policies/eu.json", SampleTables.rowFilter("region = 'EU'"));
        assertThat(ids(bob)).isEqualTo("[[1], [2], [6]]");
    }

    @Test
    void S17_who_was_unrestricted_when_he_cached_gets_the_policy_that_binds_him_now() {
        alice.sql("CACHE TABLE " + TABLE);
        alice.sql("CACHE TABLE seen AS SELECT id, ssn FROM carbon.hr.t");
        assertThat(alice.table("seen").count()).isEqualTo(6);

        TestEngine.index("principals.json", PRINCIPALS.formatted("de"));

        assertThat(ids(alice)).isEqualTo("[[1], [2], [6]]");
        assertThat(alice.sql("SELECT ssn FROM seen WHERE id = 1")
                        .collectAsList()
                        .toString())
                .isEqualTo("[[nnn-nn-1111]]");
        alice.sql("DROP VIEW seen");
    }

    @Test
    void S17_who_lost_the_grant_is_refused_whatever_he_cached() {
        alice.sql("CACHE TABLE " + TABLE);
        TestEngine.index("access.json", "{\"carbon.hr.t\":{\"deny\":[\"dan\",\"alice\"]}}");

        assertRefused(() -> alice.table(TABLE).collectAsList(), CarbonCondition.ACCESS_DENIED);
        assertThat(alice.sql("SELECT 1").collectAsList()).hasSize(1);
    }

    @Test
    void a_data_frame_is_kept_and_let_go() {
        Dataset<Row> people = bob.sql("SELECT id, name FROM carbon.hr.t WHERE id > 1");
        people.persist(StorageLevel.MEMORY_ONLY());
        assertThat(people.count()).isEqualTo(2);
        assertThat(bob.sql("SELECT id, name FROM carbon.hr.t WHERE id > 1").storageLevel())
                .isEqualTo(StorageLevel.MEMORY_ONLY());
        assertThat(people.filter("id = 2").cache().count()).isEqualTo(1);

        people.unpersist();

        assertThat(people.storageLevel()).isEqualTo(StorageLevel.NONE());
        assertThat(people.filter("id = 2").count()).isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource({TABLE, "carbon.hr.shared"})
    void a_table_is_let_go_by_its_name_whatever_became_of_it(String table) {
        bob.sql("CACHE TABLE " + table);
        TestEngine.index("policies/eu.json", SampleTables.rowFilter("region = 'US'"));
        admin.sql("INSERT INTO carbon.hr.shared VALUES (4)");

        bob.sql("UNCACHE TABLE " + table);

        assertThat(in(bob, () -> caches(bob).numCachedEntries())).isZero();
    }

    @Test
    void S17_a_hash_that_is_new_in_each_statement_is_not_kept() {
        TestEngine.index(
                "policies/salted.json",
                SampleTables.mask("pol_salted", "carbon.hr.shared", "id", "{\"kind\":\"sha-256-query-local\"}"));
        try {
            Dataset<Row> hashed = bob.table("carbon.hr.shared").cache();

            assertThat(hashed.storageLevel()).isEqualTo(StorageLevel.NONE());
            assertThat(in(bob, () -> caches(bob).numCachedEntries())).isZero();
        } finally {
            TestEngine.index("policies/salted.json", SampleTables.mask("pol_ssn_too", "ssn", "show-last-4"));
        }
    }

    @Test
    void T20_the_place_of_a_row_is_not_taken_from_a_cache_that_keeps_rows_as_they_are_stored() {
        bob.sql("CACHE TABLE " + TABLE);

        assertThat(physical(bob.sql("SELECT monotonically_increasing_id(), id FROM carbon.hr.t")))
                .doesNotContain("InMemoryRelation");
        assertThat(physical(bob.sql("SELECT id FROM carbon.hr.t"))).contains("InMemoryRelation");
    }

    @Test
    void T38_one_principal_keeps_a_hundred_plans_and_the_eldest_go() {
        SparkSession second = TestEngine.sibling(alice, "bob");
        bob.range(1).persist();
        for (int size = 2; size <= 101; size++) {
            second.range(size).persist();
        }

        assertThat(bob.range(1).storageLevel()).isEqualTo(StorageLevel.NONE());
        assertThat(second.range(2).storageLevel().useMemory()).isTrue();
        assertThat(alice.range(7).cache().storageLevel().useMemory()).isTrue();
        second.sql("CLEAR CACHE");
    }

    @Test
    void S22_a_query_over_cached_tables_asks_as_any_other_however_often_it_is_planned() {
        bob.sql("CACHE TABLE " + TABLE);
        TestEngine.questions().clear();

        bob.sql("SELECT a.id, count(*) FROM carbon.hr.t a JOIN carbon.hr.t b ON a.region = b.region"
                        + " WHERE a.id IN (SELECT id FROM carbon.hr.t) GROUP BY a.id ORDER BY 1")
                .collectAsList();

        assertThat(TestEngine.questions()).hasSize(1);
    }

    @ParameterizedTest
    @CsvSource({"bob,carbon.hr.t", "admin,carbon.hr.t", "bob,carbon.hr.shared"})
    void S17_the_seal_takes_nothing_from_the_cache_of_another_principal(String owner, String table) {
        SparkSession theirs = TestEngine.sibling(alice, owner);
        theirs.sql("CACHE TABLE " + table);
        LogicalPlan rows = caches(theirs)
                .lookupCachedData((org.apache.spark.sql.classic.Dataset<?>) theirs.table(table))
                .get()
                .cachedRepresentation();

        new Seal(theirs).close(rows);
        assertRefused(() -> new Seal(alice).close(rows), CarbonCondition.NOT_GOVERNABLE);
    }

    @Test
    void S17_the_seal_takes_nothing_that_was_cached_under_an_older_policy() {
        bob.sql("CACHE TABLE " + TABLE);
        LogicalPlan rows = caches(bob)
                .lookupCachedData((org.apache.spark.sql.classic.Dataset<?>) bob.table(TABLE))
                .get()
                .cachedRepresentation();
        TestEngine.index("policies/eu.json", SampleTables.rowFilter("region = 'US'"));

        bob.sql("SELECT id FROM carbon.hr.t").collectAsList();
        assertRefused(() -> new Seal(bob).close(rows), CarbonCondition.NOT_GOVERNABLE);
    }

    @ParameterizedTest
    @CsvSource({"alice,admin,carbon.hr.t", "alice,bob,carbon.hr.shared", "bob,carl,carbon.hr.t"})
    void T2_plans_of_two_principals_are_never_the_same(String first, String second, String table) {
        LogicalPlan one = normalized(TestEngine.sibling(alice, first), table);
        LogicalPlan other = normalized(TestEngine.sibling(alice, second), table);

        assertThat(one.sameResult(other)).isFalse();
    }

    @Test
    void T2_control_plans_of_one_session_are_the_same() {
        assertThat(normalized(bob, TABLE).sameResult(normalized(bob, TABLE))).isTrue();
    }

    @Test
    void T1_every_call_of_sparks_cache_goes_to_the_cache_of_the_session() {
        Set<String> withoutEntries = Set.of("recacheByPath", "isSubDir");
        List<String> undivided = Arrays.stream(CacheManager.class.getDeclaredMethods())
                .filter(method -> Modifier.isPublic(method.getModifiers()) && !Modifier.isStatic(method.getModifiers()))
                .filter(method -> !method.getName().contains("$"))
                .filter(method -> !withoutEntries.contains(method.getName()))
                .filter(method -> !isForwarder(method))
                .filter(method -> !isDeclared(method))
                .map(Method::toString)
                .toList();

        assertThat(undivided).isEmpty();
    }

    /** What Scala repeats in every class of the traits for logging and for walking physical plans. */
    private static boolean isForwarder(Method method) {
        return Arrays.stream(CacheManager.class.getInterfaces())
                .flatMap(trait -> Arrays.stream(trait.getMethods()))
                .anyMatch(inherited -> inherited.getName().equals(method.getName()));
    }

    private static boolean isDeclared(Method method) {
        return Arrays.stream(SessionCaches.class.getDeclaredMethods())
                .anyMatch(own -> own.getName().equals(method.getName())
                        && Arrays.equals(own.getParameterTypes(), method.getParameterTypes()));
    }

    private static CacheManager caches(SparkSession session) {
        return ((org.apache.spark.sql.classic.SparkSession) session)
                .sharedState()
                .cacheManager();
    }

    /** Spark serves a statement with its session as the thread's active one. */
    private static Integer in(SparkSession session, scala.Function0<Integer> call) {
        return ((org.apache.spark.sql.classic.SparkSession) session).withActive(call);
    }

    private static LogicalPlan normalized(SparkSession session, String table) {
        return ((org.apache.spark.sql.classic.Dataset<?>) session.table(table))
                .queryExecution()
                .normalized();
    }

    private static String physical(Dataset<Row> rows) {
        return ((org.apache.spark.sql.classic.Dataset<Row>) rows)
                .queryExecution()
                .executedPlan()
                .toString();
    }

    private static String ids(SparkSession session) {
        return session.sql("SELECT id FROM carbon.hr.t ORDER BY id")
                .collectAsList()
                .toString();
    }

    private static void assertRefused(
            org.assertj.core.api.ThrowableAssert.ThrowingCallable call, CarbonCondition condition) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        SparkRefusal.class,
                        refusal -> assertThat(refusal.carbonCondition()).isEqualTo(condition));
    }
}
