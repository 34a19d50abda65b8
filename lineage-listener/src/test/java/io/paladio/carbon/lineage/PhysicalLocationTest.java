package io.paladio.carbon.lineage;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PhysicalLocationTest {
    @ParameterizedTest
    @CsvSource({
        "s3://bucket/a/b, s3://bucket, a/b",
        "s3://bucket/a?X-Amz-Signature=secret, s3://bucket, a",
        "hdfs://nn:8020/a, hdfs://nn:8020, a",
        "file:/data/t, file, /data/t",
        "file:///data/t, file, /data/t"
    })
    void a_place_is_scheme_and_bucket_and_path(String location, String namespace, String name) {
        assertThat(PhysicalLocation.of(location)).isEqualTo(Optional.of(new PhysicalLocation(namespace, name)));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "s3://key:secret@bucket/a",
                "/data/t",
                "not a uri",
                "jdbc:databricks://h;PWD=s",
                "",
                "s3://bucket"
            })
    void a_place_that_can_t_be_named_without_doubt_is_left_out(String location) {
        assertThat(PhysicalLocation.of(location)).isEmpty();
    }
}
