package io.paladio.carbon.suite.attack;

import static org.assertj.core.api.Assertions.assertThat;

import io.paladio.carbon.suite.fixture.Answer;
import io.paladio.carbon.suite.fixture.Engine;
import io.paladio.carbon.suite.fixture.SharedEngine;
import io.paladio.carbon.suite.fixture.SqlClient;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** T24: a session may redefine names and switch modes; what a policy says does not change by that. */
@ExtendWith(SharedEngine.class)
class SessionTricksTest {
    private static final String ALL =
            "SELECT id, name, dept, salary, ssn, info.ssn AS inner FROM carbon.hr.t ORDER BY id";

    /** What a session may do, all of it at once. */
    private static final List<String> TRICKS = List.of(
            "CREATE OR REPLACE TEMPORARY VIEW t AS SELECT 1 AS id, 'eng' AS dept",
            "CREATE OR REPLACE TEMPORARY VIEW hr AS SELECT 1 AS id",
            "CREATE OR REPLACE TEMPORARY VIEW `carbon.hr.t` AS SELECT 1 AS id",
            "CREATE OR REPLACE TEMPORARY VIEW eng AS SELECT 'ops' AS dept",
            "DECLARE OR REPLACE VARIABLE dept STRING DEFAULT 'ops'",
            "DECLARE OR REPLACE VARIABLE department STRING DEFAULT 'eng'",
            "DECLARE OR REPLACE VARIABLE c STRING DEFAULT 'raw'",
            "DECLARE OR REPLACE VARIABLE value STRING DEFAULT 'raw'",
            "DECLARE OR REPLACE VARIABLE ssn STRING DEFAULT 'raw'",
            "SET spark.sql.ansi.enabled=false",
            "SET spark.sql.caseSensitive=true",
            "SET TIME ZONE 'Pacific/Apia'",
            "SET spark.sql.storeAssignmentPolicy=LEGACY",
            "SET spark.sql.mapKeyDedupPolicy=LAST_WIN",
            "SET spark.sql.groupByOrdinal=false",
            "SET spark.sql.adaptive.enabled=false",
            "SET spark.sql.codegen.wholeStage=false",
            "SET spark.sql.timestampType=TIMESTAMP_NTZ",
            "SET spark.sql.datetime.java8API.enabled=true",
            "SET spark.sql.crossJoin.enabled=false",
            "USE carbon.hr");

    /** What it may not do. */
    private static final List<String> REFUSED = List.of(
            "CREATE OR REPLACE TEMPORARY FUNCTION translate AS 'x.Y'",
            "CREATE TEMPORARY FUNCTION regexp_replace(a STRING, b STRING, c STRING) RETURNS STRING RETURN a",
            "CREATE FUNCTION carbon.hr.sha2(a STRING) RETURNS STRING RETURN a",
            "CREATE OR REPLACE GLOBAL TEMPORARY VIEW t AS SELECT 1 AS id",
            "SET spark.sql.legacy.storeAnalyzedPlanForView=true",
            "SET spark.sql.legacy.setopsPrecedence.enabled=true",
            "SET spark.sql.legacy.timeParserPolicy=LEGACY",
            "SET spark.sql.legacy.charVarcharAsString=true",
            "SET spark.sql.variable.substitute=true",
            "SET spark.sql.globalTempDatabase=carbon",
            "SET spark.sql.parser.quotedRegexColumnNames=true",
            "SET spark.sql.collation.allowInMapKeys=true",
            "SET spark.sql.session.collation.default=UNICODE_CI");

    @ParameterizedTest
    @Execution(ExecutionMode.CONCURRENT) // each in a session of its own
    @ValueSource(strings = {"alice", "bob", "carol"})
    void T24_no_trick_of_a_session_changes_what_its_principal_sees(String principal, Engine engine) {
        List<String> right = engine.as(principal).sql(ALL).rows();
        assertThat(right).isNotEmpty();
        try (SqlClient session = engine.newSession(principal)) {
            for (String trick : TRICKS) {
                Answer answer = session.sql(trick);

                assertThat(answer.errorClass()).as("%s", answer).isEmpty();
                assertThat(session.sql(ALL).rows()).as("after %s", trick).isEqualTo(right);
            }
        }
    }

    @Test
    void T24_a_session_redefines_no_function_and_no_mode_of_the_engine(Engine engine) {
        for (String principal : List.of("alice", "bob", "carol", "dan")) {
            for (String trick : REFUSED) {
                assertThat(engine.as(principal).sql(trick).errorClass())
                        .as(trick)
                        .isIn("CARBON_CODE_DENIED", "CARBON_NOT_GOVERNABLE", "CARBON_CONFIG_PROTECTED");
            }
        }
    }

    @Test
    void T24_a_view_of_the_sessions_own_is_read_by_its_own_name_alone(Engine engine) {
        try (SqlClient session = engine.newSession("bob")) {
            session.sql("CREATE OR REPLACE TEMPORARY VIEW t AS SELECT 4711 AS id");

            assertThat(session.sql("SELECT id FROM t").rows()).containsExactly("[4711]");
            assertThat(session.sql("SELECT count(*) FROM carbon.hr.t").rows()).containsExactly("[4]");
        }
    }
}
