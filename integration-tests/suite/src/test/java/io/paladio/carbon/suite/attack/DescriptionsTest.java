package io.paladio.carbon.suite.attack;

import static org.assertj.core.api.Assertions.assertThat;

import io.paladio.carbon.suite.fixture.Answer;
import io.paladio.carbon.suite.fixture.Engine;
import io.paladio.carbon.suite.fixture.SharedEngine;
import io.paladio.carbon.suite.fixture.SqlClient;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a restricted principal learns of a table by asking what it is like. */
@ExtendWith(SharedEngine.class)
class DescriptionsTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "DESCRIBE TABLE carbon.hr.t",
                "DESCRIBE TABLE EXTENDED carbon.hr.t",
                "DESCRIBE FORMATTED carbon.hr.t",
                "DESCRIBE TABLE carbon.hr.t ssn",
                "DESCRIBE TABLE EXTENDED carbon.hr.t ssn",
                "DESCRIBE TABLE EXTENDED carbon.hr.t salary",
                "DESCRIBE TABLE EXTENDED carbon.hr.t AS JSON",
                "DESCRIBE QUERY SELECT * FROM carbon.hr.t",
                "SHOW TBLPROPERTIES carbon.hr.t",
                "SHOW CREATE TABLE carbon.hr.t",
                "SHOW COLUMNS IN carbon.hr.t"
            })
    void T23_a_description_works_and_shows_no_place_no_count_and_no_value(String statement, Engine engine) {
        Answer answer = engine.as("bob").sql(statement);

        assertThat(answer.isError()).as("%s", answer).isFalse();
        assertThat(answer.rows().toString())
                .doesNotContain("s3:")
                .doesNotContain("metadata.json")
                .doesNotContain("snapshot")
                .doesNotContain("Statistics")
                .doesNotContain("bytes")
                .doesNotContainPattern("(min|max|num_nulls|distinct_count)\\W+\\d")
                .doesNotContainPattern("\\d{3}-\\d{2}-\\d{4}");
    }

    @Test
    void T23_a_schema_that_is_not_empty_is_told_by_spark_s_own_error_and_no_table_lies_in_none(Engine engine) {
        Answer restrict = engine.as("admin").sql("DROP SCHEMA carbon.hr");
        assertThat(restrict.errorClass()).as("%s", restrict).isEqualTo("SCHEMA_NOT_EMPTY");
        Answer cascade = engine.as("admin").sql("DROP SCHEMA carbon.hr CASCADE");
        assertThat(cascade.errorClass()).as("%s", cascade).isEqualTo("CARBON_NOT_GOVERNABLE");
        assertThat(cascade.message()).contains("Drop its tables and views first.");
        try (SqlClient fresh = engine.newSession("bob")) {
            assertThat(fresh.sql("SHOW TABLES").rows()).isEmpty();
            assertThat(fresh.sql("SHOW VIEWS").rows()).isEmpty();
        }
    }

    @Test
    void T23_control_an_exempt_principal_sees_where_the_table_lies(Engine engine) {
        assertThat(engine.as("alice")
                        .sql("DESCRIBE TABLE EXTENDED carbon.hr.t")
                        .rows()
                        .toString())
                .contains("s3:");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "SHOW PARTITIONS carbon.hr.t | CARBON_METADATA_DENIED",
                "SHOW PARTITIONS carbon.hr.t PARTITION (dept = 'ops') | CARBON_METADATA_DENIED",
                "SHOW TABLE EXTENDED IN carbon.hr LIKE 't' | CARBON_METADATA_DENIED",
                "SHOW TABLE EXTENDED IN carbon.hr LIKE 't' PARTITION (dept = 'ops') | CARBON_METADATA_DENIED",
                "ANALYZE TABLE carbon.hr.t COMPUTE STATISTICS | CARBON_METADATA_DENIED",
                "ANALYZE TABLE carbon.hr.t COMPUTE STATISTICS NOSCAN | CARBON_METADATA_DENIED",
                "ANALYZE TABLE carbon.hr.t COMPUTE STATISTICS FOR COLUMNS ssn | CARBON_METADATA_DENIED",
                "ANALYZE TABLES IN carbon.hr COMPUTE STATISTICS | CARBON_METADATA_DENIED",
                "DESCRIBE HISTORY carbon.hr.t | TABLE_OR_VIEW_NOT_FOUND",
                "DESCRIBE DETAIL carbon.hr.t | TABLE_OR_VIEW_NOT_FOUND"
            })
    void T23_case_19_statistics_and_partitions_are_refused(String statement, String expected, Engine engine) {
        Answer answer = engine.as("bob").sql(statement);

        assertThat(answer.errorClass()).as("%s", answer).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "DESCRIBE TABLE EXTENDED carbon.hr.t PARTITION (dept = 'ops')",
                "DESCRIBE TABLE EXTENDED carbon.hr.t PARTITION (dept = 'ops') AS JSON"
            })
    void T23_nor_is_a_partition_described(String statement, Engine engine) {
        Answer answer = engine.as("bob").sql(statement);

        assertThat(answer.isError()).as("%s", answer).isTrue();
        assertThat(answer.message()).doesNotContain("s3:");
    }

    @ParameterizedTest
    @ValueSource(strings = {"bob", "alice"})
    void T23_a_description_as_json_holds_names_and_types(String principal, Engine engine) {
        Answer answer = engine.as(principal).sql("DESCRIBE TABLE EXTENDED carbon.hr.t AS JSON");

        assertThat(answer.rows().toString())
                .contains("table_name")
                .contains("salary")
                .contains("int")
                .doesNotContain("s3:");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "DESCRIBE TABLE EXTENDED carbon.hr.t",
                "DESCRIBE TABLE EXTENDED carbon.hr.t AS JSON",
                "DESCRIBE TABLE carbon.hr.t ssn",
                "SHOW TBLPROPERTIES carbon.hr.t",
                "SHOW CREATE TABLE carbon.hr.t",
                "SHOW COLUMNS IN carbon.hr.t"
            })
    void T23_nothing_is_described_to_whom_nothing_is_granted(String statement, Engine engine) {
        assertThat(engine.as("dan").sql(statement).errorClass()).isEqualTo("CARBON_ACCESS_DENIED");
    }
}
