package io.paladio.carbon.suite.attack;

import static org.assertj.core.api.Assertions.assertThat;

import io.paladio.carbon.suite.fixture.Answer;
import io.paladio.carbon.suite.fixture.Engine;
import io.paladio.carbon.suite.fixture.SharedEngine;
import io.paladio.carbon.suite.fixture.Wire;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** T36: an option of a read that chooses what is read, or how it is cut, is not for somebody who does not see all of it. */
@ExtendWith(SharedEngine.class)
class ReadOptionsTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "branch",
                "tag",
                "snapshot-id",
                "as-of-timestamp",
                "start-timestamp",
                "end-timestamp",
                "scan-task-set-id",
                "file-scan-task-set-id",
                "split-size",
                "lookback",
                "file-open-cost",
                "aggregate-push-down-enabled",
                "preserve-data-grouping",
                "path",
                "paths",
                "stream-from-timestamp",
                "streaming-skip-delete-snapshots",
                "Branch",
                "anything"
            })
    void T36_an_option_reaches_the_table_of_nobody_restricted(String option, Engine engine) {
        for (String principal : List.of("bob", "carol", "dan")) {
            String expected = principal.equals("dan") ? "CARBON_ACCESS_DENIED" : "CARBON_NOT_GOVERNABLE";
            Answer wire = engine.wire(principal).relation(read(option, "1"));
            Answer sql = engine.as(principal).sql("SELECT id FROM carbon.hr.t WITH (`" + option + "` = '1')");

            assertThat(wire.message()).as("%s", wire).contains(expected);
            assertThat(sql.errorClass()).as("%s", sql).isEqualTo(expected);
        }
    }

    @Test
    void S15_T36_a_range_of_snapshots_that_is_none_is_refused(Engine engine) {
        for (String option : List.of("start-snapshot-id", "end-snapshot-id", "End-Snapshot-Id")) {
            for (String principal : List.of("bob", "dan")) {
                String expected = principal.equals("dan") ? "CARBON_ACCESS_DENIED" : "CARBON_NOT_GOVERNABLE";

                assertThat(engine.wire(principal).relation(read(option, "1")).message())
                        .contains(expected);
                assertThat(engine.as(principal)
                                .sql("SELECT snapshot_id FROM carbon.hr.t.snapshots WITH (`" + option + "` = '1')")
                                .errorClass())
                        .isEqualTo(expected);
            }
        }
    }

    private static String read(String option, String value) {
        return "read { named_table { unparsed_identifier: \"carbon.hr.t\" options { key: " + Wire.text(option)
                + " value: " + Wire.text(value) + " } } }";
    }

    @Test
    void T36_control_options_that_tune_pass_and_the_exempt_choose(Engine engine) {
        assertThat(engine.wire("bob").relation(read("batch-size", "1")).rows()).hasSize(4);
        assertThat(engine.wire("bob")
                        .relation(read("vectorization-enabled", "false"))
                        .rows())
                .hasSize(4);
        assertThat(engine.wire("alice").relation(read("split-size", "1048576")).rows())
                .hasSize(8);
        assertThat(engine.wire("alice").relation(read("branch", "main")).rows()).hasSize(8);
    }

    @Test
    void T36_two_people_on_one_table_share_no_table_object(Engine engine) {
        for (int round = 0; round < 3; round++) {
            assertThat(engine.as("alice")
                            .sql("SELECT count(*) FROM carbon.hr.t")
                            .rows())
                    .isEqualTo(List.of("[8]"));
            assertThat(engine.as("bob").sql("SELECT count(*) FROM carbon.hr.t").rows())
                    .isEqualTo(List.of("[4]"));
            assertThat(engine.as("carol")
                            .sql("SELECT count(*) FROM carbon.hr.t")
                            .rows())
                    .isEqualTo(List.of("[2]"));
            assertThat(engine.as("dan").sql("SELECT count(*) FROM carbon.hr.t").errorClass())
                    .isEqualTo("CARBON_ACCESS_DENIED");
        }
    }
}
