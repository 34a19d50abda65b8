package io.paladio.carbon.platform.face;

import static org.assertj.core.api.Assertions.assertThat;

import io.paladio.carbon.platform.EmbeddedPlatform;
import io.paladio.carbon.platform.FaceClient;
import io.paladio.carbon.platform.MovableClock;
import io.paladio.carbon.platform.index.SampleIndex;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.apache.iceberg.Schema;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.types.Types;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Who asks whether a table has changed is told no only where he would get the same again. */
class EntityTagsTest {
    private static final TableIdentifier FREE = TableIdentifier.of("open", "t");
    private static final String PATH = "/v1/carbon/namespaces/open/tables/t";

    @TempDir
    Path folder;

    private final MovableClock clock = new MovableClock();
    private EmbeddedPlatform platform;
    private FaceClient clients;

    @BeforeEach
    void start() {
        SampleIndex.write(folder.resolve("index"));
        platform =
                EmbeddedPlatform.start(EmbeddedPlatform.Options.of(folder.resolve("platform"), folder.resolve("index"))
                        .withClock(clock));
        platform.face().catalog().createNamespace(Namespace.of("open"));
        platform.face()
                .catalog()
                .createTable(FREE, new Schema(Types.NestedField.optional(1, "id", Types.LongType.get())));
        clients = new FaceClient(platform);
    }

    @AfterEach
    void stop() {
        platform.close();
    }

    private String tag(String token) throws Exception {
        return clients.send("GET", PATH, token).headers().firstValue("ETag").orElseThrow();
    }

    private HttpResponse<String> known(String token, String tag) throws Exception {
        return clients.send("GET", PATH, token, Map.of("If-None-Match", tag));
    }

    @Test
    void T33_one_s_own_tag_is_known_and_nobody_else_s() throws Exception {
        String alice = tag(clients.asPerson("alice"));

        HttpResponse<String> unchanged = known(clients.asPerson("alice"), alice);
        assertThat(unchanged.statusCode()).isEqualTo(304);
        assertThat(unchanged.body()).isEmpty();
        assertThat(known(clients.asPerson("bob"), alice).statusCode()).isEqualTo(200);
        assertThat(known(clients.asEngine("alice"), alice).statusCode())
                .as("the same person by another engine")
                .isEqualTo(200);
        assertThat(known(clients.asPerson("alice"), "\"*\"").statusCode()).isEqualTo(200);
        assertThat(unchanged.headers().firstValue("Vary")).hasValue("Authorization");
    }

    @Test
    void T33_a_tag_ends_with_the_state_of_the_table_and_before_the_key() throws Exception {
        String tag = tag(clients.asEngine("bob"));
        clock.advance(Duration.ofMinutes(8));
        assertThat(known(clients.asEngine("bob"), tag).statusCode()).isEqualTo(200);

        String later = tag(clients.asEngine("bob"));
        platform.face()
                .catalog()
                .loadTable(FREE)
                .updateProperties()
                .set("x", "y")
                .commit();
        assertThat(known(clients.asEngine("bob"), later).statusCode()).isEqualTo(200);
    }

    @Test
    void S23_a_tag_is_of_what_the_table_was_sent_with() throws Exception {
        String tag = tag(clients.asEngine("bob"));
        platform.face().restrictions().send("bob", FREE, "{\"required-row-filter\":false}");
        HttpResponse<String> restricted = known(clients.asEngine("bob"), tag);
        assertThat(restricted.statusCode()).isEqualTo(200);
        assertThat(restricted.body()).contains("required-row-filter");
        assertThat(known(clients.asEngine("alice"), tag(clients.asEngine("alice")))
                        .statusCode())
                .isEqualTo(304);
    }

    @Test
    void T35_a_table_with_restrictions_for_anybody_is_for_the_engine_alone() throws Exception {
        String alice = clients.asPerson("alice");
        assertThat(clients.send("GET", PATH + "/credentials", alice).statusCode())
                .isEqualTo(200);
        platform.face().restrictions().send("bob", FREE, "{\"required-row-filter\":false}");
        assertThat(clients.send("GET", PATH, alice).statusCode()).isEqualTo(403);
        assertThat(clients.send("GET", PATH + "/credentials", alice).statusCode())
                .isEqualTo(403);
        assertThat(clients.send("GET", PATH, clients.asEngine("alice")).statusCode())
                .isEqualTo(200);
    }

    @Test
    void T35_a_policy_ends_every_tag_and_every_renewal_of_those_it_shuts_out() throws Exception {
        String alice = clients.asPerson("alice");
        String tag = tag(alice);
        assertThat(known(alice, tag).statusCode()).isEqualTo(304);
        Files.writeString(
                platform.indexFolder().resolve("policies/new.json"),
                "{\"attach\":{\"securable\":\"carbon.open.t\",\"inherit\":true}}");

        assertThat(known(alice, tag).statusCode()).isEqualTo(403);
        assertThat(clients.send("GET", PATH + "/credentials", alice).statusCode())
                .isEqualTo(403);
        assertThat(clients.send("GET", PATH + "/credentials", clients.asEngine("alice"))
                        .statusCode())
                .isEqualTo(200);
    }
}
