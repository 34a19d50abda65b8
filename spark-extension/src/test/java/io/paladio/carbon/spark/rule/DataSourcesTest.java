package io.paladio.carbon.spark.rule;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Locale;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.TreeSet;
import org.apache.spark.sql.sources.DataSourceRegister;
import org.junit.jupiter.api.Test;

/** T13: every data source that Spark would find by its short name is on the list of names that no statement may read from. */
class DataSourcesTest {
    private static final Set<String> FORMATS =
            AllowList.shipped("formats-denied.txt").names();

    private static Set<String> registered() {
        Set<String> names = new TreeSet<>();
        for (DataSourceRegister source : ServiceLoader.load(DataSourceRegister.class)) {
            names.add(source.shortName().toLowerCase(Locale.ROOT));
        }
        return names;
    }

    @Test
    void T13_every_registered_data_source_is_refused_by_name() {
        assertThat(registered()).contains("parquet", "jdbc", "iceberg", "binaryfile");
        assertThat(Looked.undecided(registered(), FORMATS)).isEmpty();
    }

    @Test
    void control_a_data_source_that_a_new_version_brings_is_reported() {
        Set<String> tomorrow = registered();
        tomorrow.add("oftomorrow");

        assertThat(Looked.undecided(tomorrow, FORMATS)).containsExactly("oftomorrow");
    }
}
