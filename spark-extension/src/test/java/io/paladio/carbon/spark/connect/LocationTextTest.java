package io.paladio.carbon.spark.connect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LocationTextTest {
    private static final int TWO_MEGABYTES = 2_000_000;
    private static final Duration BOUND = Duration.ofSeconds(10);

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
                "jdbc:postgresql://host:5432/index?user=x | jdbc:<location>",
                "Connection refused: /10.1.2.3:8181 | Connection refused: <location>",
                "10.1.2.3/10.1.2.3 a-b.c/1.2.3.4: | <location> <location>:",
                "a-scheme-of-more-than-twenty-letters://b/k | <location>",
                "x/y s3://b/k/l /one/two//three/ 1/2 | x/y <location> <location> 1/2",
                "é/var/lib/x (/a/b) \"/c/d\"/e | é<location> (<location>) \"<location>\"/e"
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
                "/ // /a /a b/ a:/ a://",
                "a/1.2.3 b/1.2.3.x c/1111.2.3.4 /1. /1.2.3.",
                "[DIVIDE_BY_ZERO] Division by zero. Use `try_divide` to tolerate divisor being 0."
            })
    void other_texts_stay_as_they_are(String text) {
        assertThat(LocationText.hidden(text)).isEqualTo(text);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a.",
                "a",
                "a/",
                "/a",
                "/",
                "//",
                "/a b",
                ":/",
                "a:/",
                "ab:/",
                "a:",
                "ab:/x",
                "1.",
                "/1",
                "/1.1.1.1",
                "a/1.1.1.",
                "-",
                "a/b/",
                "a:/b/",
                "<a>/",
                "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa.",
                "%/",
                "\n/a",
                "\\/"
            })
    void T38_long_texts_of_any_shape_take_no_longer_than_their_length(String shape) {
        String repeated = shape.repeat(TWO_MEGABYTES / shape.length());

        for (String text : List.of(
                repeated + "/", repeated + "/x", "/" + repeated, "x/" + repeated + "/1.1.1.1", "/x" + repeated)) {
            assertTimeoutPreemptively(
                    BOUND, () -> assertThat(LocationText.hidden(text)).isNotEmpty());
        }
    }
}
