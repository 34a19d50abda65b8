package io.paladio.carbon.verify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.paladio.carbon.command.Carbon;
import io.paladio.carbon.command.Impossible;
import io.paladio.carbon.policy.Caller;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TimeZone;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the command says before it asks anybody. */
class VerifyCommandTest {
    private static final String TOKEN =
            "h." + encoded("{\"sub\":\"bob\",\"email\":\"b@x.org\",\"region\":\"EU\",\"exp\":1,\"n\":2}") + ".s";

    @TempDir
    Path folder;

    private final TimeZone zone = TimeZone.getDefault();

    private record Ended(int code, String out, String err) {}

    @BeforeEach
    void files() throws IOException {
        write("token", TOKEN + "\n");
        write("empty", "");
        write("two", TOKEN + " " + TOKEN);
        write("right.sql", "SELECT * FROM carbon.hr.t");
        write("wrong.sql", "SELECT 1;\n\nDELETE FROM carbon.hr.t");
    }

    @AfterEach
    void zone_as_before() {
        TimeZone.setDefault(zone);
    }

    @Test
    void it_is_a_command_of_the_launcher() {
        assertThat(run("help").out()).contains("verify").contains("policy");
        assertThat(run("verify", "--help").code()).isZero();
    }

    @Test
    void what_is_missing_or_no_such_thing_ends_with_2_and_says_what_to_write() {
        record Case(String connect, String token, String table, String file, String said) {}
        for (Case each : List.of(
                new Case("localhost:1", "token", "carbon.hr.t", "right.sql", "--connect is no address"),
                new Case("sc://h:1/;token=x", "token", "carbon.hr.t", "right.sql", "Tokens stand in files"),
                new Case("sc://127.0.0.1:1", "none", "carbon.hr.t", "right.sql", "can't be read"),
                new Case("sc://127.0.0.1:1", "empty", "carbon.hr.t", "right.sql", "holds no token"),
                new Case("sc://127.0.0.1:1", "two", "carbon.hr.t", "right.sql", "holds no token, or more than one"),
                new Case("sc://127.0.0.1:1", "token", "hr.t", "right.sql", "--table is no table"),
                new Case("sc://127.0.0.1:1", "token", "carbon.*.t", "right.sql", "--table is no table"),
                new Case("sc://127.0.0.1:1", "token", "carbon.hr.t", "wrong.sql", "line 3: this is no query"),
                new Case("sc://127.0.0.1:1", "token", "carbon.hr.t", "right.sql", "Nothing listens"))) {
            Ended ended = verify(each.connect(), each.token(), each.table(), each.file());

            assertThat(ended.code()).as(each.said()).isEqualTo(2);
            assertThat(ended.err()).contains(each.said()).doesNotContain(TOKEN);
            assertThat(ended.out()).isEmpty();
        }
        assertThat(run("verify").code()).isEqualTo(2);
    }

    @Test
    void a_token_gives_its_claims_to_policies_and_nothing_to_a_reader() throws Exception {
        Bearer bearer = Bearer.read("--principal-token", folder.resolve("token"));

        assertThat(bearer.caller("sub", "bob").attributes()).isEqualTo(Map.of("region", "EU", "email", "b@x.org"));
        assertThat(bearer.caller("email", "b@x.org"))
                .as("the claim that names the principal to the engine is no attribute there")
                .isEqualTo(new Caller("b@x.org", Optional.empty(), Map.of("region", "EU")));
        assertThat(bearer.toString()).isEqualTo("Bearer");
        assertThat(ConnectAddress.parse("sc://h:1").as(bearer)).isEqualTo("sc://h:1/;token=" + TOKEN);
        assertThat(ConnectAddress.parse("sc://h:1/;use_ssl=true").as(bearer))
                .isEqualTo("sc://h:1/;use_ssl=true;token=" + TOKEN);
    }

    @Test
    void a_name_that_is_not_in_the_claim_is_another_claim_s_and_nothing_can_be_worked_out() throws Exception {
        Bearer bearer = Bearer.read("--principal-token", folder.resolve("token"));

        for (String claim : List.of("sub", "region", "n", "none")) {
            assertThatThrownBy(() -> bearer.caller(claim, "b@x.org"))
                    .isInstanceOf(Impossible.class)
                    .hasMessageContaining("The claim " + claim + " of --principal-token")
                    .hasMessageContaining("--principal-claim")
                    .hasMessageNotContainingAny("bob", "EU", "b@x.org");
        }
    }

    @Test
    void an_error_is_known_by_its_class_and_not_by_its_message() {
        assertThat(EngineFailure.of(new IllegalStateException("x [CARBON_ACCESS_DENIED] Ada has no grant"))
                        .condition())
                .isEqualTo("CARBON_ACCESS_DENIED");
        assertThat(EngineFailure.of(new IllegalStateException("[CARBON_ADA] [ADA] is secret"))
                        .condition())
                .isEqualTo("IllegalStateException");
    }

    private Ended verify(String connect, String token, String table, String file) {
        List<String> arguments = new ArrayList<>(List.of("verify", "--connect", connect, "--table", table));
        arguments.addAll(List.of("--principal-token", path(token), "--exempt-token", path("token"), path(file)));
        return run(arguments.toArray(String[]::new));
    }

    private static Ended run(String... arguments) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int code = Carbon.run(new PrintWriter(out), new PrintWriter(err), arguments);
        return new Ended(code, out.toString(), err.toString());
    }

    private String path(String name) {
        return folder.resolve(name).toString();
    }

    private void write(String name, String text) throws IOException {
        Files.writeString(folder.resolve(name), text);
    }

    private static String encoded(String json) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(json.getBytes(StandardCharsets.UTF_8));
    }
}
