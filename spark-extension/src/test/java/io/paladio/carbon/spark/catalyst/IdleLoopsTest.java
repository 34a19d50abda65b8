package io.paladio.carbon.spark.catalyst;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.spark.sql.execution.SparkSqlParser;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class IdleLoopsTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "BEGIN l: LOOP ITERATE l; END LOOP; END",
                "BEGIN l: LOOP ITERATE l; SELECT 1; END LOOP; END",
                "BEGIN l: LOOP BEGIN ITERATE l; END; SELECT 1; END LOOP; END",
                "BEGIN l: LOOP BEGIN END; ITERATE l; END LOOP; END",
                "BEGIN LOOP b: BEGIN LEAVE b; SELECT 1; END b; END LOOP; END",
                "BEGIN LOOP BEGIN END; END LOOP; END",
                "BEGIN l: LOOP m: LOOP ITERATE l; END LOOP m; END LOOP; END",
                "BEGIN l: LOOP m: LOOP LEAVE m; END LOOP m; END LOOP; END",
                "BEGIN l: LOOP REPEAT ITERATE l; UNTIL true END REPEAT; END LOOP; END",
                "BEGIN WHILE 1 = 1 DO l: LOOP ITERATE l; END LOOP; END WHILE; END",
                "BEGIN IF 1 = 1 THEN l: LOOP ITERATE l; END LOOP; END IF; END",
                "BEGIN FOR r AS SELECT 1 DO l: LOOP ITERATE l; END LOOP; END FOR; END",
                "BEGIN DECLARE EXIT HANDLER FOR SQLEXCEPTION BEGIN l: LOOP ITERATE l; END LOOP; END; SELECT 1; END"
            })
    void T38_a_loop_that_can_turn_without_running_anything_is_found(String script) {
        assertThat(IdleLoops.areIn(new SparkSqlParser().parsePlan(script))).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "BEGIN l: LOOP SELECT 1; LEAVE l; END LOOP; END",
                "BEGIN l: LOOP IF 1 = 1 THEN LEAVE l; END IF; END LOOP; END",
                "BEGIN l: LOOP BEGIN END; SELECT 1; ITERATE l; END LOOP; END",
                "BEGIN l: LOOP BEGIN SELECT 1; ITERATE l; END; END LOOP; END",
                "BEGIN l: LOOP m: LOOP SELECT 1; LEAVE l; END LOOP m; END LOOP; END",
                "BEGIN l: LOOP REPEAT SELECT 1; UNTIL true END REPEAT; LEAVE l; END LOOP; END",
                "BEGIN l: LOOP WHILE 1 = 2 DO SELECT 1; END WHILE; LEAVE l; END LOOP; END",
                "BEGIN l: WHILE 1 = 2 DO ITERATE l; END WHILE; END",
                "BEGIN l: REPEAT ITERATE l; UNTIL true END REPEAT; END",
                "SELECT 1"
            })
    void every_other_loop_is_left_alone(String script) {
        assertThat(IdleLoops.areIn(new SparkSqlParser().parsePlan(script))).isFalse();
    }
}
