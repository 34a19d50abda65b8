package io.paladio.carbon.suite.attack;

import static org.assertj.core.api.Assertions.assertThat;

import io.paladio.carbon.suite.fixture.Answer;
import io.paladio.carbon.suite.fixture.Engine;
import io.paladio.carbon.suite.fixture.SharedEngine;
import io.paladio.carbon.suite.fixture.Wire;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * T30: every kind of relation, command, expression and analysis that the protocol has, sent to a server by a client that knows them
 * all from its own descriptors. Which ones are refused, and how, stands here; one that a new version brings is on no list.
 */
@ExtendWith(SharedEngine.class)
class MessagesTest {
    private static final String CODE = "CARBON_CODE_DENIED";
    private static final String NOT_GOVERNABLE = "CARBON_NOT_GOVERNABLE";
    private static final String METADATA = "CARBON_METADATA_DENIED";

    private static final Map<String, String> REFUSED = Map.ofEntries(
            Map.entry("Relation map_partitions", CODE),
            Map.entry("Relation group_map", CODE),
            Map.entry("Relation co_group_map", CODE),
            Map.entry("Relation apply_in_pandas_with_state", CODE),
            Map.entry("Relation common_inline_user_defined_table_function", CODE),
            Map.entry("Relation common_inline_user_defined_data_source", CODE),
            Map.entry("Relation ml_relation", CODE),
            Map.entry("Relation with_watermark", NOT_GOVERNABLE),
            Map.entry("Relation cached_local_relation", NOT_GOVERNABLE),
            Map.entry("Relation chunked_cached_local_relation", NOT_GOVERNABLE),
            Map.entry("Relation cached_remote_relation", NOT_GOVERNABLE),
            Map.entry("Relation extension", NOT_GOVERNABLE),
            Map.entry("Relation unknown", NOT_GOVERNABLE),
            Map.entry("Command register_function", CODE),
            Map.entry("Command register_table_function", CODE),
            Map.entry("Command register_data_source", CODE),
            Map.entry("Command execute_external_command", CODE),
            Map.entry("Command ml_command", CODE),
            Map.entry("Command write_stream_operation_start", "CARBON_PATH_DENIED"),
            Map.entry("Command streaming_query_manager_command", NOT_GOVERNABLE),
            Map.entry("Command streaming_query_listener_bus_command", NOT_GOVERNABLE),
            Map.entry("Command get_resources_command", NOT_GOVERNABLE),
            Map.entry("Command create_resource_profile_command", NOT_GOVERNABLE),
            Map.entry("Command checkpoint_command", NOT_GOVERNABLE),
            Map.entry("Command remove_cached_remote_relation_command", NOT_GOVERNABLE),
            Map.entry("Command pipeline_command", NOT_GOVERNABLE),
            Map.entry("Command extension", NOT_GOVERNABLE),
            Map.entry("Command write_operation", "CARBON_PATH_DENIED"),
            Map.entry("Expression common_inline_user_defined_function", CODE),
            Map.entry("Expression typed_aggregate_expression", CODE),
            Map.entry("Expression extension", NOT_GOVERNABLE),
            Map.entry("Catalog create_external_table", "CARBON_PATH_DENIED"),
            Map.entry("Catalog create_table", "CARBON_PATH_DENIED"),
            Map.entry("Catalog refresh_by_path", "CARBON_PATH_DENIED"),
            Map.entry("Catalog drop_global_temp_view", NOT_GOVERNABLE),
            Map.entry("Catalog recover_partitions", METADATA),
            Map.entry("AnalyzePlanRequest input_files", METADATA),
            Map.entry("AnalyzePlanRequest same_semantics", METADATA),
            Map.entry("AnalyzePlanRequest semantic_hash", METADATA));

    /** What is served, empty as it is sent here: whatever else the answer says. */
    private static final Map<String, List<String>> SERVED = Map.of(
            "Relation",
            List.of(
                    "common",
                    "read",
                    "project",
                    "filter",
                    "join",
                    "set_op",
                    "sort",
                    "limit",
                    "aggregate",
                    "sql",
                    "local_relation",
                    "sample",
                    "offset",
                    "deduplicate",
                    "range",
                    "subquery_alias",
                    "repartition",
                    "to_df",
                    "with_columns_renamed",
                    "show_string",
                    "drop",
                    "tail",
                    "with_columns",
                    "hint",
                    "unpivot",
                    "to_schema",
                    "repartition_by_expression",
                    "collect_metrics",
                    "parse",
                    "html_string",
                    "as_of_join",
                    "with_relations",
                    "transpose",
                    "unresolved_table_valued_function",
                    "lateral_join",
                    "fill_na",
                    "drop_na",
                    "replace",
                    "summary",
                    "crosstab",
                    "describe",
                    "cov",
                    "corr",
                    "approx_quantile",
                    "freq_items",
                    "sample_by",
                    "catalog"),
            "Command",
            List.of(
                    "create_dataframe_view",
                    "write_operation_v2",
                    "sql_command",
                    "merge_into_table_command",
                    "streaming_query_command"),
            "Expression",
            List.of(
                    "common",
                    "literal",
                    "unresolved_attribute",
                    "unresolved_function",
                    "expression_string",
                    "unresolved_star",
                    "alias",
                    "cast",
                    "unresolved_regex",
                    "sort_order",
                    "lambda_function",
                    "window",
                    "unresolved_extract_value",
                    "update_fields",
                    "unresolved_named_lambda_variable",
                    "call_function",
                    "named_argument_expression",
                    "merge_action",
                    "subquery_expression",
                    "direct_shuffle_partition_id"),
            "Catalog",
            List.of(
                    "current_database",
                    "set_current_database",
                    "list_databases",
                    "list_tables",
                    "list_functions",
                    "list_columns",
                    "get_database",
                    "get_table",
                    "get_function",
                    "database_exists",
                    "table_exists",
                    "function_exists",
                    "drop_temp_view",
                    "cache_table",
                    "uncache_table",
                    "clear_cache",
                    "is_cached",
                    "refresh_table",
                    "current_catalog",
                    "set_current_catalog",
                    "list_catalogs"),
            "AnalyzePlanRequest",
            List.of(
                    "user_context",
                    "schema",
                    "explain",
                    "tree_string",
                    "is_local",
                    "is_streaming",
                    "persist",
                    "unpersist",
                    "get_storage_level",
                    "spark_version",
                    "ddl_parse",
                    "json_to_ddl"));

