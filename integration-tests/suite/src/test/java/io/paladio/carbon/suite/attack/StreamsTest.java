package io.paladio.carbon.suite.attack;

import static org.assertj.core.api.Assertions.assertThat;

import io.paladio.carbon.suite.fixture.Answer;
import io.paladio.carbon.suite.fixture.Engine;
import io.paladio.carbon.suite.fixture.SharedEngine;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** T28: a stream outlives policies and tokens. In this version there is none, from whatever source, for anybody. */
@ExtendWith(SharedEngine.class)
class StreamsTest {
    private static final List<String> PEOPLE = List.of("alice", "bob", "carol", "dan");
    private static final String TABLE =
            "read { named_table { unparsed_identifier: \"carbon.hr.t\" } is_streaming: true }";

    @ParameterizedTest
    @ValueSource(
            strings = {
                TABLE,
                "limit { input { " + TABLE + " } limit: 1 }",
                "with_watermark { input { read { named_table { unparsed_identifier: \"carbon.hr.t\" } } }"
                        + " event_time: \"id\" delay_threshold: \"1 second\" }",
                "read { data_source { format: \"rate\" } is_streaming: true }",
                "read { data_source { format: \"iceberg\" paths: \"carbon.hr.t\" } is_streaming: true }",
                "read { data_source { format: \"statestore\" paths: \"/x\" } }",
                "read { data_source { format: \"state-metadata\" paths: \"/x\" } }"
            })
    void T28_no_relation_is_a_stream(String relation, Engine engine) {
        for (String principal : PEOPLE) {
            Answer answer = engine.wire(principal).relation(relation);

            assertThat(answer.message()).as("%s", answer).containsAnyOf("CARBON_NOT_GOVERNABLE", "CARBON_PATH_DENIED");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "write_stream_operation_start { input { " + TABLE + " } format: \"memory\" query_name: \"q\" }",
                "write_stream_operation_start { input { " + TABLE + " } table_name: \"carbon.hr.s\" }",
                "streaming_query_command { query_id { id: \"x\" run_id: \"y\" } status: true }",
                "streaming_query_manager_command { active: true }",
                "streaming_query_manager_command { get_query: \"x\" }",
                "streaming_query_listener_bus_command { add_listener_bus_listener: true }"
            })
    void T28_no_command_starts_or_reaches_one(String command, Engine engine) {
        for (String principal : PEOPLE) {
            Answer answer = engine.wire(principal).command(command);

            assertThat(answer.message()).as("%s", answer).contains("CARBON_NOT_GOVERNABLE");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT * FROM STREAM carbon.hr.t",
                "SELECT * FROM STREAM(carbon.hr.t)",
                "CREATE TEMPORARY VIEW s AS SELECT * FROM STREAM carbon.hr.t",
                "CREATE TABLE carbon.hr.s USING iceberg AS SELECT * FROM STREAM carbon.hr.t",
                "CREATE STREAMING TABLE carbon.hr.s AS SELECT * FROM STREAM carbon.hr.t",
                "CREATE MATERIALIZED VIEW carbon.hr.s AS SELECT * FROM carbon.hr.t",
                "CREATE FLOW f AS INSERT INTO carbon.hr.s BY NAME SELECT * FROM STREAM carbon.hr.t"
            })
    void T28_no_statement_is_one(String statement, Engine engine) {
        for (String principal : PEOPLE) {
            Answer answer = engine.as(principal).sql(statement);

            assertThat(answer.errorClass()).as("%s", answer).startsWith("CARBON_");
        }
    }

    @Test
    void control_the_same_table_is_read_otherwise(Engine engine) {
        assertThat(engine.wire("bob")
                        .relation("read { named_table { unparsed_identifier: \"carbon.hr.t\" } }")
                        .rows())
                .hasSize(4);
    }
}
