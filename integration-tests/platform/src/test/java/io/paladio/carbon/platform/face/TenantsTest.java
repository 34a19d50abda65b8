package io.paladio.carbon.platform.face;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.paladio.carbon.platform.EmbeddedPlatform;
import io.paladio.carbon.platform.FaceClient;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Table;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.rest.RESTCatalog;
import org.apache.iceberg.types.Types;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import software.amazon.awssdk.services.s3.model.S3Exception;

/**
 * Two tenants of one face: alice of {@code acme}, bob of {@code acme2}, whose name begins like the other's. Each has a table of
 * the same name, and neither learns of the other's by any spelling.
 */
class TenantsTest {
    private static final TableIdentifier TABLE = TableIdentifier.of("sales", "t");
    private static final Schema SCHEMA = new Schema(Types.NestedField.optional(1, "id", Types.LongType.get()));

    @TempDir
    static Path folder;

    private static EmbeddedPlatform platform;
    private static FaceClient clients;

    @BeforeAll
    static void start() throws IOException {
        Path index = folder.resolve("index");
        Files.createDirectories(index.resolve("policies"));
        Files.writeString(
                index.resolve("access.json"), "{\"acme\":{\"deny\":[\"bob\"]},\"acme2\":{\"deny\":[\"alice\"]}}");
        platform = EmbeddedPlatform.start(
                EmbeddedPlatform.Options.of(folder.resolve("platform"), index).withTenants("acme", "acme2"));
        clients = new FaceClient(platform);
        for (String tenant : List.of("acme", "acme2")) {
            WarehouseCatalog catalog = platform.face().catalog(tenant);
            catalog.createNamespace(TABLE.namespace());
            catalog.createNamespace(Namespace.of("only_" + tenant));
            catalog.createTable(TABLE, SCHEMA)
                    .updateProperties()
                    .set("owned-by", "[" + tenant + "]")
                    .commit();
            catalog.createTable(TableIdentifier.of("only_" + tenant, "t"), SCHEMA);
        }
    }

    @AfterAll
    static void stop() {
        platform.close();
    }

    @ParameterizedTest
    @CsvSource({"alice, acme, acme2", "bob, acme2, acme"})
    void T34_a_tenant_has_his_own_table_by_its_plain_name(String principal, String own, String other) throws Exception {
        for (String token : List.of(clients.asPerson(principal), clients.asEngine(principal))) {
            HttpResponse<String> loaded = clients.send("GET", "/v1/" + own + "/namespaces/sales/tables/t", token);
            assertThat(loaded.statusCode()).isEqualTo(200);
            assertThat(loaded.body())
                    .contains("[" + own + "]", "s3.session-token")
                    .doesNotContain("[" + other + "]");
            assertThat(clients.send("GET", "/v1/" + own + "/namespaces", token).body())
                    .contains("\"only_" + own + "\"")
                    .doesNotContain("\"only_" + other + "\"");
            assertThat(clients.send("GET", "/v1/" + own + "/namespaces/sales/tables/t/credentials", token)
                            .statusCode())
                    .isEqualTo(200);
            assertThat(clients.send("GET", "/v1/config?warehouse=" + own, token).body())
                    .contains("\"prefix\":\"" + own + "\"");
        }
    }

    @ParameterizedTest
    @CsvSource({"alice, acme, acme2", "bob, acme2, acme"})
    void T34_the_other_tenant_s_can_not_be_named(String principal, String own, String other) throws Exception {
        for (String token : List.of(clients.asPerson(principal), clients.asEngine(principal))) {
            for (String place : places(own, other)) {
                for (String call : List.of(
                        "GET /tables",
                        "GET /tables/t",
                        "HEAD /tables/t",
                        "GET /tables/t/credentials",
                        "GET /views",
                        "POST /tables/t",
                        "POST /tables/t/sign",
                        "POST /tables/t/plan",
                        "DELETE /tables/t",
                        "GET ")) {
                    String[] words = call.split(" ", 2);
                    String path = place + (words.length == 2 ? words[1] : "");
                    HttpResponse<String> answer = clients.send(words[0], path, token);

                    assertThat(answer.statusCode()).as("%s %s", words[0], path).isBetween(400, 499);
                    assertThat(answer.body())
                            .as("%s %s", words[0], path)
                            .doesNotContain("[" + other + "]", "s3://", "secret");
                }
            }
        }
        assertThat(platform.face().catalog(other).loadTable(TABLE).properties())
                .containsEntry("owned-by", "[" + other + "]");
    }

