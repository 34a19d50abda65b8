package io.paladio.carbon.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.paladio.carbon.error.CarbonCondition;
import io.paladio.carbon.error.Refusal;
import io.paladio.carbon.policy.mask.HmacKey;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** S6: the file of keys, read whole or not at all, and never told of. */
class MaskKeyFileTest {
    private static final String GOOD =
            Base64.getEncoder().encodeToString("a key of thirty-two bytes, s3cret".getBytes(StandardCharsets.UTF_8));

    @TempDir
    Path folder;

    private MaskKeyFile holding(String text) throws Exception {
        return new MaskKeyFile(Files.writeString(folder.resolve("keys.json"), text));
    }

    @Test
    void keys_are_known_by_their_names() throws Exception {
        assertThat(holding("{\"a\":\"" + GOOD + "\"}").keys())
                .containsOnlyKeys("a")
                .containsValue(HmacKey.of(Base64.getDecoder().decode(GOOD)));
        assertThat(holding("{}").keys()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{\"a\":\"$\"         | can't be read as JSON",
                "{\"a\":\"$\"} x      | can't be read as JSON",
                "{\"a\":\"$\",\"a\":\"$\"} | can't be read as JSON",
                "``                   | is not one JSON object",
                "[\"$\"]              | is not one JSON object",
                "\"$\"                | is not one JSON object",
                "{\"a\":17}           | is not a string",
                "{\"a\":{\"b\":\"$\"}} | is not a string",
                "{\"a\":\"s3cret!\"}  | is not Base64",
                "{\"a\":\"\"}         | fewer than 32 bytes",
                "{\"a\":\"$\",\"b\":\"czNjcmV0\"} | fewer than 32 bytes"
            })
    void a_file_that_can_not_be_used_leaves_no_key_and_is_not_quoted(String text, String fault) throws Exception {
        MaskKeyFile file = holding(text.replace("$", GOOD));

        assertThat(file.keys()).isEmpty();
        assertThatThrownBy(file::require).isInstanceOfSatisfying(Refusal.class, refusal -> {
            assertThat(refusal.condition()).isEqualTo(CarbonCondition.CONFIG_INVALID);
            assertThat(refusal.getMessage())
                    .contains("spark.carbon.mask.keys-file", fault)
                    .doesNotContain("s3cret", GOOD, folder.toString());
        });
    }

    @Test
    void a_file_that_is_not_there_leaves_no_key() {
        MaskKeyFile missing = new MaskKeyFile(folder.resolve("missing"));

        assertThat(missing.keys()).isEmpty();
        assertThatThrownBy(missing::require)
                .hasMessageContaining("its file does not exist")
                .hasMessageNotContaining(folder.toString());
        assertThatThrownBy(new MaskKeyFile(folder)::require)
                .hasMessageContaining("its file can't be read.")
                .hasMessageNotContaining(folder.toString());
        assertThat(missing).hasToString("MaskKeyFile");
    }
}
