package io.paladio.carbon.spark.connect;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LocationTextTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "No such file s3://bucket/wh/hr/t/data/00000.parquet here | No such file <location> here",
                "s3a://k@bucket/x?y=1 | <location>",
                "(file:/tmp/warehouse/t) | (<location>)",
                "file:///tmp/warehouse/t, then | <location>, then",
                "GET http://127.0.0.1:8181/api/iceberg/v1/config failed | GET <location> failed",
                "open '/var/lib/carbon/index/policies.json' | open '<location>'",
                "path=/run/secrets/token | path=<location>",
                "gs://b/o hdfs://nn:8020/p abfss://c@a.dfs.core.windows.net/p | <location> <location> <location>",
                "Connection refused: face.internal/10.1.2.3:8181 | Connection refused: <location>",
                "jdbc:postgresql://host:5432/index?user=x | jdbc:<location>"
            })
    void locations_are_hidden(String text, String expected) {
        assertThat(LocationText.hidden(text)).isEqualTo(expected);
    }

    @Test
    void json_stays_json() {
        assertThat(LocationText.hidden("{\"p\":\"at \\\"s3://b/k\\\" here\"}"))
                .isEqualTo("{\"p\":\"at \\\"<location>\\\" here\"}");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "[CARBON_ACCESS_DENIED] Principal `dan` has no grant on `carbon.hr.t`.",
                "SELECT a/b, 10 / 2 FROM t WHERE c = '1/2'",
                "and/or true/false 2026/11/29",
                "[DIVIDE_BY_ZERO] Division by zero. Use `try_divide` to tolerate divisor being 0."
            })
    void other_texts_stay_as_they_are(String text) {
        assertThat(LocationText.hidden(text)).isEqualTo(text);
    }
}
