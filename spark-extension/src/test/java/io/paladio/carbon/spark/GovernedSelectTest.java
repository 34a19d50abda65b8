package io.paladio.carbon.spark;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** SELECT in every shape, as a principal whom policies restrict: visible rows and masked values only. */
class GovernedSelectTest {
    private static SparkSession bob;

    @BeforeAll
    static void tables() {
        SampleTables.make();
        bob = TestEngine.session("bob");
    }

    static List<String> rows(SparkSession session, String sql) {
        return session.sql(sql).collectAsList().stream().map(Object::toString).sorted().toList();
    }

    @Test
    void an_exempt_principal_sees_all() {
        SparkSession alice = TestEngine.session("alice");

        assertThat(rows(alice, "SELECT id, ssn, note FROM carbon.hr.t"))
                .hasSize(6)
                .contains("[3,333-33-3333,c]");
    }

    @Test
    void S3_S4_a_restricted_principal_sees_visible_rows_and_masks() {
        assertThat(rows(bob, "SELECT * FROM carbon.hr.t")).containsExactly(
                "[1,ann,EU,nnn-nn-1111,100,2024-01-01]",
                "[2,bob,EU,nnn-nn-2222,200,2024-01-02]",
                "[6,fay,EU,null,600,2024-01-03]");
    }
}
