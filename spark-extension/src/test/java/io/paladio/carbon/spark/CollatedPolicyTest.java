package io.paladio.carbon.spark;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** S8, T24: the collation that a view gives to the texts of its query gives none to those of a policy. */
class CollatedPolicyTest {
    private static final String TABLE = "carbon.hr.words";
    private static final List<String> FILTERS = List.of(
            "contains('a yes', vis)",
            "startswith('yes!', vis)",
            "vis = 'yes'",
            "vis IN ('yes', 'maybe')",
            "vis LIKE 'y%s'",
            "CASE WHEN vis = 'yes' THEN true ELSE false END");
    private static final String ALL = "SELECT collect_list(word) AS x FROM " + TABLE;
    private static final List<String> QUERIES = List.of(
            ALL,
            "SELECT (" + ALL + ") AS x",
            "SELECT x FROM range(1), LATERAL (" + ALL + ")",
            "WITH c AS (SELECT word FROM " + TABLE + ") SELECT (SELECT collect_list(word) FROM c) AS x",
            "SELECT collect_list(word) AS x FROM " + TABLE + " WHERE id IN (SELECT id FROM " + TABLE + ")");

    private static SparkSession bob;

    @BeforeAll
    static void table() {
        SampleTables.make();
        SparkSession admin = TestEngine.session("admin");
        bob = TestEngine.session("bob");
        admin.sql("CREATE TABLE " + TABLE + " USING iceberg AS SELECT * FROM VALUES"
                + " (1, 'yes', 'SEEN-1'), (2, 'YES', 'HIDE-2'), (3, 'no', 'HIDE-3') AS v(id, vis, word)");
        TestEngine.index(
                "policies/word.json", SampleTables.mask("pol_word", TABLE, "word", "{\"kind\":\"mask-alphanum\"}"));
    }

    @AfterAll
    static void stop() {
        TestEngine.stop();
    }

    static Stream<Arguments> cases() {
        return FILTERS.stream().flatMap(filter -> QUERIES.stream().map(query -> Arguments.of(filter, query)));
    }

    @ParameterizedTest
    @MethodSource("cases")
    void T24_a_view_with_a_default_collation_reads_what_its_query_reads(String filter, String query) {
        TestEngine.index("policies/words.json", SampleTables.rowFilter("pol_words", TABLE, filter));

        bob.sql("CREATE OR REPLACE TEMPORARY VIEW collated DEFAULT COLLATION UTF8_LCASE AS " + query);
        assertThat(shown("SELECT * FROM collated"))
                .isEqualTo("[WrappedArray(xxxx-n)]")
                .isEqualTo(shown(query));

        bob.sql("CREATE OR REPLACE TEMPORARY VIEW collated DEFAULT COLLATION UNICODE_CI_AI AS SELECT 1 AS x");
        bob.sql("ALTER VIEW collated AS " + query);
        assertThat(shown("SELECT * FROM collated")).isEqualTo(shown(query));
    }

    private static String shown(String query) {
        return bob.sql(query).collectAsList().get(0).toString().replaceAll("ArraySeq|List|Vector", "WrappedArray");
    }
}
