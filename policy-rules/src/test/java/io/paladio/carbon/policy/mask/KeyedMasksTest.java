package io.paladio.carbon.policy.mask;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;

/** S6: hmac-sha-256. The vectors of RFC 4231, and a table that was computed by other means. */
final class KeyedMasksTest {
    private static final HexFormat HEX = HexFormat.of();
    private static final byte[] BYTES =
            HEX.parseHex("000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f");
    private static final HmacKey KEY = HmacKey.of(BYTES);

    @ParameterizedTest
    @CsvFileSource(resources = "/mask/rfc4231.psv", delimiter = '|', numLinesToSkip = 1)
    void S6_a_digest_is_the_one_of_the_standard(String key, String data, String digest) {
        byte[] hash = KeyedMasks.hmacSha256(HmacKey.of(HEX.parseHex(key)), HEX.parseHex(data));

        assertThat(HEX.formatHex(hash)).startsWith(digest).hasSize(64);
    }

    @ParameterizedTest(name = "{0} {1}")
    @CsvFileSource(resources = "/mask/hmac.psv", delimiter = '|', numLinesToSkip = 1)
    void S6_hashes_with_a_key_have_the_encodings_of_those_without(String type, String input, String expected) {
        String raw = input == null ? "" : input;
        String actual = switch (type) {
            case "string" -> KeyedMasks.hmacSha256(KEY, new String(HEX.parseHex(raw), StandardCharsets.UTF_8));
            case "int" -> Integer.toString(KeyedMasks.hmacSha256(KEY, Integer.parseInt(raw)));
            case "long" -> Long.toString(KeyedMasks.hmacSha256(KEY, Long.parseLong(raw)));
            default -> HEX.formatHex(KeyedMasks.hmacSha256(KEY, HEX.parseHex(raw)));
        };

        assertThat(actual).isEqualTo(expected);
    }

    @Test
    void a_key_without_a_byte_is_none() {
        assertThatThrownBy(() -> HmacKey.of(new byte[0])).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void S17_a_key_equals_itself_alone_and_does_not_show() {
        assertThat(KEY)
                .isEqualTo(HmacKey.of(BYTES.clone()))
                .hasSameHashCodeAs(HmacKey.of(BYTES.clone()))
                .isNotEqualTo(HmacKey.of(new byte[32]))
                .hasToString("HmacKey");
    }

    @Test
    void a_key_that_travelled_hashes_as_before() throws Exception {
        ByteArrayOutputStream sent = new ByteArrayOutputStream();
        new ObjectOutputStream(sent).writeObject(KEY);
        HmacKey arrived = (HmacKey) new ObjectInputStream(new ByteArrayInputStream(sent.toByteArray())).readObject();

        assertThat(KeyedMasks.hmacSha256(arrived, 42L)).isEqualTo(KeyedMasks.hmacSha256(KEY, 42L));
    }

    @Test
    void S6_a_statement_keeps_the_keys_that_it_read_first() {
        AtomicInteger read = new AtomicInteger();
        List<Map<String, HmacKey>> versions = List.of(Map.of("k", KEY), Map.of());
        MaskSecrets secrets = new MaskSecrets(QuerySalt.fresh(), () -> versions.get(read.getAndIncrement()));

        assertThat(read).hasValue(0);
        assertThat(secrets.key("k")).contains(KEY);
        assertThat(secrets.key("k")).contains(KEY);
        assertThat(secrets.key("other")).isEmpty();
        assertThat(read).hasValue(1);
    }
}
