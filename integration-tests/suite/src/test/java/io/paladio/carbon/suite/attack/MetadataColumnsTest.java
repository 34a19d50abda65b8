package io.paladio.carbon.suite.attack;

import static org.assertj.core.api.Assertions.assertThat;

import io.paladio.carbon.suite.fixture.Answer;
import io.paladio.carbon.suite.fixture.Engine;
import io.paladio.carbon.suite.fixture.SharedEngine;
import java.lang.reflect.Field;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.iceberg.MetadataColumns;
import org.apache.iceberg.types.Types;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Columns about files, positions and partitions (S16), those of Iceberg's own list. */
@ExtendWith(SharedEngine.class)
class MetadataColumnsTest {
    /** Those that Iceberg has on every table. */
    private static final Set<String> READABLE = Set.of("_file", "_pos", "_deleted", "_spec_id", "_partition");

    /** Those of tables with row lineage, of the changelog and of files with deletes. */
    private static final Set<String> ELSEWHERE = Set.of(
            "_row_id",
            "_last_updated_sequence_number",
            "_change_type",
            "_change_ordinal",
            "_commit_snapshot_id",
            "file_path",
            "pos",
            "row");

    @Test
    void T15_somebody_has_decided_about_every_metadata_column_of_this_iceberg() {
        assertThat(Stream.concat(READABLE.stream(), ELSEWHERE.stream())).containsExactlyInAnyOrderElementsOf(columns());
    }

    @ParameterizedTest
    @MethodSource("columns")
    void T15_case_5_none_is_to_be_had_by_a_restricted_principal(String column, Engine engine) {
        for (String statement : List.of(
                "SELECT " + column + " FROM carbon.hr.t",
                "SELECT " + column.toUpperCase(Locale.ROOT) + " FROM carbon.hr.t",
                "SELECT t.`" + column + "` FROM carbon.hr.t AS t",
                "SELECT id FROM carbon.hr.t WHERE " + column + " IS NOT NULL",
                "SELECT count(*) FROM carbon.hr.t GROUP BY " + column,
                "SELECT id FROM carbon.hr.t ORDER BY " + column,
                "SELECT (SELECT max(" + column + ") FROM carbon.hr.t)",
                "CREATE OR REPLACE TEMPORARY VIEW with_metadata AS SELECT " + column + " FROM carbon.hr.t",
                "SELECT a.id FROM carbon.hr.t a JOIN carbon.hr.t b ON a." + column + " = b." + column)) {
            Answer answer = engine.as("bob").sql(statement);
            if (column.startsWith("_")) {
                assertThat(answer.errorClass()).as("%s", answer).isEqualTo("CARBON_METADATA_DENIED");
            } else {
                assertThat(answer.isError()).as("%s", answer).isTrue();
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"_file", "_pos", "_deleted", "_spec_id", "_partition"})
    void T15_control_an_exempt_principal_reads_them(String column, Engine engine) {
        Answer answer = engine.as("alice").sql("SELECT " + column + " FROM carbon.hr.t");

        assertThat(answer.rows()).as("%s", answer).hasSize(8);
    }

    @ParameterizedTest
    @ValueSource(strings = {"input_file_name()", "input_file_block_start()", "input_file_block_length()"})
    void T15_functions_that_tell_the_file_are_refused_as_well(String call, Engine engine) {
        assertThat(engine.as("bob").sql("SELECT " + call + " FROM carbon.hr.t").errorClass())
                .isEqualTo("CARBON_METADATA_DENIED");
    }

    @Test
    void T15_control_a_column_that_there_is_not_is_called_just_that(Engine engine) {
        assertThat(engine.as("bob").sql("SELECT _nothing FROM carbon.hr.t").errorClass())
                .startsWith("UNRESOLVED_COLUMN");
        assertThat(engine.as("bob").sql("SELECT _file FROM (SELECT 1 AS _file)").rows())
                .containsExactly("[1]");
    }

    static List<String> columns() {
        Stream<String> fields = Arrays.stream(MetadataColumns.class.getFields())
                .filter(field -> field.getType() == Types.NestedField.class)
                .map(field -> ((Types.NestedField) constant(field)).name());
        Stream<String> names = Arrays.stream(MetadataColumns.class.getFields())
                .filter(field ->
                        field.getType() == String.class && field.getName().endsWith("_NAME"))
                .map(field -> (String) constant(field));
        return Stream.concat(fields, names).sorted().toList();
    }

    private static Object constant(Field field) {
        try {
            return Objects.requireNonNull(field.get(null));
        } catch (IllegalAccessException hidden) {
            throw new IllegalStateException(hidden);
        }
    }
}
