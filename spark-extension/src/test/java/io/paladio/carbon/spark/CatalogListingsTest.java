package io.paladio.carbon.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalog.Function;
import org.apache.spark.sql.catalog.Table;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a session's own catalog object lists, in a session that has chosen a schema and in one that has not. */
class CatalogListingsTest {
    private static SparkSession bob;

    @BeforeAll
    static void tables() {
        SampleTables.make();
        bob = TestEngine.session("bob");
    }

    @AfterAll
    static void stop() {
        TestEngine.stop();
    }

    @Test
    void functions_are_listed_where_no_schema_was_chosen() throws Exception {
        assertThat(bob.catalog().currentDatabase()).isEmpty();
        assertThat(bob.catalog().listFunctions().collectAsList())
                .extracting(Function::name)
                .contains("upper", "is_member", "bucket");
        assertThatCode(() -> bob.catalog().listTables().collectAsList()).doesNotThrowAnyException();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "hr", "carbon.hr", "system", "carbon.system"})
    void functions_are_listed_in_any_schema(String schema) throws Exception {
        assertThat(bob.catalog().listFunctions(schema).collectAsList())
                .extracting(Function::name)
                .contains("upper", "is_member");
    }

    @Test
    void tables_are_listed_in_a_schema_that_was_chosen() throws Exception {
        SparkSession own = TestEngine.session("bob");
        own.sql("USE carbon.hr");
        assertThat(own.catalog().listTables().collectAsList())
                .extracting(Table::name)
                .contains("t", "plain");
        assertThat(own.catalog().listFunctions().collectAsList())
                .extracting(Function::name)
                .contains("upper");
    }

    @Test
    void a_name_that_is_none_stays_an_error_elsewhere() {
        assertThatThrownBy(() -> bob.table("")).hasMessageContaining("PARSE_EMPTY_STATEMENT");
        assertThatThrownBy(() -> bob.catalog().tableExists("")).hasMessageContaining("PARSE_EMPTY_STATEMENT");
    }
}
