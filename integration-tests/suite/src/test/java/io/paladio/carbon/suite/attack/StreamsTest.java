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

/**
 * T28: a stream outlives policies and tokens. From table to table there are some, whose batches are statements ({@code StreamCasesTest});
 * from or to anything else, with memory, with code or by SQL there is none, for anybody.
 */
@ExtendWith(SharedEngine.class)
class StreamsTest {
    private static final List<String> PEOPLE = List.of("alice", "bob", "carol", "dan");
    private static final String TABLE =
            "read { named_table { unparsed_identifier: \"carbon.hr.t\" } is_streaming: true }";

    @ParameterizedTest
    @ValueSource(
            strings = {
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

            assertThat(answer.message())
                    .as("%s", answer)
                    .containsAnyOf("CARBON_NOT_GOVERNABLE", "CARBON_PATH_DENIED", "CARBON_ACCESS_DENIED");
        }
    }

    @Test
    void T28_a_table_that_is_read_as_a_stream_has_no_rows_outside_one(Engine engine) {
        for (String principal : List.of("alice", "bob", "carol")) {
            Answer answer = engine.wire(principal).relation(TABLE);

            assertThat(answer.message()).as("%s", answer).contains("writeStream.start()");
        }
        assertThat(engine.wire("dan").relation(TABLE).message()).contains("CARBON_ACCESS_DENIED");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "write_stream_operation_start { input { " + TABLE + " } format: \"memory\" query_name: \"q\" }",
                "write_stream_operation_start { input { " + TABLE + " } format: \"console\" }",
                "write_stream_operation_start { input { " + TABLE + " } format: \"iceberg\" path: \"/tmp/x\" }",
                "write_stream_operation_start { input { " + TABLE + " } format: \"noop\" table_name: \"carbon.hr.s\" }",
                "write_stream_operation_start { input { " + TABLE + " } table_name: \"carbon.hr.s\" once: true }",
                "write_stream_operation_start { input { " + TABLE + " } table_name: \"carbon.hr.s\""
                        + " continuous_checkpoint_interval: \"1 second\" }",
                "write_stream_operation_start { input { " + TABLE + " } table_name: \"carbon.hr.s\""
                        + " options { key: \"checkpointLocation\" value: \"/tmp/x\" } }",
                "write_stream_operation_start { input { " + TABLE + " } table_name: \"carbon.hr.s\""
                        + " options { key: \"asyncProgressTrackingEnabled\" value: \"true\" } }",
                "write_stream_operation_start { input { " + TABLE + " } table_name: \"carbon.hr.s\""
                        + " foreach_batch { python_function { eval_type: 1 } } }",
                "write_stream_operation_start { input { " + TABLE + " } table_name: \"carbon.hr.s\""
                        + " foreach_writer { python_function { eval_type: 1 } } }",
                "write_stream_operation_start { input { " + TABLE + " } table_name: \"carbon.hr.s\""
                        + " partitioning_column_names: \"id\" }",
                "write_stream_operation_start { input { aggregate { input { " + TABLE
                        + " } group_type: GROUP_TYPE_GROUPBY"
                        + " aggregate_expressions { unresolved_function { function_name: \"count\" arguments { literal"
                        + " { integer: 1 } } } } } } output_mode: \"complete\" table_name: \"carbon.hr.s\" }",
                "write_stream_operation_start { input { deduplicate { input { " + TABLE
                        + " } all_columns_as_keys: true } }" + " output_mode: \"append\" table_name: \"carbon.hr.s\" }",
                "write_stream_operation_start { input { " + TABLE + " } output_mode: \"append\""
                        + " table_name: \"parquet.`/tmp/x`\" }",
                "streaming_query_command { query_id { id: \"x\" run_id: \"y\" } explain { extended: true } }",
                "streaming_query_manager_command { active: true }",
                "streaming_query_manager_command { get_query: \"x\" }",
                "streaming_query_listener_bus_command { add_listener_bus_listener: true }"
            })
    void T28_no_command_starts_or_reaches_one(String command, Engine engine) {
        for (String principal : PEOPLE) {
            Answer answer = engine.wire(principal).command(command);

            assertThat(answer.message())
                    .as("%s", answer)
                    .containsAnyOf(
                            "CARBON_NOT_GOVERNABLE",
                            "CARBON_PATH_DENIED",
                            "CARBON_CODE_DENIED",
                            principal.equals("dan") ? "CARBON_ACCESS_DENIED" : "CARBON_NOT_GOVERNABLE");
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