    @ParameterizedTest
    @ValueSource(strings = {"Relation", "Command", "Expression", "Catalog", "AnalyzePlanRequest"})
    void T30_every_kind_of_message_is_served_or_refused_as_decided(String type, Engine engine) {
        Map<String, String> undecided = new TreeMap<>();
        for (String kind : kinds(engine, type)) {
            String refusal = REFUSED.getOrDefault(type + " " + kind, "");
            if (refusal.isEmpty() && !SERVED.get(type).contains(kind)) {
                undecided.put(kind, "on no list");
            }
            for (String principal : List.of("alice", "bob", "carol", "dan")) {
                Answer answer = sent(engine.wire(principal), type, kind);
                boolean right = refusal.isEmpty()
                        ? !answer.message().contains("it is not supported by this engine")
                        : answer.message().contains(refusal);
                if (!right || answer.status().equals("CLIENT_FAULT")) {
                    undecided.put(kind, answer.text());
                }
            }
        }

        assertThat(undecided).isEmpty();
    }

    private static List<String> kinds(Engine engine, String type) {
        return engine.hostile().call("names", "", "", "", type).rows().stream()
                .map(row -> row.replaceAll("[\\[\\]\"]", ""))
                .toList();
    }

    private static Answer sent(Wire wire, String type, String kind) {
        String part = kind + " { }";
        return switch (type) {
            case "Relation" -> wire.relation(part);
            case "Command" -> wire.command(part);
            case "Expression" ->
                wire.relation("project { input { range { end: 1 step: 1 } } expressions { " + part + " } }");
            case "Catalog" -> wire.relation("catalog { " + part + " }");
            default -> wire.rpc("AnalyzePlan", part);
        };
    }

    @Test
    void T30_what_is_refused_on_top_is_refused_however_deep(Engine engine) {
        String deep = "map_partitions { input { range { end: 1 step: 1 } } }";
        for (String relation : List.of(
                "filter { input { %s } condition { literal { boolean: true } } }",
                "limit { input { %s } limit: 1 }",
                "with_relations { root { range { end: 1 step: 1 } } references { %s } }",
                "show_string { input { %s } num_rows: 1 }",
                "join { left { range { end: 1 step: 1 } } right { %s } join_type: JOIN_TYPE_INNER }",
                "subquery_alias { input { %s } alias: \"a\" }",
                "describe { input { %s } }",
                "project { input { range { end: 1 step: 1 } } expressions { alias { name: \"a\" expr {"
                        + " unresolved_function { function_name: \"x\" arguments { typed_aggregate_expression { } } } } } } }")) {
            Answer answer = engine.wire("alice").relation(relation.formatted(deep));

            assertThat(answer.message()).as("%s", answer).contains(CODE);
        }
        assertThat(engine.wire("alice")
                        .relation("limit { input { filter { input { range { end: 3 step: 1 } }"
                                + " condition { literal { boolean: true } } } } limit: 1 }")
                        .rows())
                .as("control")
                .hasSize(1);
    }

    @Test
    void T30_a_compressed_plan_and_an_unknown_enumeration_are_not_passed_on(Engine engine) {
        assertThat(engine.wire("alice")
                        .rpc("ExecutePlan", "plan { compressed_operation { data: \"x\" } }")
                        .message())
                .contains(NOT_GOVERNABLE);
        assertThat(engine.wire("alice")
                        .relation(
                                "set_op { left_input { range { end: 1 step: 1 } } right_input { range { end: 1 step: 1 } }"
                                        + " set_op_type: 4711 }")
                        .message())
                .contains(NOT_GOVERNABLE);
    }

    @ParameterizedTest
    @ValueSource(strings = {"bob", "carol"})
    void T22_no_answer_counts_what_is_hidden(String principal, Engine engine) {
        Wire wire = engine.wire(principal);
        int visible = principal.equals("bob") ? 4 : 2;
        Answer plain = wire.relation(Wire.query("SELECT count(*) FROM carbon.hr.t"));
        Answer observed = wire.relation("collect_metrics { input { " + Wire.query("SELECT * FROM carbon.hr.t")
                + " } name: \"seen\" metrics { expression_string { expression: \"count(*) AS n\" } } }");

        assertThat(plain.rows()).containsExactly("[\"" + visible + "\"]");
        for (Answer answer : List.of(plain, observed)) {
            assertThat(answer.text())
                    .doesNotContainPattern("(?<!observed_)metrics \\{")
                    .doesNotContain("execution_progress")
                    .doesNotContain("METRICS")
                    .doesNotContain("num_input_rows");
        }
        assertThat(observed.text()).contains("observed_metrics").contains("long: " + visible);
    }
}
