package io.paladio.carbon.suite.cases;

import static io.paladio.carbon.suite.cases.CaseSchema.refused;
import static io.paladio.carbon.suite.cases.CaseSchema.rows;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.paladio.carbon.suite.fixture.Engine;
import io.paladio.carbon.suite.fixture.JsonLines;
import io.paladio.carbon.suite.fixture.MaskKeys;
import io.paladio.carbon.suite.fixture.PolicyFolder;
import io.paladio.carbon.suite.fixture.SharedEngine;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.HexFormat;
import java.util.List;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Masks under a key that the engine holds and nobody else sees. */
@ExtendWith(SharedEngine.class)
class KeyedMaskCasesTest {
    private static final String TABLE = "carbon.cases.keyed";
    private static final String UNKNOWN = "carbon.cases.keyed_unknown";

    @BeforeAll
    static void tables(Engine engine) {
        for (String table : List.of(TABLE, UNKNOWN)) {
            CaseSchema.make(
                    engine,
                    "CREATE TABLE " + table
                            + " AS SELECT * FROM VALUES (1, 'a@x'), (2, 'b@x'), (3, 'a@x') AS p(id, email)");
        }
        PolicyFolder policies = PolicyFolder.of(engine);
        policies.maskKeyed(TABLE, "email");
        policies.put(policies.columnMask(
                UNKNOWN,
                "email",
                new ObjectMapper()
                        .createObjectNode()
                        .put("kind", "hmac-sha-256")
                        .put("key", "nobody's")));
    }

    private static String hash(String text) throws Exception {
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(MaskKeys.bytes(), "HmacSHA256"));
        return HexFormat.of().formatHex(mac.doFinal(text.getBytes(StandardCharsets.UTF_8)));
    }

    @Test
    void S6_a_keyed_hash_is_the_same_in_every_statement(Engine engine) throws Exception {
        assertThat(rows(engine.as("bob"), "SELECT id FROM " + TABLE + " WHERE email = '" + hash("a@x") + "'"))
                .containsExactly("[1]", "[3]");
        assertThat(rows(engine.as("carol"), "SELECT count(*), email FROM " + TABLE + " GROUP BY email"))
                .containsExactlyInAnyOrder("[2,\"" + hash("a@x") + "\"]", "[1,\"" + hash("b@x") + "\"]");
        assertThat(rows(engine.as("alice"), "SELECT email FROM " + TABLE + " WHERE id = 1"))
                .containsExactly("[\"a@x\"]");
    }

    @Test
    void S10_a_key_that_the_engine_does_not_hold_refuses(Engine engine) {
        refused(engine.as("bob"), "SELECT id FROM " + UNKNOWN, "CARBON_POLICY_UNENFORCEABLE");
        assertThat(rows(engine.as("alice"), "SELECT count(*) FROM " + UNKNOWN)).containsExactly("[3]");
    }

    @Test
    void T34_the_key_shows_nowhere(Engine engine) throws Exception {
        List<String> shown = List.of(
                engine.as("bob")
                        .sql("EXPLAIN EXTENDED SELECT email FROM " + TABLE)
                        .text(),
                engine.as("bob")
                        .sql("EXPLAIN CODEGEN SELECT email FROM " + TABLE)
                        .text(),
                engine.as("bob").sql("SELECT raise_error(email) FROM " + TABLE).text(),
                engine.as("bob").sql("SELECT id FROM " + UNKNOWN).text(),
                engine.as("bob").sql("SET spark.carbon.mask.keys-file").text(),
                JsonLines.await(
                                engine.server().decisionsFile(),
                                1,
                                record -> record.toString().contains("hmac-sha-256"))
                        .toString(),
                Files.readString(engine.server().lineageFile()),
                Files.readString(engine.server().logFile()));

        assertThat(shown.get(0)).contains("PolicyMask email hmac-sha-256");
        assertThat(shown.get(5)).contains(TABLE);
        assertThat(shown).allSatisfy(text -> assertThat(text).doesNotContain(MaskKeys.spellings()));
    }
}