    /** Every way to write the other's schema that could mean it to somebody: under his prefix, and under one's own. */
    private static List<String> places(String own, String other) {
        List<String> places = new ArrayList<>();
        String encoded = "%" + Integer.toHexString(other.charAt(0)) + other.substring(1);
        for (String prefix : List.of(
                other,
                encoded,
                "%20" + other,
                other + "%20",
                other + "%00",
                other + "%2F",
                own + "%2F..%2F" + other,
                own + "%2F" + other,
                own + "%1F" + other,
                own + "/../" + other,
                "..",
                "tenant_" + other,
                "%25" + Integer.toHexString(other.charAt(0)) + other.substring(1))) {
            places.add("/v1/" + prefix + "/namespaces/sales");
            places.add("/v1/" + prefix + "/namespaces/only_" + other);
        }
        for (String schema : List.of(
                "only_" + other,
                "tenant_" + other,
                "tenant_" + other + "%1Fsales",
                "tenant_" + other + ".sales",
                other + "%1Fsales",
                other + ".sales",
                "..%1Ftenant_" + other + "%1Fsales",
                "..%2Ftenant_" + other + "%2Fsales",
                "%2E%2E%1F" + other + "%1Fsales",
                "../../" + other + "/namespaces/sales",
                "sales%1F..%1F..%1F" + other,
                "%00",
                "SALES",
                "sales%20")) {
            places.add("/v1/" + own + "/namespaces/" + schema);
        }
        return places;
    }

    @ParameterizedTest
    @CsvSource({"alice, acme, acme2", "bob, acme2, acme"})
    void a_warehouse_that_is_not_there_and_one_that_is_another_s_are_told_alike(
            String principal, String own, String other) throws Exception {
        String token = clients.asEngine(principal);
        HttpResponse<String> another = clients.send("GET", "/v1/config?warehouse=" + other, token);
        HttpResponse<String> none = clients.send("GET", "/v1/config?warehouse=nowhere", token);

        assertThat(another.statusCode()).isEqualTo(404);
        assertThat(another.body()).isEqualTo(none.body()).contains("no such warehouse");
        assertThat(clients.send("GET", "/v1/config", token).statusCode())
                .as("of several the face picks none")
                .isEqualTo(404);
        assertThat(own).isNotEqualTo(other);
    }

    @Test
    void T34_what_is_made_in_one_warehouse_is_in_no_other() throws Exception {
        try (RESTCatalog alices = clients.catalog(clients.asEngine("alice"), "acme");
                RESTCatalog bobs = clients.catalog(clients.asEngine("bob"), "acme2")) {
            alices.createNamespace(Namespace.of("made"));
            Table made = alices.createTable(TableIdentifier.of("made", "m"), SCHEMA);

            assertThat(alices.listNamespaces()).contains(Namespace.of("made"));
            assertThat(bobs.listNamespaces()).doesNotContain(Namespace.of("made"));
            assertThat(bobs.namespaceExists(Namespace.of("made"))).isFalse();
            String file = made.location() + "/metadata";
            assertThatThrownBy(
                            () -> bobs.loadTable(TABLE).io().newInputFile(file).getLength())
                    .isInstanceOfSatisfying(
                            S3Exception.class,
                            refused -> assertThat(refused.statusCode()).isEqualTo(403));
        }
    }

    @Test
    void a_name_that_would_be_another_s_behind_the_face_is_not_given() throws Exception {
        for (String name : List.of("a.b", "tenant_acme2.sales", "a/b", "a\\\\b", "", "a\\u0000")) {
            HttpResponse<String> answer = clients.send(
                    "POST",
                    "/v1/acme/namespaces",
                    clients.asEngine("alice"),
                    Map.of(),
                    "{\"namespace\":[\"" + name + "\"],\"properties\":{}}");
            assertThat(answer.statusCode()).as(name).isEqualTo(400);
        }
        assertThatThrownBy(() -> new WarehouseNames("a.b")).isInstanceOf(IllegalArgumentException.class);
    }
}
